"""Names of places of the board game in lessons."""

from __future__ import annotations

import re
from typing import Final

from dungeon_twister.game.record.board.square_names import square_name
from dungeon_twister.rules.engine.board.state import board_of
from dungeon_twister.rules.engine.state import UNDER, State

SQUARE: Final = re.compile(r"[a-z]{1,2}[1-9][0-9]?")


def square_of(played: State, token: int) -> frozenset[str]:
    """Return the square of a token. Raise ValueError if it is on none."""
    state = board_of(played)
    square = state.loc[token]
    if not 0 <= square < UNDER:
        raise ValueError(f"{state.setting.names[token]} then stands on no square")
    return frozenset([square_name(state, square)])


def zones_of_room(state: State, place: str) -> frozenset[str]:
    """Raise ValueError: this game has no zones."""
    raise ValueError("only the Card Game has zones")


def kind_of_place(state: State, name: str) -> str:
    """Return `square` for the name of a square, otherwise `choice`."""
    return "square" if SQUARE.fullmatch(name) else "choice"


def face_down_rooms(state: State) -> int:
    return sum(room < 0 for room in board_of(state).maze.room_of)
