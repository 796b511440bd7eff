"""The characters and objects of the board game, and the capabilities that only it has."""

from __future__ import annotations

from functools import cache
from typing import Final

from dungeon_twister.rules.engine.pieces import SHARED, Piece, load_pieces

POTION: Final = 8192

CAPABILITIES: Final[dict[str, int]] = {
    **SHARED,
    "potion": POTION,
}


@cache
def board_pieces() -> list[Piece]:
    """The characters and then the objects, in the order of their file."""
    return load_pieces("board", CAPABILITIES)
