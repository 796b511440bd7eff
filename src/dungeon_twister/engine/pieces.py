"""Characters and objects as declared data: figures and named capabilities (section 1 of the rules)."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Final

from dungeon_twister.geometry.text import TextError

HEALS: Final = 1
BREAKS_GATES: Final = 2
OPENS_GATES: Final = 4
FLIES: Final = 8
CASTS: Final = 16
TURNS_FREELY: Final = 32
WALKS_WALLS: Final = 64
REGENERATES: Final = 128
CLIMBS: Final = 256
ARMOR: Final = 512
SWORD: Final = 1024
ROPE: Final = 2048
FIREBALL: Final = 4096
POTION: Final = 8192
TREASURE: Final = 16384
# of the Card Game
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
    "heals": HEALS,
    "breaks_gates": BREAKS_GATES,
    "opens_gates": OPENS_GATES,
    "flies": FLIES,
    "casts": CASTS,
    "turns_freely": TURNS_FREELY,
    "walks_walls": WALKS_WALLS,
    "regenerates": REGENERATES,
    "climbs": CLIMBS,
    "armor": ARMOR,
    "sword": SWORD,
    "rope": ROPE,
    "fireball": FIREBALL,
    "potion": POTION,
    "treasure": TREASURE,
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


class Piece:
    """One kind of character or object of an edition."""

    def __init__(
        self, name: str, sign: str, character: bool, movement: int, combat: int, exit_vp: int, capabilities: int
    ) -> None:
        self.name = name
        self.sign = sign
        self.character = character
        self.movement = movement
        self.combat = combat
        self.exit_vp = exit_vp
        self.capabilities = capabilities


@cache
def pieces_of(edition: str) -> list[Piece]:
    """The characters and then the objects of an edition, in the order of its file."""
    text = files("dungeon_twister.content").joinpath(edition, "pieces.toml").read_text("utf-8")
    return parse_pieces(text, f"{edition}/pieces.toml")


def parse_pieces(text: str, source: str) -> list[Piece]:
    """Read a file of pieces; a capability that no rule knows is a TextError."""
    data = tomllib.loads(text)
    for entry in data["character"] + data["object"]:
        for name in entry.get("capabilities", []):
            if name not in CAPABILITIES:
                raise TextError(f"there is no capability {name!r} for {entry['name']} ({', '.join(CAPABILITIES)})", source)
    return [_character(entry) for entry in data["character"]] + [_object(entry) for entry in data["object"]]


def _character(entry: dict[str, object]) -> Piece:
    return Piece(
        str(entry["name"]),
        str(entry["sign"]),
        True,
        _figure(entry, "movement", 0),
        _figure(entry, "combat", 0),
        _figure(entry, "exit_vp", 1),
        _capabilities(entry),
    )


def _object(entry: dict[str, object]) -> Piece:
    return Piece(str(entry["name"]), str(entry["sign"]), False, 0, 0, 0, _capabilities(entry))


def _figure(entry: dict[str, object], key: str, default: int) -> int:
    value = entry.get(key, default)
    assert isinstance(value, int)
    return value


def _capabilities(entry: dict[str, object]) -> int:
    names = entry.get("capabilities", [])
    assert isinstance(names, list)
    total = 0
    for name in names:
        total |= CAPABILITIES[str(name)]
    return total
