"""Names of tokens, places and rotations that both games have, and the numbers they stand for."""

from __future__ import annotations

from typing import Final

from dungeon_twister.game.record.unreadable import unreadable
from dungeon_twister.rules.engine.setting import Setting
from dungeon_twister.rules.geometry.rooms import CLOCKWISE, COUNTERCLOCKWISE

TURNS: Final = {"cw": CLOCKWISE, "ccw": COUNTERCLOCKWISE}


def read_token(setting: Setting, word: str, default: int = -1) -> int:
    """Return the token of a name, as `bW`; without the colour letter it is the default player's."""
    signs = [piece.sign for piece in setting.pieces]
    colours = [colour[0] for colour in setting.colours]
    if default >= 0 and word in signs:
        word = colours[default] + word
    if word[:1] not in colours or word[1:] not in signs:
        raise unreadable("no-token", word=word, example=setting.names[0])
    return colours.index(word[0]) * setting.each + signs.index(word[1:])


def lacks_colour(setting: Setting, word: str) -> bool:
    """Return whether a word is a sign without its colour letter."""
    return any(piece.sign == word for piece in setting.pieces)


SLOTS = [f"R{slot + 1}" for slot in range(64)]


def slot_name(slot: int) -> str:
    return SLOTS[slot] if 0 <= slot < len(SLOTS) else f"R{slot + 1}"


def read_slot(slots: int, word: str) -> int:
    """Return the number of the place of a room, as `R3`."""
    number = word[1:]
    if word[:1] != "R" or not (number.isascii() and number.isdigit()) or len(number) > 3 or not 1 <= int(number) <= slots:
        raise unreadable("no-slot", word=word, last=f"R{slots}")
    return int(number) - 1


def read_turn(word: str) -> int:
    if word not in TURNS:
        raise unreadable("no-rotation", word=word)
    return TURNS[word]


def turn_name(quarters: int) -> str:
    return "cw" if quarters == CLOCKWISE else "ccw"


def index(word: str, names: list[str], code: str) -> int:
    if word not in names:
        raise unreadable(code, word=word, known=", ".join(names))
    return names.index(word)


def in_range(value: int, low: int, high: int, code: str) -> int:
    if not low <= value <= high:
        raise unreadable(code, low=low, high=high, value=value)
    return value
