"""The outlook of a turn: which rooms a player would like to have turned, so that he sends somebody to their gears.

A plan looks one turn ahead, and a gear is often further away than that.
"""

from __future__ import annotations

from typing import Final

from dungeon_twister.ai.search.card.charts import NEAR, Chart, Charts
from dungeon_twister.ai.search.card.feature_cache import FeatureCache
from dungeon_twister.ai.search.card.features import UnitFeatures
from dungeon_twister.ai.search.card.weights import AP_WORTH, LEAST_SUBGOAL, MOST_SUBGOALS, SUBGOAL_PART
from dungeon_twister.rules.engine.card.state import CardState
from dungeon_twister.rules.geometry.zone_plan import GEAR_ZONE, LETTER_COUNT, UNKNOWN
from dungeon_twister.rules.geometry.zones import ZoneMaze

TURNS: Final = 2  # quarters that are looked at
QUIET: Final = 8  # after so many turns without progress wishes count twice


class Subgoal:
    """A room to turn, the gear zones from which it can be turned, and what that would bring."""

    __slots__ = ("gears", "quarters", "tile", "worth")

    def __init__(self, tile: int, quarters: int, gears: list[int], worth: float) -> None:
        self.tile = tile
        self.quarters = quarters
        self.gears = gears
        self.worth = worth


class Subgoals:
    """What a player wishes for at the start of a plan, and how much he wants something to happen."""

    def __init__(self, charts: Charts, features: FeatureCache, s: CardState, me: int, urge: float) -> None:
        self.me = me
        self.urge = urge  # what it is worth that anything irrevocable happens: a game that drags must be decided (END-5)
        self.quiet = s.quiet
        self._charts = charts
        self._features = features
        self._part = min(1.0, SUBGOAL_PART * (1 + s.quiet / QUIET))
        self._now = self._standing(s, s.maze)
        subgoals: list[Subgoal] = []
        for tile in range(s.maze.plan.tiles):
            if s.maze.room_of[tile] != UNKNOWN:
                subgoal = self._subgoal(s, tile)
                if subgoal.worth >= LEAST_SUBGOAL:
                    subgoals.append(subgoal)
        order = sorted([(-subgoal.worth, number) for number, subgoal in enumerate(subgoals)])
        self._subgoals = [subgoals[number] for _, number in order[:MOST_SUBGOALS]]

    def _subgoal(self, s: CardState, tile: int) -> Subgoal:
        maze, setting = s.maze, s.card_setting
        room = maze.room_of[tile]
        best = 0.0
        turned = maze
        for turns in range(TURNS):
            turned = turned.turned(tile, setting.plan.rooms[room].turn)
            best = max(best, self._standing(s, turned) - self._now - AP_WORTH * turns)
        gears: list[int] = []
        for other, lying in enumerate(maze.room_of):
            if lying == room or (lying != UNKNOWN and lying == setting.twin_of[room]):
                gears.append(other * LETTER_COUNT + GEAR_ZONE)
        return Subgoal(tile, maze.quarters[tile], gears, best)

    def _standing(self, s: CardState, maze: ZoneMaze) -> float:
        """How the ways to the exits are for the player."""
        total = 0.0
        for unit in self._features.of(s, self.me, self._charts.of(maze)):
            total += unit.worth
        return total

    def value(self, s: CardState, chart: Chart, units: list[UnitFeatures]) -> float:
        """What it is worth that somebody is on his way to the gears, and that something has happened."""
        total = self.urge if s.progress or s.quiet < self.quiet else 0.0
        for subgoal in self._subgoals:
            if s.maze.quarters[subgoal.tile] == subgoal.quarters:
                least = NEAR + 1
                for gear in subgoal.gears:
                    steps = chart.steps_from(gear)
                    for unit in units:
                        if not unit.down:
                            least = min(least, steps[unit.place])
                total += subgoal.worth * self._part * (1 - least / (NEAR + 1))
        return total
