"""Scenarios of the board game as declared data: rooms, places, lines, seats, exits, target."""

from __future__ import annotations

from typing import Any, Final

from dungeon_twister.engine.pieces import pieces_of
from dungeon_twister.engine.scenario import Scenario, load_rooms
from dungeon_twister.geometry.layout import Layout, parse_layout
from dungeon_twister.geometry.rooms import Room
from dungeon_twister.geometry.text import TextError

COLOURS: Final = ("blue", "yellow", "red", "green")


class Seat:
    """Who sits where: a colour and its starting line."""

    def __init__(self, colour: str, line: str) -> None:
        self.colour = colour
        self.line = line


class BoardScenario(Scenario):
    """One declared scenario of the board game."""

    def __init__(
        self, name: str, title: str, rooms: list[Room], pairs: int, target: int, layout: Layout, seats: list[Seat]
    ) -> None:
        super().__init__(name, title, "board", rooms, [seat.colour for seat in seats], pairs, target)
        self.layout = layout
        self.seats = seats
        self.starters = 0
        self.without: list[str] = []

    def with_rooms(self, extra: list[Room]) -> BoardScenario:
        """The same scenario with more rooms in its pool; one of the same name takes the other's place."""
        rooms = self.pool_with(extra)
        pairs = len({room.pair for room in rooms})
        other = BoardScenario(self.name, self.title, rooms, pairs, self.target, self.layout, self.seats)
        other.starters = self.starters
        other.without = self.without
        return other


def read_board_scenario(name: str, data: dict[str, Any]) -> BoardScenario:
    """The scenario of a file's content; what is missing or does not add up is a TextError that says so."""
    try:
        rooms = [room for pack in data["rooms"] for room in load_rooms(str(pack))]
        seats = [Seat(str(seat["colour"]), str(seat["line"])) for seat in data["seat"]]
        layout = parse_layout(str(data["layout"]), name)
        scenario = BoardScenario(name, str(data["title"]), rooms, int(data["pairs"]), int(data["target"]), layout, seats)
        scenario.starters = int(data["starters"])
        scenario.without = [str(piece) for piece in data.get("without", [])]
    except KeyError as error:
        raise TextError(f"the scenario says nothing about {error.args[0]!r}", name) from None
    _check(scenario)
    return scenario


def _check(scenario: BoardScenario) -> None:
    lines = {line.name: line for line in scenario.layout.lines}
    for seat in scenario.seats:
        if seat.colour not in COLOURS:
            raise TextError(f"{seat.colour!r} is no colour ({', '.join(COLOURS)})", scenario.name)
        if seat.line not in lines:
            raise TextError(f"the layout has no line {seat.line!r}", scenario.name)
        if len(lines[seat.line].dots) < scenario.starters:
            raise TextError(f"the line {seat.line} has fewer dots than starters", scenario.name)
    known = {piece.name for piece in pieces_of(scenario.game)}
    for piece in scenario.without:
        if piece not in known:
            raise TextError(f"there is no piece {piece!r} to leave out", scenario.name)
