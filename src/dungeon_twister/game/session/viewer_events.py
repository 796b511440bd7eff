"""The events of a choice, as each viewer may know them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from dungeon_twister.game.views import EventView, observe_events
from dungeon_twister.rules.engine.game import apply
from dungeon_twister.rules.engine.state import State

Event = tuple[int, int, int, int]
ViewerEvents = dict[int, list[EventView]]  # viewer -> the events as this viewer may know them


def events_for_viewers(state: State, events: Sequence[Event], viewers: Iterable[int]) -> ViewerEvents:
    """Return the events for each viewer. The state must be the one right after the choice that led to them."""
    return observe_events(state, events, viewers)


def apply_and_observe(state: State, action: int, viewers: Iterable[int]) -> ViewerEvents:
    """Make a legal choice on a state, and return its events for each viewer."""
    state.events = []
    apply(state, action)
    events, state.events = state.events, None
    return events_for_viewers(state, events, viewers)


def turn_starts(steps: Iterable[Sequence[EventView]]) -> list[int]:
    """Return the numbers of the steps with which a turn began, for `visible_from`."""
    return [number for number, events in enumerate(steps) if any(event.kind == "turn-began" for event in events)]
