"""Replay of a game: every choice with what a viewer learnt from it, and the state at any time.

The viewer is a seat (it sees what that seat saw), the SPECTATOR, or the ALL_KNOWING. States are stored at intervals, so that
any moment is a few choices away.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from dungeon_twister.game.record.files import Record, end_matches, states
from dungeon_twister.game.record.notation import grammar_of, read, to_choice
from dungeon_twister.game.views import CardView, EventView, View, colour_of, observe, observe_event
from dungeon_twister.rules.engine import actions
from dungeon_twister.rules.engine.card import actions as card_actions
from dungeon_twister.rules.engine.game import apply
from dungeon_twister.rules.engine.state import State
from dungeon_twister.rules.geometry.text import TextError
from dungeon_twister.rules.visibility.hidden_parts import CARDS, LETTER, TOKEN, hidden_part

KEPT_EVERY: Final = 25
UNKNOWN: Final = "?"


@dataclass(frozen=True, slots=True)
class ReplayEntry:
    """A choice of a replay with its events.

    - `number`: number of choices up to this one.
    - `turn`: number of the turn.
    - `who`: colour that decided, or `chance`; empty for an agreed draw.
    - `text`: the choice in notation, with `?` for parts unknown to the viewer.
    """

    number: int
    turn: int
    who: str
    text: str
    events: list[EventView]


class GameReplay:
    """The choices of a game, which must be legal, and stored states between them."""

    def __init__(self, begun: State, choices: list[int]) -> None:
        self.setting = begun.setting
        self.choices = choices
        self._kept: list[State] = []
        self._entries: dict[int, list[ReplayEntry]] = {}
        state = begun.copy()
        for number, action in enumerate([*choices, -1]):
            if number % KEPT_EVERY == 0:
                self._kept.append(state.copy())
            if action >= 0:
                apply(state, action)
        self.final = state

    @classmethod
    def of_record(cls, record: Record, source: str = "record") -> GameReplay:
        """Return the replay of a finished game. Raise TextError if the record is not over, or its result is wrong."""
        if record.end is None:
            raise TextError("the game of this record is not over", source)
        choices = [read(state, text) for state, text in states(record, source) if text]
        found = cls(record.header.beginning(source), choices)
        if not found.final.over or not end_matches(record, found.final):
            raise TextError("the replay does not end as the record says", source)
        return found

    def state_at(self, number: int) -> State:
        """Return a copy of the state after this number of choices."""
        if not 0 <= number <= len(self.choices):
            raise TextError(f"the game has {len(self.choices)} choices, there is no number {number}")
        kept = number // KEPT_EVERY
        state = self._kept[kept].copy()
        for action in self.choices[kept * KEPT_EVERY : number]:
            apply(state, action)
        return state

    def view_at(self, number: int, viewer: int) -> View | CardView:
        """Return the view of the game after this number of choices."""
        return observe(self.state_at(number), viewer)

    def entries(self, viewer: int) -> list[ReplayEntry]:
        """Return all choices as the viewer learnt them."""
        if viewer not in self._entries:
            state = self.state_at(0)
            self._entries[viewer] = [
                replay_entry(state, action, number, viewer) for number, action in enumerate(self.choices, 1)
            ]
        return self._entries[viewer]


def replay_entry(state: State, action: int, number: int, viewer: int) -> ReplayEntry:
    """Make a choice and return what a viewer learns from it."""
    turn, who, text = state.turn, who_chooses(state, action), text_for(state, action, viewer)
    state.events = []
    apply(state, action)
    events = [observe_event(state, event, viewer) for event in state.events]
    return ReplayEntry(number, turn, who, text, events)


def who_chooses(state: State, action: int) -> str:
    """Return the colour that makes a choice, usually the decider.

    A player may resign at any time. All agree to a draw (END-5), so it has no colour.
    """
    kind = actions.kind_of(action)
    if kind == actions.RESIGN:
        return colour_of(state, actions.first_of(action))
    return "" if kind == actions.AGREE_DRAW else colour_of(state, state.decider())


def text_for(state: State, action: int, viewer: int) -> str:
    """Return a choice as a line of text, with `?` for parts that the viewer does not know when it is made."""
    choice, hidden = to_choice(state, action, viewer), hidden_part(state, action, viewer)
    if hidden == CARDS:
        return f"{choice.do} {UNKNOWN}"
    if hidden == LETTER:
        return f"{choice.do} {choice.token} {UNKNOWN}"
    if hidden == TOKEN or actions.kind_of(action) == card_actions.PICK:  # picks keep their names: these are known before
        name = state.setting.names[actions.first_of(action)]
        choice = replace(choice, token=name[0] + UNKNOWN if hidden else name)
    return grammar_of(state).text(choice)
