"""What a choice has led to, as each viewer may know it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from dungeon_twister.game.views import EventView, observe_events
from dungeon_twister.rules.engine.game import apply
from dungeon_twister.rules.engine.state import State

Event = tuple[int, int, int, int]
Told = dict[int, list[EventView]]  # viewer -> what that viewer may know of what happened


def told(state: State, events: Sequence[Event], viewers: Iterable[int]) -> Told:
    """Events for each viewer; the state must be the one right after the choice that led to them."""
    return observe_events(state, events, viewers)


def happened(state: State, action: int, viewers: Iterable[int]) -> Told:
    """Make a legal choice on a state at hand, and tell."""
    state.events = []
    apply(state, action)
    events, state.events = state.events, None
    return told(state, events, viewers)


def turn_starts(steps: Iterable[Sequence[EventView]]) -> list[int]:
    """The numbers of the steps with which a turn began, as `told_from` asks for them."""
    return [number for number, events in enumerate(steps) if any(event.kind == "turn-began" for event in events)]
