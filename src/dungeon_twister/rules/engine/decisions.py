"""Decisions: frames of the stack, each packed as a kind, a decider (chance is -1) and an argument.

This module has the decisions of both games; those of one game stand in its own `decisions.py`.
"""

from __future__ import annotations

from typing import Final

TRAVEL: Final = 0
ACT: Final = 1
PLACE_TOKENS: Final = 3  # tile
CHOOSE_COMBAT: Final = 4
LAY_TOKENS: Final = 5
CHOOSE_STARTERS: Final = 6
LEAVE_OUT_CHARACTERS: Final = 7
ROOM_DRAW: Final = 8  # tile
PAIR_DRAW: Final = 9
PLACER_DRAW: Final = 10
STARTER_DRAW: Final = 11

CHANCE: Final = -1

NAMES: Final[dict[int, str]] = {
    TRAVEL: "travel",
    ACT: "act",
    PLACE_TOKENS: "place",
    CHOOSE_COMBAT: "combat",
    LAY_TOKENS: "lay",
    CHOOSE_STARTERS: "starters",
    LEAVE_OUT_CHARACTERS: "leave-out",
    ROOM_DRAW: "room",
    PAIR_DRAW: "pairs",
    PLACER_DRAW: "placer",
    STARTER_DRAW: "starter",
}


KIND_MASK: Final = 31
WHO_SHIFT: Final = 5
WHO_MASK: Final = 15
ARGUMENT_SHIFT: Final = 9


def frame(kind: int, who: int, argument: int = 0) -> int:
    return kind | (who + 1) << WHO_SHIFT | argument << ARGUMENT_SHIFT


def frame_kind(packed: int) -> int:
    return packed & KIND_MASK


def frame_who(packed: int) -> int:
    return ((packed >> WHO_SHIFT) & WHO_MASK) - 1


def frame_argument(packed: int) -> int:
    return packed >> ARGUMENT_SHIFT
