"""Scenarios of the board game as declared data: rooms, places, lines, seats, exits, target, and changes of the rules.

`scenario_files` reads scenario files, `scenario_checks` checks them.
"""

from __future__ import annotations

from typing import Any, Final

from dungeon_twister.rules.engine.board.pieces import board_pieces
from dungeon_twister.rules.engine.pieces import Piece
from dungeon_twister.rules.engine.scenario import Scenario
from dungeon_twister.rules.geometry.layout import Layout
from dungeon_twister.rules.geometry.rooms import Room

COLOURS: Final = ("blue", "yellow", "red", "green")

# Where characters leave the maze: on lines of opponents (MP-5), on every small line (RACE-5), on the small line of their colour
# (DOOR-10), or from the apex (PYR-13).
BY_LINES: Final = "lines"
BY_SMALL: Final = "small"
BY_DOOR: Final = "door"
BY_APEX: Final = "apex"
EXITS: Final = (BY_LINES, BY_SMALL, BY_DOOR, BY_APEX)

# What scores apart from leaving: enemies eliminated (MP-12), nothing (PYR-22), enemies wounded or eliminated in combat
# (ALLY-8).
FOR_ELIMINATED: Final = "eliminated"
NO_POINTS: Final = "nothing"
FOR_WOUNDED: Final = "wounded"
KILLS: Final = (FOR_ELIMINATED, NO_POINTS, FOR_WOUNDED)


class ScenarioSeat:
    """A seat: a colour, its starting line ("": lines are shared), the lines that are its exits, its team ("": none)."""

    def __init__(self, colour: str, line: str) -> None:
        self.colour = colour
        self.line = line
        self.exits: list[str] = []
        self.team = ""


class RoomPool:
    """Places for certain rooms only: one `room`, both of a `pair`, or `one_of` a pair, whose other room is not in the game."""

    def __init__(self, places: list[tuple[int, int]], tiles: list[int]) -> None:
        self.places = places  # north-west squares
        self.tiles = tiles  # the same places as tiles
        self.room = ""
        self.pair = ""
        self.one_of = ""
        self.lever = False  # a gear in these rooms moves the elevator (ELEV-9)

    def takes(self, room: Room) -> bool:
        """Return whether this room may lie here."""
        return room.name == self.room if self.room else room.pair == (self.pair or self.one_of)


class BoardScenario(Scenario):
    """One declared scenario of the board game. Tiles are numbered as the layout lists the places that hold a room."""

    def __init__(
        self, name: str, title: str, rooms: list[Room], pairs: int, target: int, layout: Layout, seats: list[ScenarioSeat]
    ) -> None:
        # `pairs`: how many are drawn at random, in addition to those of pools; `target`: 0 in a game of fixed length (RACE-1)
        super().__init__(name, title, "board", rooms, [seat.colour for seat in seats], pairs, target)
        self.layout = layout
        self.seats = seats  # clockwise, which is the turn order (MP-6)
        self.starters = 0
        self.without: list[str] = []
        self.extra_pieces: list[str] = []  # pieces of this game that are not in the box (`with` in the file)
        self.characters = 0  # how many each player chooses, in secret (PYR-2); 0: all
        self.shared = False  # all players share every line with dots (LINE-4)
        self.small: list[int] = [number for number, line in enumerate(layout.lines) if not line.dots]  # LINE-2
        self.exits = BY_LINES
        self.kills = FOR_ELIMINATED
        self.stall = 12  # turns of each player without progress that end the game (STALL-6)
        self.turns = 0  # length of the game (RACE-9); 0: until a player reaches the target
        self.levels = False  # the maze is filled level by level (PYR-11)
        self.joins = False  # other players may join a combat (ALLY-20)
        self.quiet = False  # no attack before all rooms are revealed (ALLY-6)
        self.across = False  # the player across places the revealer's tokens (TEAM-7)
        self.opposite: list[int] = []  # with `across`: the opposite seat of each seat (TEAM-5)
        self.pools: list[RoomPool] = []
        self.apex = -1  # tile (PYR-6)
        self.elevator = -1  # tile (ELEV-4a)
        self.levers: list[int] = []  # tiles whose gear moves the elevator, including its own (ELEV-9)
        self.choices: dict[str, list[str]] = {}  # options of this scenario and their values, the default first
        self.board_scenario: dict[str, Any] = {}  # the content of the file, to make variants with other values

    def with_rooms(self, extra: list[Room]) -> BoardScenario:
        """Return the same scenario with more rooms in its pool; each replaces a room of the same name."""
        other = BoardScenario(self.name, self.title, self.pool_with(extra), 0, self.target, self.layout, self.seats)
        other.starters = self.starters
        other.without = self.without
        other.extra_pieces = self.extra_pieces
        other.characters = self.characters
        other.shared = self.shared
        other.exits = self.exits
        other.kills = self.kills
        other.stall = self.stall
        other.turns = self.turns
        other.levels = self.levels
        other.joins = self.joins
        other.quiet = self.quiet
        other.across = self.across
        other.opposite = self.opposite
        other.pools = self.pools
        other.apex = self.apex
        other.elevator = self.elevator
        other.levers = self.levers
        other.choices = self.choices
        other.board_scenario = self.board_scenario
        self.became(other, extra)
        other.pairs = len(other.open_pairs())
        return other

    def pool_of(self, tile: int) -> RoomPool | None:
        """Return the pool from which a tile draws its room; None means all rooms that are in no pool."""
        return next((pool for pool in self.pools if tile in pool.tiles), None)

    def rooms_for(self, tile: int) -> list[int]:
        """Return the numbers of the rooms that pools allow on a tile. Random draws may exclude some of them."""
        pool = self.pool_of(tile)
        if pool is not None:
            return [number for number, room in enumerate(self.rooms) if pool.takes(room)]
        return [number for number, room in enumerate(self.rooms) if not any(other.takes(room) for other in self.pools)]

    def open_pairs(self) -> list[str]:
        """Return the pairs from which `pairs` are drawn at random: those of no pool. Pairs of pools are always in the game."""
        named = {room.pair for room in self.rooms if any(pool.takes(room) for pool in self.pools)}
        return sorted({room.pair for room in self.rooms} - named)


def pieces_for(scenario: BoardScenario) -> list[Piece]:
    """Return the pieces of each player: those of the box and those that the scenario adds, without those it leaves out."""
    there = [piece for piece in board_pieces() if piece.in_box or piece.name in scenario.extra_pieces]
    return [piece for piece in there if piece.name not in scenario.without]


def board_scenario_of(scenario: Scenario) -> BoardScenario:
    """Narrow a scenario to one of the board game."""
    assert isinstance(scenario, BoardScenario)
    return scenario
