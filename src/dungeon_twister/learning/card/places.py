"""Names of places of the Card Game in lessons."""

from __future__ import annotations

import re
from typing import Final

from dungeon_twister.game.record.card.token_names import read_tile
from dungeon_twister.rules.engine.card.state import card_of
from dungeon_twister.rules.engine.state import State
from dungeon_twister.rules.geometry.text import TextError

STATION: Final = re.compile(r"[NS][01][TSCG]|[NS]")
LETTERS: Final = "TSCG"


def square_of(state: State, token: int) -> frozenset[str]:
    """Raise ValueError: this game has no squares."""
    raise ValueError("only the board game has squares")


def zones_of_room(played: State, place: str) -> frozenset[str]:
    """Return the zones of the room on a place. Raise ValueError if there is none face up."""
    state = card_of(played)
    try:
        room = state.maze.room_of[read_tile(state, place)]
    except TextError as error:
        raise ValueError(str(error)) from None
    if room < 0:
        raise ValueError(f"the room on {place} lies face down")
    return frozenset(f"{state.maze.plan.rooms[room].name}.{letter}" for letter in LETTERS)


def kind_of_place(state: State, name: str) -> str:
    """Return `zone` for the name of a zone or a station, otherwise `choice`."""
    room, dot, letter = name.partition(".")
    if dot and letter in LETTERS and any(room == one.name for one in state.setting.scenario.rooms):
        return "zone"
    return "zone" if STATION.fullmatch(name) else "choice"


def face_down_rooms(state: State) -> int:
    return sum(room < 0 for room in card_of(state).maze.room_of)
