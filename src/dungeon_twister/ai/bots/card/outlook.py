"""The outlook of a turn: which rooms a player would like to have turned, so that he sends somebody to their gears.

A plan looks one turn ahead, and a gear is often further away than that.
"""

from __future__ import annotations

from typing import Final

from dungeon_twister.ai.bots.card.charts import NEAR, Chart
from dungeon_twister.ai.bots.card.evaluation import AP_WORTH, Figures, Judge, steps_between
from dungeon_twister.ai.bots.wishes import kept_in_mind
from dungeon_twister.rules.engine.card.state import CardState
from dungeon_twister.rules.geometry.zone_plan import GEAR_ZONE, LETTER_COUNT, UNKNOWN

PART: Final = 0.5  # of what the turn would bring counts when somebody is on the gear; more when nothing happens
TURNS: Final = 2  # quarters that are looked at


class Wish:
    """A room to turn, the gear zones from which it can be turned, and what that would bring."""

    def __init__(self, tile: int, quarters: int, gears: list[int], worth: float) -> None:
        self.tile = tile
        self.quarters = quarters
        self.gears = gears
        self.worth = worth


class Outlook:
    """What a player wishes for at the beginning of a plan."""

    def __init__(self, judge: Judge, s: CardState, me: int) -> None:
        self.me = me
        self.part = min(1.0, PART * (1 + s.quiet / 8))
        self.now = self._standing(judge, s, judge.charts.of(s.maze))
        wishes = [self._wish(judge, s, tile) for tile, room in enumerate(s.maze.room_of) if room != UNKNOWN]
        self.wishes = kept_in_mind(wishes)

    def _wish(self, judge: Judge, s: CardState, tile: int) -> Wish:
        maze, table = s.maze, s.card_setting
        room = maze.room_of[tile]
        best = 0.0
        turned = maze
        for turns in range(TURNS):
            turned = turned.turned(tile, table.plan.rooms[room].turn)
            gain = self._standing(judge, s, judge.charts.of(turned)) - self.now
            best = max(best, gain - AP_WORTH * turns)
        gears = [
            other * LETTER_COUNT + GEAR_ZONE
            for other, lying in enumerate(maze.room_of)
            if lying == room or (lying != UNKNOWN and lying == table.twin_of[room])
        ]
        return Wish(tile, maze.quarters[tile], gears, best)

    def _standing(self, judge: Judge, s: CardState, chart: Chart) -> float:
        """How the ways to the exits are for the player."""
        return sum(figure.worth for figure in judge.figures(s, self.me, chart))

    def value(self, s: CardState, chart: Chart, figures: Figures) -> float:
        """What it is worth that somebody is on his way to the gears."""
        total = 0.0
        able = 0
        for figure in figures:
            if not figure.down:
                able |= 1 << figure.place
        for wish in self.wishes:
            if s.maze.quarters[wish.tile] == wish.quarters:
                steps = min(steps_between(chart.near(gear), able) for gear in wish.gears)
                total += wish.worth * self.part * max(0.0, 1 - steps / (NEAR + 1))
        return total
