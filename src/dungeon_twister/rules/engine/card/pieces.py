"""The characters and objects of the Card Game, and the capabilities that only it has."""

from __future__ import annotations

from functools import cache
from typing import Final

from dungeon_twister.rules.engine.pieces import SHARED, Piece, load_pieces

FATAL_BLOW: Final = 1 << 15
STABS: Final = 1 << 16
RAGES: Final = 1 << 17
GIANT: Final = 1 << 18
SHOOTS: Final = 1 << 19
UNDEAD: Final = 1 << 20
INSPIRES: Final = 1 << 21
INCORPOREAL: Final = 1 << 22
NO_TRANSPORT: Final = 1 << 23
BREAKS_WALLS: Final = 1 << 24
SQUEEZES: Final = 1 << 25
STRONG: Final = 1 << 26
HUNTS_UNDEAD: Final = 1 << 27
STEALS: Final = 1 << 28
FIGHTS_FREE: Final = 1 << 29
MOVES_OBJECTS: Final = 1 << 30
CONTROLS_MINDS: Final = 1 << 31
COMBAT_SKILLS: Final = 1 << 32
BOW: Final = 1 << 33
KEY: Final = 1 << 34
SHIELD: Final = 1 << 35
INVERSION: Final = 1 << 36
SPEAR: Final = 1 << 37

CAPABILITIES: Final[dict[str, int]] = {
    **SHARED,
    "fatal_blow": FATAL_BLOW,
    "stabs": STABS,
    "rages": RAGES,
    "giant": GIANT,
    "shoots": SHOOTS,
    "undead": UNDEAD,
    "inspires": INSPIRES,
    "incorporeal": INCORPOREAL,
    "no_transport": NO_TRANSPORT,
    "breaks_walls": BREAKS_WALLS,
    "squeezes": SQUEEZES,
    "strong": STRONG,
    "hunts_undead": HUNTS_UNDEAD,
    "steals": STEALS,
    "fights_free": FIGHTS_FREE,
    "moves_objects": MOVES_OBJECTS,
    "controls_minds": CONTROLS_MINDS,
    "combat_skills": COMBAT_SKILLS,
    "bow": BOW,
    "key": KEY,
    "shield": SHIELD,
    "inversion": INVERSION,
    "spear": SPEAR,
}


@cache
def card_pieces() -> list[Piece]:
    """The characters and then the objects, in the order of their file."""
    return load_pieces("card", CAPABILITIES)
