"""The outlook of a turn: which rooms a player would like to have turned, so that he sends somebody to their gears.

A plan looks one turn ahead, and a gear is often further away than that.
"""

from __future__ import annotations

from typing import Final

from dungeon_twister.bots.board.charts import Chart
from dungeon_twister.bots.board.evaluation import AP_WORTH, Figure, Judge
from dungeon_twister.engine.board.state import BoardState
from dungeon_twister.geometry.rooms import CELLS

MOST: Final = 3  # rooms that are kept in mind
LEAST: Final = 8.0  # what a turn must bring to be kept in mind
PART: Final = 0.55  # of what the turn would bring counts when somebody is on the gear; more when nothing happens
REACH: Final = 11.0


class Wish:
    """A room to turn, the gears from which it can be turned, and what that would bring."""

    def __init__(self, tile: int, quarters: int, gears: list[int], worth: float) -> None:
        self.tile = tile
        self.quarters = quarters
        self.gears = gears
        self.worth = worth


class Outlook:
    """What a player wishes for at the beginning of a plan."""

    def __init__(self, judge: Judge, s: BoardState, me: int) -> None:
        self.me = me
        self.part = PART * (1 + s.idle[me] / 4)
        wishes = [self._wish(judge, s, tile) for tile in range(s.board.plan.tiles) if s.maze.room_of[tile] >= 0]
        self.wishes = sorted((wish for wish in wishes if wish.worth >= LEAST), key=lambda wish: -wish.worth)[:MOST]

    def _wish(self, judge: Judge, s: BoardState, tile: int) -> Wish:
        maze, rooms = s.maze, s.board.plan.rooms
        room = rooms[maze.room_of[tile]]
        now = self._standing(judge, s, judge.grid.chart(maze))
        best = 0.0
        turned = maze
        for turns in range(1, 4):
            turned = turned.turned(tile, room.turn)
            gain = self._standing(judge, s, judge.grid.chart(turned)) - now
            best = max(best, gain - AP_WORTH * (turns - 1))
        gears = [
            other * CELLS + rooms[maze.room_of[other]].gear
            for other in range(s.board.plan.tiles)
            if maze.room_of[other] >= 0 and rooms[maze.room_of[other]].pair == room.pair
        ]
        return Wish(tile, maze.quarters[tile], gears, best)

    def _standing(self, judge: Judge, s: BoardState, chart: Chart) -> float:
        """How the ways to the exits are for the player."""
        return sum(figure.worth for figure in judge.figures(s, self.me, chart))

    def value(self, s: BoardState, chart: Chart, figures: tuple[Figure, ...]) -> float:
        """What it is worth that somebody is on his way to the gears."""
        total = 0.0
        for wish in self.wishes:
            if s.maze.quarters[wish.tile] != wish.quarters:
                continue
            best = REACH
            for gear in wish.gears:
                near = chart.near(gear)
                for figure in figures:
                    if not figure.down:
                        best = min(best, near.get(figure.square, REACH))
            total += wish.worth * self.part * (1 - best / REACH)
        return total
