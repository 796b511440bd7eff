"""What happened, as a viewer may know it, in both games."""

from __future__ import annotations

from typing import Final

from dungeon_twister.engine.editions import EVENTS
from dungeon_twister.engine.per_game import PerGame
from dungeon_twister.engine.state import State
from dungeon_twister.observe.board_events import board_fields
from dungeon_twister.observe.card_events import card_fields
from dungeon_twister.observe.shapes import EventView
from dungeon_twister.observe.shared import keep
from dungeon_twister.observe.shared_events import Fields
from dungeon_twister.record.plain import maker

FIELDS: Final = PerGame(board=board_fields, card=card_fields)
_make: Final = maker(EventView)
_kept: Final[dict[tuple[str, tuple[tuple[str, object], ...]], EventView]] = {}


def observe_event(state: State, event: tuple[int, int, int, int], viewer: int) -> EventView:
    """An event as a viewer may know it; the state is the one right after the choice that caused it."""
    kind, *values = event
    fields = FIELDS.of(state)(state, kind, values, viewer)
    for value in fields.values():
        if isinstance(value, list):  # these come seldom
            return _made(kind, fields)
    key = (EVENTS[kind], tuple(fields.items()))
    found = _kept.get(key)
    if found is None:
        found = keep(_kept, key, _made(kind, fields))
    return found


def _made(kind: int, fields: Fields) -> EventView:
    """The tables of events name fields of EventView, which mypy cannot see."""
    return _make(EVENTS[kind], **fields)  # type: ignore[arg-type]
