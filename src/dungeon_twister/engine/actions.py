"""A choice as one integer: the kind in the low 6 bits, then a token or number of 8 bits, then a place or target.

The other two faces of a choice, the JSON object and the line of text, are made in `record`.
"""

from __future__ import annotations

from typing import Final

# under way
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
DRINK: Final = 16
# of a player
PASS: Final = 17
CARD: Final = 18  # value
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
# of the Card Game; under way
GIVE: Final = 31  # item, receiver
# actions of a character there
SHOOT: Final = 32  # token
BOW: Final = 33  # token
SPEAR: Final = 34  # token
STEAL: Final = 35  # victim, item
LIFT: Final = 36  # item, place, receiver
BREAK_WALLS: Final = 37
INVERT: Final = 38  # tile
# of a player there
PICK: Final = 39  # token
FACE: Final = 40  # token, letter of the zone
RAGE: Final = 41  # number of cards
NAME: Final = 42  # value
ROB: Final = 43  # victim, item given
# of chance there
DRAW_PICKER: Final = 44  # player
DRAW_OBJECT: Final = 45  # token
# of the scenarios for three and four players
RAISE: Final = 46
LEAVE: Final = 47
SLIDE: Final = 48  # compass
JOIN: Final = 49  # side: out, attack, defence
DRAW_DOOR: Final = 50  # line, player or the number of players for a colour nobody has

KIND_MASK: Final = 63
FIRST_SHIFT: Final = 6
FIRST_MASK: Final = 255
SECOND_SHIFT: Final = 14


def pack(kind: int, first: int = 0, second: int = 0) -> int:
    return kind | first << 6 | second << 14


def kind_of(action: int) -> int:
    return action & 63


def first_of(action: int) -> int:
    return (action >> 6) & 255


def second_of(action: int) -> int:
    return action >> 14
