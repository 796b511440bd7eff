"""Characters and objects as declared data: figures and named capabilities (section 1 of the rules).

This module has the capabilities of both games; those of one game stand in its own `pieces.py`.
"""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Final

from dungeon_twister.rules.geometry.text import TextError

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
TREASURE: Final = 16384

SHARED: Final[dict[str, int]] = {
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
    "treasure": TREASURE,
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
        self.in_box = True  # part of the published box; False: added later, so no game recorded before contains it


def load_pieces(game: str, capabilities: dict[str, int]) -> list[Piece]:
    """Return the characters and then the objects of a game, in the order of its file."""
    text = files("dungeon_twister.content").joinpath(game, "pieces.toml").read_text("utf-8")
    return parse_pieces(text, f"{game}/pieces.toml", capabilities)


def parse_pieces(text: str, source: str, capabilities: dict[str, int]) -> list[Piece]:
    """Read a file of pieces. Raise a TextError for a capability that no rule of the game knows, or a sign that two pieces have.
    `box` names the signs of the published box; without it all pieces are of the box."""
    data = tomllib.loads(text)
    signs: dict[str, str] = {}
    for entry in data["character"] + data["object"]:
        name, sign = str(entry["name"]), str(entry["sign"])
        for capability in entry.get("capabilities", []):
            if capability not in capabilities:
                raise TextError(f"there is no capability {capability!r} for {name} ({', '.join(capabilities)})", source)
        if sign in signs:
            raise TextError(f"the sign {sign!r} of {name} is that of {signs[sign]} already", source)
        signs[sign] = name
    characters = [_character(entry, capabilities) for entry in data["character"]]
    pieces = characters + [_object(entry, capabilities) for entry in data["object"]]
    box = data.get("box", list(signs))
    for sign in box:
        if sign not in signs:
            raise TextError(f"the box has a piece {sign!r} that is not declared", source)
    for piece in pieces:
        piece.in_box = piece.sign in box
    return pieces


def _character(entry: dict[str, object], capabilities: dict[str, int]) -> Piece:
    return Piece(
        str(entry["name"]),
        str(entry["sign"]),
        True,
        _figure(entry, "movement", 0),
        _figure(entry, "combat", 0),
        _figure(entry, "exit_vp", 1),
        _bits_of(entry, capabilities),
    )


def _object(entry: dict[str, object], capabilities: dict[str, int]) -> Piece:
    return Piece(str(entry["name"]), str(entry["sign"]), False, 0, 0, 0, _bits_of(entry, capabilities))


def _figure(entry: dict[str, object], key: str, default: int) -> int:
    value = entry.get(key, default)
    assert isinstance(value, int)
    return value


def _bits_of(entry: dict[str, object], capabilities: dict[str, int]) -> int:
    names = entry.get("capabilities", [])
    assert isinstance(names, list)
    total = 0
    for name in names:
        total |= capabilities[str(name)]
    return total
