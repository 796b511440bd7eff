"""The outlook of a turn: which rooms a player would like to have turned or slid, so that he sends somebody to their gears.

A plan looks one turn ahead, and a gear is often further away than that.
"""

from __future__ import annotations

from typing import Final

from dungeon_twister.ai.bots.board.charts import Chart
from dungeon_twister.ai.bots.board.evaluation import AP_WORTH, Figure, Judge
from dungeon_twister.ai.bots.wishes import kept_in_mind
from dungeon_twister.rules.engine.board.state import BoardState
from dungeon_twister.rules.geometry.maze import Maze
from dungeon_twister.rules.geometry.rooms import CELLS, NORTH, SOUTH

PART: Final = 0.55  # of what the turn would bring counts when somebody is on the gear; more when nothing happens
REACH: Final = 11.0
SMALL: Final = 8  # rooms: of so many all are looked at


class Wish:
    """A room to turn or to slide, the gears from which that can be done, and what it would bring."""

    def __init__(self, maze: Maze, tile: int, gears: list[int], worth: float) -> None:
        self.tile = tile
        self.quarters = maze.quarters[tile]
        self.place = maze.place_of[tile]
        self.gears = gears
        self.worth = worth


class Outlook:
    """What a player wishes for at the beginning of a plan."""

    def __init__(self, judge: Judge, s: BoardState, me: int) -> None:
        self.me = me
        self.part = PART * (1 + s.idle[me] / 4)
        self.now = self._standing(judge, s, judge.grid.chart(s.maze))
        wishes = [self._wish(judge, s, tile) for tile in self._tiles(judge, s)]
        if s.board_setting.elevator >= 0:
            wishes.append(self._slide(judge, s))
        self.wishes = kept_in_mind(wishes)

    def _tiles(self, judge: Judge, s: BoardState) -> list[int]:
        """The rooms that may be thought about; in a large maze those that somebody of his can come to turn."""
        tiles = [tile for tile in range(s.board_setting.plan.tiles) if s.maze.room_of[tile] >= 0]
        if len(tiles) <= SMALL:
            return tiles
        chart = judge.grid.chart(s.maze)
        figures = judge.figures(s, self.me, chart)
        at_hand: list[int] = []
        for tile in tiles:
            near = [square for gear in _gears(s, tile) for square in chart.near(gear)]
            if any(not figure.down and figure.square in near for figure in figures):
                at_hand.append(tile)
        return at_hand

    def _wish(self, judge: Judge, s: BoardState, tile: int) -> Wish:
        maze = s.maze
        room = s.board_setting.plan.rooms[maze.room_of[tile]]
        best = 0.0
        turned = maze
        for turns in range(1, 4):
            turned = turned.turned(tile, room.turn)
            gain = self._standing(judge, s, judge.grid.chart(turned)) - self.now
            best = max(best, gain - AP_WORTH * (turns - 1))
        return Wish(maze, tile, _gears(s, tile), best)

    def _slide(self, judge: Judge, s: BoardState) -> Wish:
        """The Elevator, one place up or down (ELEV-9)."""
        tile, maze, rooms = s.board_setting.elevator, s.maze, s.board_setting.plan.rooms
        best = 0.0
        for compass in (NORTH, SOUTH):
            place = maze.free_place_beside(tile, compass)
            if place >= 0:
                best = max(best, self._standing(judge, s, judge.grid.chart(maze.moved(tile, place))) - self.now)
        levers = [lever for lever in s.board_setting.board_scenario.levers if maze.room_of[lever] >= 0]
        return Wish(maze, tile, [lever * CELLS + rooms[maze.room_of[lever]].gear for lever in levers], best)

    def _standing(self, judge: Judge, s: BoardState, chart: Chart) -> float:
        """How the ways to the exits are for the player."""
        return sum(figure.worth for figure in judge.figures(s, self.me, chart, True))

    def value(self, s: BoardState, chart: Chart, figures: tuple[Figure, ...]) -> float:
        """What it is worth that somebody is on his way to the gears."""
        total = 0.0
        for wish in self.wishes:
            if s.maze.quarters[wish.tile] != wish.quarters or s.maze.place_of[wish.tile] != wish.place:
                continue
            best = REACH
            for gear in wish.gears:
                near = chart.near(gear)
                for figure in figures:
                    if not figure.down:
                        best = min(best, near.get(figure.square, REACH))
            total += wish.worth * self.part * (1 - best / REACH)
        return total


def _gears(s: BoardState, tile: int) -> list[int]:
    """The gears that turn a face-up room: its own and its twin's, if that is face up too."""
    maze, rooms = s.maze, s.board_setting.plan.rooms
    pair = rooms[maze.room_of[tile]].pair
    return [
        other * CELLS + rooms[maze.room_of[other]].gear
        for other in range(s.board_setting.plan.tiles)
        if maze.room_of[other] >= 0 and rooms[maze.room_of[other]].pair == pair
    ]
