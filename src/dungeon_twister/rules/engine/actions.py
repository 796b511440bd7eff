"""Choices as integers: the kind in the low 6 bits, then 8 bits for a token or number, then a place or target.

The package `record` converts choices to JSON objects and lines of text. This module has the kinds of both games; the kinds of
one game stand in its own `actions.py`. No two games share a number, because the numbers are part of recorded bytes.
"""

from __future__ import annotations

from typing import Final

# during a journey
STEP: Final = 0  # target square
TAKE: Final = 1  # token
DROP: Final = 2
SWAP: Final = 3  # token
STOP: Final = 4
# actions of a character (ACT-10 to ACT-21): the token, then the target
MOVE: Final = 5
JUMP: Final = 6
WALK_WALL: Final = 7
REVEAL: Final = 8  # tile
ROTATE: Final = 9  # tile * 4 + quarters clockwise
ATTACK: Final = 10  # token
BREAK: Final = 11  # compass + 4 if the far portcullis of two is meant
TOGGLE: Final = 12  # the same
HEAL: Final = 13  # token
REGENERATE: Final = 14
FIRE: Final = 15  # compass
# of a player
PASS: Final = 17
COMBAT: Final = 19  # value
PLACE: Final = 20  # token, square
START: Final = 21  # token, square
LAY: Final = 22  # token, tile
LEAVE_OUT: Final = 23  # token
# of chance
DRAW_PAIR: Final = 24  # index of the pair
DRAW_PLACER: Final = 25  # player
DRAW_STARTER: Final = 26  # player
DRAW_ROOM: Final = 27  # quarters, room
# at any time
RESIGN: Final = 28  # player
AGREE_DRAW: Final = 29
TIMEOUT: Final = 30

KIND_MASK: Final = 63
FIRST_SHIFT: Final = 6
FIRST_MASK: Final = 255
SECOND_SHIFT: Final = 14
# of turning a room, within the second part
QUARTERS_MASK: Final = 3
TILE_SHIFT: Final = 2


def pack(kind: int, first: int = 0, second: int = 0) -> int:
    return kind | first << FIRST_SHIFT | second << SECOND_SHIFT


def kind_of(action: int) -> int:
    return action & KIND_MASK


def first_of(action: int) -> int:
    return (action >> FIRST_SHIFT) & FIRST_MASK


def second_of(action: int) -> int:
    return action >> SECOND_SHIFT
