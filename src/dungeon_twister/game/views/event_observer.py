"""Events of both games, as a viewer may know them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from dungeon_twister.game.views.editions import edition_of
from dungeon_twister.game.views.shared_events import Fields
from dungeon_twister.game.views.view_shapes import EventView
from dungeon_twister.rules.engine.all_editions import EVENTS
from dungeon_twister.rules.engine.state import State
from dungeon_twister.rules.visibility import SPECTATOR

MOST_KEPT: Final = 20_000
# Games share equal events. A server with 600 games needs 51 kB instead of 89 kB for the events of each.
_kept: Final[dict[tuple[str, tuple[tuple[str, object], ...]], EventView]] = {}


def observe_event(state: State, event: tuple[int, int, int, int], viewer: int) -> EventView:
    """Return an event as a viewer may know it. The state must be the one right after the choice that caused it."""
    kind, *values = event
    fields = edition_of(state).event_fields(state, kind, values, viewer)
    for value in fields.values():
        if isinstance(value, list):  # rare
            return _made(kind, fields)
    key = (EVENTS[kind], tuple(fields.items()))
    found = _kept.get(key)
    if found is None:
        if len(_kept) >= MOST_KEPT:
            _kept.clear()
        found = _kept[key] = _made(kind, fields)
    return found


def observe_events(
    state: State, events: Sequence[tuple[int, int, int, int]], viewers: Iterable[int]
) -> dict[int, list[EventView]]:
    """Return the events of one choice for each viewer. Events that are the same for all share one list."""
    is_same_for_all = edition_of(state).is_same_for_all
    for event in events:
        if not is_same_for_all(state, event[0]):
            return {viewer: [observe_event(state, event, viewer) for event in events] for viewer in viewers}
    everybody = [observe_event(state, event, SPECTATOR) for event in events]
    return {viewer: everybody for viewer in viewers}  # noqa: C420 - the same list is meant


def _made(kind: int, fields: Fields) -> EventView:
    """Create an event. The tables of events name fields of EventView, which mypy cannot check."""
    return EventView(EVENTS[kind], **fields)  # type: ignore[arg-type]
