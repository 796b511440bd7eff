"""What every scenario declares, whichever game it is of, and the rooms it draws on."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from typing import Any, Final

from dungeon_twister.rules.geometry.rooms import Room, parse_rooms
from dungeon_twister.rules.geometry.text import TextError

OWN: Final = "own"  # the name of every scenario that does not come with the game: its text says which it is
MOST_ROOMS: Final = 64  # to draw from
LONGEST_WORD: Final = 24  # of a name that stands in notation


class Scenario:
    """One declared scenario; what only one game declares stands in a class that extends this one."""

    def __init__(
        self, name: str, title: str, game: str, rooms: list[Room], colours: list[str], pairs: int, target: int
    ) -> None:
        self.name = name
        self.title = title
        self.game = game  # the edition whose rules and pieces are played with
        self.rooms = rooms
        self.colours = colours
        self.pairs = pairs
        self.target = target
        self.declared = ""  # the text of the file, of a scenario that does not come with the game
        self.extra: list[Room] = []  # rooms that came by `with_rooms`

    def with_rooms(self, extra: list[Room]) -> Scenario:
        """The same scenario with more rooms in its pool."""
        raise NotImplementedError

    def pool_with(self, extra: list[Room]) -> list[Room]:
        """The rooms and some more; one of the same name takes the other's place."""
        names = [room.name for room in extra]
        return [room for room in self.rooms if room.name not in names] + extra

    def became(self, other: Scenario, extra: list[Room]) -> None:
        """What `with_rooms` hands on to the scenario it makes, in every game."""
        other.declared = self.declared
        other.extra = [room for room in self.extra if room.name not in [new.name for new in extra]] + extra


# -- rooms --------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=1)
def room_files() -> list[str]:
    """The room files that come with the game."""
    folder = files("dungeon_twister.content").joinpath("rooms")
    return sorted(entry.name[: -len(".txt")] for entry in folder.iterdir() if entry.name.endswith(".txt"))


def load_rooms(pack: str) -> list[Room]:
    """The drawings of a room file that comes with the game."""
    source = f"{pack}.txt"
    return parse_rooms(files("dungeon_twister.content").joinpath("rooms", source).read_text("utf-8"), source)


def rooms_named(source: str, data: dict[str, Any], packs: list[str]) -> list[Room]:
    """The rooms of the files that a scenario names: its own drawings ([[drawing]]) or those that come with the game."""
    drawn = drawings_of(source, data)
    rooms: list[Room] = []
    for pack in packs:
        if pack in drawn:
            rooms += drawn[pack]
        elif pack in room_files():
            rooms += load_rooms(pack)
        else:
            raise TextError(f"there is no room file {pack[:LONGEST_WORD]!r} (there are {', '.join(room_files())})", source)
    for pack in drawn:
        if pack not in packs:
            raise TextError(f"the scenario draws {pack!r} but does not name it among its rooms", source)
    if len(rooms) > MOST_ROOMS:
        raise TextError(f"a scenario draws on at most {MOST_ROOMS} rooms, not {len(rooms)}", source)
    return rooms


def drawings_of(source: str, data: dict[str, Any]) -> dict[str, list[Room]]:
    """The rooms that a scenario draws itself, by the name it gives them: [[drawing]] tables with a name and rooms."""
    found: dict[str, list[Room]] = {}
    tables = data.get("drawing", [])
    if not isinstance(tables, list):
        raise TextError("drawing is a list of tables ([[drawing]])", source)
    for table in tables:
        if not isinstance(table, dict) or set(table) != {"name", "rooms"}:
            raise TextError("a drawing has a name and rooms, and nothing else", source)
        name, text = table["name"], table["rooms"]
        if not isinstance(name, str) or not is_word(name):
            raise TextError(f"{str(name)[:LONGEST_WORD]!r} is no name of a drawing (letters, digits, - and _)", source)
        if not isinstance(text, str):
            raise TextError(f"the rooms of the drawing {name} are a text", source)
        if name in found or name in room_files():
            raise TextError(f"there are two room files {name}", source)
        found[name] = parse_rooms(text, f"{source}, drawing {name}")
        for room in found[name]:
            _check_room_name(room, source)
    return found


def _check_room_name(room: Room, source: str) -> None:
    for word in (room.name, room.pair):
        if not is_word(word):
            raise TextError(f"{word[:LONGEST_WORD]!r} is no name of a room or a pair (letters, digits, - and _)", source)


def is_word(word: str) -> bool:
    """May it stand in notation: letters, digits, - and _, and not too many?"""
    plain = word.replace("-", "").replace("_", "")
    return plain.isascii() and plain.isalnum() and len(word) <= LONGEST_WORD
