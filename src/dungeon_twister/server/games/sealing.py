"""Sealed choices: what seats that choose at the same time have chosen so far, before anybody may see it.

Nothing of it is in the engine or in the log until all have chosen. It is stored with the game (`aside.py`), so that a restart
forgets none of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

from dungeon_twister.game.record.notation import choice_text, read, to_choice, write
from dungeon_twister.game.session import apply_and_observe, asked_first
from dungeon_twister.game.views import EventView
from dungeon_twister.rules.engine.actions import TIMEOUT
from dungeon_twister.rules.engine.all_editions import DECISIONS
from dungeon_twister.rules.engine.game import legal, why_not
from dungeon_twister.rules.engine.state import State
from dungeon_twister.rules.geometry.text import TextError


class SealedStep(NamedTuple):
    """One sealed choice: the engine's number, its text in the record, how its player names it, and what he sees happen."""

    action: int
    text: str
    label: str
    events: list[EventView]


class Envelope:
    """The sealed choices of one seat, made on a copy of the game in which that seat is asked first."""

    def __init__(self, state: State, seat: int, texts: Sequence[str] = ()) -> None:
        self.state = asked_first(state, [seat])
        self.seat = seat
        self.steps: list[SealedStep] = []
        for action in self._readable(texts):
            self.put(action)

    @property
    def complete(self) -> bool:
        """Has the seat nothing more to choose?"""
        return self.state.over or self.state.decider() != self.seat

    @property
    def stage(self) -> str:
        """The kind of the seat's next decision; empty when it has chosen."""
        return "" if self.complete else DECISIONS[self.state.decision()]

    @property
    def undoable(self) -> str:
        """How its player names the last choice, which may be taken back; empty: there is none, or the time was over."""
        return self.steps[-1].label if self.steps and self.steps[-1].action != TIMEOUT else ""

    @property
    def texts(self) -> list[str]:
        return [step.text for step in self.steps]

    @property
    def events(self) -> list[EventView]:
        """What the seat has seen happen."""
        return [event for step in self.steps for event in step.events]

    def _readable(self, texts: Sequence[str]) -> Iterator[int]:
        """The choices of stored texts, up to the first that is none any more: the seat then chooses again from there."""
        for text in texts:
            try:
                action = read(self.state, text)
            except TextError:
                return
            if self.complete or why_not(self.state, action) is not None:
                return
            yield action

    def put(self, action: int) -> None:
        """Add a choice that is known to be legal."""
        text, label = write(self.state, action), choice_text(to_choice(self.state, action, self.seat))
        self.steps.append(SealedStep(action, text, label, apply_and_observe(self.state, action, [self.seat])[self.seat]))

    def fill(self, stage: str, rng: Random) -> None:
        """Choose at random as long as this stage of the setup lasts."""
        while self.stage == stage:
            self.put(rng.choice(legal(self.state)))
