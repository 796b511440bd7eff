"""Kinds of choices of the Card Game alone; the shared ones and the packing of a choice: `rules/engine/actions.py`."""

from __future__ import annotations

from typing import Final

GIVE: Final = 31  # item, receiver
SHOOT: Final = 32  # token
BOW: Final = 33  # token
SPEAR: Final = 34  # token
STEAL: Final = 35  # victim, item
LIFT: Final = 36  # item, place, receiver
BREAK_WALLS: Final = 37
INVERT: Final = 38  # tile
PICK: Final = 39  # token
FACE: Final = 40  # token, letter of the zone
RAGE: Final = 41  # number of cards
NAME: Final = 42  # value
ROB: Final = 43  # victim, item given
DRAW_PICKER: Final = 44  # player
DRAW_OBJECT: Final = 45  # token
