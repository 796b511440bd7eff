"""What every scenario of either game declares, and the rooms of its pool."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from typing import Any, Final

from dungeon_twister.rules.engine.scenario_words import ScenarioWords
from dungeon_twister.rules.geometry.rooms import Room, parse_rooms
from dungeon_twister.rules.geometry.text import TextError

OWN: Final = "own"  # the name of every scenario that is not built in; its text identifies it
MOST_ROOMS: Final = 64  # in the pool of one scenario
LONGEST_WORD: Final = 24  # of a name that is written in notation


class Scenario:
    """One declared scenario. Each game extends this class with its own declarations."""

    def __init__(
        self, name: str, title: str, game: str, rooms: list[Room], colours: list[str], pairs: int, target: int
    ) -> None:
        self.name = name
        self.title = title
        self.game = game  # the edition whose rules and pieces are used
        self.rooms = rooms
        self.colours = colours
        self.pairs = pairs
        self.target = target
        self.declared = ""  # the text of the file, if the scenario is not built in
        self.extra: list[Room] = []  # rooms added by `with_rooms`
        self.text = ""  # what it says of itself
        self.translations: dict[str, ScenarioWords] = {}  # by language

    def with_rooms(self, extra: list[Room]) -> Scenario:
        """Return the same scenario with more rooms in its pool."""
        raise NotImplementedError

    def pool_with(self, extra: list[Room]) -> list[Room]:
        """Return the pool with some rooms added; each replaces a room of the same name."""
        names = [room.name for room in extra]
        return [room for room in self.rooms if room.name not in names] + extra

    def became(self, other: Scenario, extra: list[Room]) -> None:
        """Copy what `with_rooms` keeps, in every game, to the new scenario."""
        other.declared = self.declared
        other.text = self.text
        other.translations = self.translations
        other.extra = [room for room in self.extra if room.name not in [new.name for new in extra]] + extra


# -- rooms --------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=1)
def room_files() -> list[str]:
    """Return the built-in room files."""
    folder = files("dungeon_twister.content").joinpath("rooms")
    return sorted(entry.name[: -len(".txt")] for entry in folder.iterdir() if entry.name.endswith(".txt"))


def load_rooms(pack: str) -> list[Room]:
    """Return the drawings of a built-in room file."""
    source = f"{pack}.txt"
    return parse_rooms(files("dungeon_twister.content").joinpath("rooms", source).read_text("utf-8"), source)


def rooms_named(source: str, data: dict[str, Any], packs: list[str]) -> list[Room]:
    """Return the rooms of the files that a scenario names: its own drawings ([[drawing]]) or built-in files."""
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
    """Return the rooms that a scenario draws itself, by the name of the [[drawing]] table, which has a name and rooms."""
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
    """Return whether a word may be written in notation: letters, digits, - and _, at most LONGEST_WORD."""
    plain = word.replace("-", "").replace("_", "")
    return plain.isascii() and plain.isalnum() and len(word) <= LONGEST_WORD
