"""Scenarios as declared data: rooms, places, lines, seats, exits, target."""

from __future__ import annotations

import tomllib
from importlib.resources import files

from dungeon_twister.engine.pieces import pieces_of
from dungeon_twister.geometry.layout import Layout, parse_layout
from dungeon_twister.geometry.rooms import Room, parse_rooms
from dungeon_twister.geometry.text import TextError

COLOURS = ("blue", "yellow", "red", "green")
EDITIONS = ("board",)


class Seat:
    """Who sits where: a colour and its starting line."""

    def __init__(self, colour: str, line: str) -> None:
        self.colour = colour
        self.line = line


class Scenario:
    """One declared scenario."""

    def __init__(self, name: str, title: str, layout: Layout, rooms: list[Room], seats: list[Seat]) -> None:
        self.name = name
        self.title = title
        self.layout = layout
        self.rooms = rooms
        self.seats = seats
        self.game = ""  # the edition whose pieces are played with
        self.pairs = 0
        self.starters = 0
        self.target = 0
        self.without: list[str] = []

    def with_rooms(self, extra: list[Room]) -> Scenario:
        """The same scenario with more rooms in its pool; one of the same name takes the other's place."""
        names = [room.name for room in extra]
        rooms = [room for room in self.rooms if room.name not in names] + extra
        other = Scenario(self.name, self.title, self.layout, rooms, self.seats)
        other.game = self.game
        other.pairs = len({room.pair for room in rooms})
        other.starters = self.starters
        other.target = self.target
        other.without = self.without
        return other


def scenario_names() -> list[str]:
    """Every scenario that comes with the game."""
    folder = files("dungeon_twister.content").joinpath("scenarios")
    return sorted(entry.name[: -len(".toml")] for entry in folder.iterdir() if entry.name.endswith(".toml"))


def load_scenario(name: str) -> Scenario:
    """The scenario of that name; an unknown name is a sentence that lists the known ones."""
    if name not in scenario_names():
        raise TextError(f"there is no scenario {name!r} (there are {', '.join(scenario_names())})")
    text = files("dungeon_twister.content").joinpath("scenarios", f"{name}.toml").read_text("utf-8")
    return parse_scenario(name, text)


def load_rooms(pack: str) -> list[Room]:
    """The drawings of a room file that comes with the game."""
    source = f"{pack}.txt"
    return parse_rooms(files("dungeon_twister.content").joinpath("rooms", source).read_text("utf-8"), source)


def parse_scenario(name: str, text: str) -> Scenario:
    """Read a scenario file."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise TextError(f"not a scenario file: {error}", name) from None
    try:
        rooms = [room for pack in data["rooms"] for room in load_rooms(str(pack))]
        seats = [Seat(str(seat["colour"]), str(seat["line"])) for seat in data["seat"]]
        scenario = Scenario(name, str(data["title"]), parse_layout(str(data["layout"]), name), rooms, seats)
        scenario.game = str(data["game"])
        scenario.pairs = int(data["pairs"])
        scenario.starters = int(data["starters"])
        scenario.target = int(data["target"])
        scenario.without = [str(piece) for piece in data.get("without", [])]
    except KeyError as error:
        raise TextError(f"the scenario says nothing about {error.args[0]!r}", name) from None
    _check(scenario)
    return scenario


def _check(scenario: Scenario) -> None:
    lines = {line.name: line for line in scenario.layout.lines}
    for seat in scenario.seats:
        if seat.colour not in COLOURS:
            raise TextError(f"{seat.colour!r} is no colour ({', '.join(COLOURS)})", scenario.name)
        if seat.line not in lines:
            raise TextError(f"the layout has no line {seat.line!r}", scenario.name)
        if len(lines[seat.line].dots) < scenario.starters:
            raise TextError(f"the line {seat.line} has fewer dots than starters", scenario.name)
    if scenario.game not in EDITIONS:
        raise TextError(f"there is no game {scenario.game!r} (there is {', '.join(EDITIONS)})", scenario.name)
    known = {piece.name for piece in pieces_of(scenario.game)}
    for piece in scenario.without:
        if piece not in known:
            raise TextError(f"there is no piece {piece!r} to leave out", scenario.name)
