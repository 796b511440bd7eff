"""Subgoals of a player: rooms to rotate, so that characters move towards their gears.

A plan covers one turn only, and a gear is often further away than that.
"""

from __future__ import annotations

from typing import Final

from dungeon_twister.ai.search.card.distance_maps import NEAR, DistanceMap, DistanceMaps
from dungeon_twister.ai.search.card.feature_cache import FeatureCache
from dungeon_twister.ai.search.card.features import UnitFeatures
from dungeon_twister.ai.search.card.weights import AP_WORTH, LEAST_SUBGOAL, MOST_SUBGOALS, SUBGOAL_PART
from dungeon_twister.rules.engine.card.state import CardState
from dungeon_twister.rules.geometry.zone_plan import GEAR_ZONE, LETTER_COUNT, UNKNOWN
from dungeon_twister.rules.geometry.zones import ZoneMaze

TURNS: Final = 2  # quarter turns to consider
QUIET: Final = 8  # after this many turns without progress subgoals count twice


class Subgoal:
    """A room to rotate, the gear zones from which it can be rotated, and the gain from that."""

    __slots__ = ("gears", "quarters", "tile", "worth")

    def __init__(self, tile: int, quarters: int, gears: list[int], worth: float) -> None:
        self.tile = tile
        self.quarters = quarters
        self.gears = gears
        self.worth = worth


class Subgoals:
    """The subgoals of a player at the start of a plan, and the urge to make progress."""

    def __init__(self, distance_maps: DistanceMaps, features: FeatureCache, s: CardState, me: int, urge: float) -> None:
        self.me = me
        self.urge = urge  # value of progress: a long game must come to an end (END-5)
        self.quiet = s.quiet
        self._distance_maps = distance_maps
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
        """Return the value of the player's distances to the exits in a maze."""
        total = 0.0
        for unit in self._features.of(s, self.me, self._distance_maps.of(maze)):
            total += unit.worth
        return total

    def value(self, s: CardState, distance_map: DistanceMap, units: list[UnitFeatures]) -> float:
        """Return the value of being near the gears of the subgoals, and of progress."""
        total = self.urge if s.progress or s.quiet < self.quiet else 0.0
        for subgoal in self._subgoals:
            if s.maze.quarters[subgoal.tile] == subgoal.quarters:
                least = NEAR + 1
                for gear in subgoal.gears:
                    steps = distance_map.steps_from(gear)
                    for unit in units:
                        if not unit.down:
                            least = min(least, steps[unit.place])
                total += subgoal.worth * self._part * (1 - least / (NEAR + 1))
        return total
