"""A game looked at again: every choice with what a viewer learned from it at that time, and the game as it stood then.

Whoever looks is a seat (then it sees what that seat saw), the SPECTATOR, or the ALL_KNOWING. States are kept every so many
choices, so any moment is found by playing a few choices on.
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
from dungeon_twister.rules.visibility.choices import CARDS, LETTER, TOKEN, hidden_part

KEPT_EVERY: Final = 25
UNKNOWN: Final = "?"


@dataclass(frozen=True, slots=True)
class Entry:
    """One choice: its number from 1 on, the turn, who made it (a colour, `chance`, or nobody for an agreed draw), its text with
    `?` for what the viewer could not know, and what he saw happen."""

    number: int
    turn: int
    who: str
    text: str
    events: list[EventView]


class Replaying:
    """The choices of a game, which must be legal, and the states between them."""

    def __init__(self, begun: State, choices: list[int]) -> None:
        self.setting = begun.setting
        self.choices = choices
        self._kept: list[State] = []
        self._entries: dict[int, list[Entry]] = {}
        state = begun.copy()
        for number, action in enumerate([*choices, -1]):
            if number % KEPT_EVERY == 0:
                self._kept.append(state.copy())
            if action >= 0:
                apply(state, action)
        self.final = state

    @classmethod
    def of_record(cls, record: Record, source: str = "record") -> Replaying:
        """A finished game from its record; one that is not over, or does not end as it says, is a TextError."""
        if record.end is None:
            raise TextError("the game of this record is not over", source)
        choices = [read(state, text) for state, text in states(record, source) if text]
        found = cls(record.header.beginning(source), choices)
        if not found.final.over or not end_matches(record, found.final):
            raise TextError("the replay does not end as the record says", source)
        return found

    def state_at(self, number: int) -> State:
        """The game after so many choices, as a copy."""
        if not 0 <= number <= len(self.choices):
            raise TextError(f"the game has {len(self.choices)} choices, there is no number {number}")
        kept = number // KEPT_EVERY
        state = self._kept[kept].copy()
        for action in self.choices[kept * KEPT_EVERY : number]:
            apply(state, action)
        return state

    def view_at(self, number: int, viewer: int) -> View | CardView:
        """How a viewer saw the game after so many choices."""
        return observe(self.state_at(number), viewer)

    def entries(self, viewer: int) -> list[Entry]:
        """All choices as a viewer learned of them."""
        if viewer not in self._entries:
            state = self.state_at(0)
            self._entries[viewer] = [told(state, action, number, viewer) for number, action in enumerate(self.choices, 1)]
        return self._entries[viewer]


def told(state: State, action: int, number: int, viewer: int) -> Entry:
    """Make a choice and tell what a viewer learns of it."""
    turn, who, text = state.turn, who_chooses(state, action), text_for(state, action, viewer)
    state.events = []
    apply(state, action)
    events = [observe_event(state, event, viewer) for event in state.events]
    return Entry(number, turn, who, text, events)


def who_chooses(state: State, action: int) -> str:
    """Who makes a choice: mostly whoever decides; resigning is possible at any time, and a draw is agreed by all (END-5)."""
    kind = actions.kind_of(action)
    if kind == actions.RESIGN:
        return colour_of(state, actions.first_of(action))
    return "" if kind == actions.AGREE_DRAW else colour_of(state, state.decider())


def text_for(state: State, action: int, viewer: int) -> str:
    """A choice as a line of text, with `?` for what a viewer may not know when it is made."""
    choice, hidden = to_choice(state, action, viewer), hidden_part(state, action, viewer)
    if hidden == CARDS:
        return f"{choice.do} {UNKNOWN}"
    if hidden == LETTER:
        return f"{choice.do} {choice.token} {UNKNOWN}"
    if hidden == TOKEN or actions.kind_of(action) == card_actions.PICK:  # of what is picked the name is known before it is seen
        name = state.setting.names[actions.first_of(action)]
        choice = replace(choice, token=name[0] + UNKNOWN if hidden else name)
    return grammar_of(state).text(choice)
