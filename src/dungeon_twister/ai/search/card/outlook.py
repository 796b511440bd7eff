"""The outlook of a turn: which rooms a player would like to have turned, so that he sends somebody to their gears.

A plan looks one turn ahead, and a gear is often further away than that.
"""

from __future__ import annotations

from typing import Final

from dungeon_twister.ai.search.card.charts import NEAR, Chart, Charts
from dungeon_twister.ai.search.card.figures import Figure
from dungeon_twister.ai.search.card.roster import Roster
from dungeon_twister.ai.search.card.weights import AP_WORTH, LEAST_WISH, WISH_PART, WISHES
from dungeon_twister.rules.engine.card.state import CardState
from dungeon_twister.rules.geometry.zone_plan import GEAR_ZONE, LETTER_COUNT, UNKNOWN
from dungeon_twister.rules.geometry.zones import ZoneMaze

TURNS: Final = 2  # quarters that are looked at
QUIET: Final = 8  # after so many turns without progress wishes count twice


class Wish:
    """A room to turn, the gear zones from which it can be turned, and what that would bring."""

    __slots__ = ("gears", "quarters", "tile", "worth")

    def __init__(self, tile: int, quarters: int, gears: list[int], worth: float) -> None:
        self.tile = tile
        self.quarters = quarters
        self.gears = gears
        self.worth = worth


class Outlook:
    """What a player wishes for at the start of a plan, and how much he wants something to happen."""

    def __init__(self, charts: Charts, roster: Roster, s: CardState, me: int, urge: float) -> None:
        self.me = me
        self.urge = urge  # what it is worth that anything irrevocable happens: a game that drags must be decided (END-5)
        self.quiet = s.quiet
        self._charts = charts
        self._roster = roster
        self._part = min(1.0, WISH_PART * (1 + s.quiet / QUIET))
        self._now = self._standing(s, s.maze)
        wishes: list[Wish] = []
        for tile in range(s.maze.plan.tiles):
            if s.maze.room_of[tile] != UNKNOWN:
                wish = self._wish(s, tile)
                if wish.worth >= LEAST_WISH:
                    wishes.append(wish)
        order = sorted([(-wish.worth, number) for number, wish in enumerate(wishes)])
        self._wishes = [wishes[number] for _, number in order[:WISHES]]

    def _wish(self, s: CardState, tile: int) -> Wish:
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
        return Wish(tile, maze.quarters[tile], gears, best)

    def _standing(self, s: CardState, maze: ZoneMaze) -> float:
        """How the ways to the exits are for the player."""
        total = 0.0
        for figure in self._roster.of(s, self.me, self._charts.of(maze)):
            total += figure.worth
        return total

    def value(self, s: CardState, chart: Chart, figures: list[Figure]) -> float:
        """What it is worth that somebody is on his way to the gears, and that something has happened."""
        total = self.urge if s.progress or s.quiet < self.quiet else 0.0
        for wish in self._wishes:
            if s.maze.quarters[wish.tile] == wish.quarters:
                least = NEAR + 1
                for gear in wish.gears:
                    steps = chart.steps_from(gear)
                    for figure in figures:
                        if not figure.down:
                            least = min(least, steps[figure.place])
                total += wish.worth * self._part * (1 - least / (NEAR + 1))
        return total
