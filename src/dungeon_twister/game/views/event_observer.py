"""Events of both games, as a viewer may know them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final, NamedTuple

from dungeon_twister.game.views.board_events import board_alike, board_fields
from dungeon_twister.game.views.card_events import card_alike, card_fields
from dungeon_twister.game.views.shared_events import Fields
from dungeon_twister.game.views.shared_parts import store
from dungeon_twister.game.views.view_shapes import EventView
from dungeon_twister.rules.engine.all_editions import EVENTS
from dungeon_twister.rules.engine.by_edition import ByEdition
from dungeon_twister.rules.engine.state import State
from dungeon_twister.rules.visibility import SPECTATOR


class EventObserver(NamedTuple):
    """The event functions of one game."""

    fields: Callable[[State, int, list[int], int], Fields]
    alike: Callable[[State, int], bool]


_OBSERVERS: Final = ByEdition(EventObserver(board_fields, board_alike), EventObserver(card_fields, card_alike))
_kept: Final[dict[tuple[str, tuple[tuple[str, object], ...]], EventView]] = {}


def observe_event(state: State, event: tuple[int, int, int, int], viewer: int) -> EventView:
    """Return an event as a viewer may know it. The state must be the one right after the choice that caused it."""
    kind, *values = event
    fields = _OBSERVERS.of(state).fields(state, kind, values, viewer)
    for value in fields.values():
        if isinstance(value, list):  # rare
            return _made(kind, fields)
    key = (EVENTS[kind], tuple(fields.items()))
    found = _kept.get(key)
    if found is None:
        found = store(_kept, key, _made(kind, fields))
    return found


def observe_events(
    state: State, events: Sequence[tuple[int, int, int, int]], viewers: Iterable[int]
) -> dict[int, list[EventView]]:
    """Return the events of one choice for each viewer. Events that are the same for all share one list."""
    alike = _OBSERVERS.of(state).alike
    for event in events:
        if not alike(state, event[0]):
            return {viewer: [observe_event(state, event, viewer) for event in events] for viewer in viewers}
    everybody = [observe_event(state, event, SPECTATOR) for event in events]
    return {viewer: everybody for viewer in viewers}  # noqa: C420 - the same list is meant


def _made(kind: int, fields: Fields) -> EventView:
    """Create an event. The tables of events name fields of EventView, which mypy cannot check."""
    return EventView(EVENTS[kind], **fields)  # type: ignore[arg-type]
