"""Sealed choices of seats that choose at the same time.

They are not in the engine or the log until all have chosen. They are stored with the game
(`pending_requests.py`), so that a restart loses none.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

from dungeon_twister.game.record.notation import choice_text, read, to_choice, write
from dungeon_twister.game.session import apply_and_observe, with_deciders_first
from dungeon_twister.game.views import EventView
from dungeon_twister.rules.engine.actions import TIMEOUT
from dungeon_twister.rules.engine.all_editions import DECISIONS
from dungeon_twister.rules.engine.game import legal, why_not
from dungeon_twister.rules.engine.state import State
from dungeon_twister.rules.geometry.text import TextError


class SealedChoice(NamedTuple):
    """One sealed choice: the engine's number, its text in the record, the player's name for it, and
    the events that the player sees."""

    action: int
    text: str
    label: str
    events: list[EventView]


class SealedChoices:
    """The sealed choices of one seat, made on a copy of the game in which that seat is asked first."""

    def __init__(self, state: State, seat: int, texts: Sequence[str] = ()) -> None:
        self.state = with_deciders_first(state, [seat])
        self.seat = seat
        self.steps: list[SealedChoice] = []
        for action in self._readable(texts):
            self.put(action)

    @property
    def complete(self) -> bool:
        """Whether the seat has made all its choices."""
        return self.state.over or self.state.decider() != self.seat

    @property
    def stage(self) -> str:
        """The kind of the seat's next decision; empty when it has chosen."""
        return "" if self.complete else DECISIONS[self.state.decision()]

    @property
    def undoable(self) -> str:
        """The player's name of the last choice if it may be undone; empty: there is none, or the
        time ran out."""
        return self.steps[-1].label if self.steps and self.steps[-1].action != TIMEOUT else ""

    @property
    def texts(self) -> list[str]:
        return [step.text for step in self.steps]

    @property
    def events(self) -> list[EventView]:
        """The events that the seat has seen."""
        return [event for step in self.steps for event in step.events]

    def _readable(self, texts: Sequence[str]) -> Iterator[int]:
        """Return the choices of stored texts up to the first invalid one: the seat chooses again
        from there."""
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
        self.steps.append(SealedChoice(action, text, label, apply_and_observe(self.state, action, [self.seat])[self.seat]))

    def fill(self, stage: str, rng: Random) -> None:
        """Choose at random until this stage of the setup ends."""
        while self.stage == stage:
            self.put(rng.choice(legal(self.state)))
