"""What is to be decided next: a frame of the stack, packed as kind, who (chance is -1) and an argument."""

from __future__ import annotations

from typing import Final

TRAVEL: Final = 0
ACT: Final = 1
CHOOSE_CARD: Final = 2
PLACE_TOKENS: Final = 3  # tile
CHOOSE_COMBAT: Final = 4
LAY_TOKENS: Final = 5
CHOOSE_STARTERS: Final = 6
LEAVE_OUT_CHARACTERS: Final = 7
ROOM_DRAW: Final = 8  # tile
PAIR_DRAW: Final = 9
PLACER_DRAW: Final = 10
STARTER_DRAW: Final = 11
# of the Card Game
SELECT: Final = 12
FACING: Final = 13
RAGING: Final = 14
NAMING: Final = 15
PICKER_DRAW: Final = 16
OBJECT_DRAW: Final = 17
JOINING: Final = 18
DOOR_DRAW: Final = 19  # line

CHANCE: Final = -1

DECISIONS: Final = (
    "travel",
    "act",
    "card",
    "place",
    "combat",
    "lay",
    "starters",
    "leave-out",
    "room",
    "pairs",
    "placer",
    "starter",
    "select",
    "face",
    "rage",
    "name",
    "picker",
    "object",
    "join",
    "door",
)


def frame(kind: int, who: int, argument: int = 0) -> int:
    return kind | (who + 1) << 5 | argument << 9


def frame_kind(packed: int) -> int:
    return packed & 31


def frame_who(packed: int) -> int:
    return ((packed >> 5) & 15) - 1


def frame_argument(packed: int) -> int:
    return packed >> 9
