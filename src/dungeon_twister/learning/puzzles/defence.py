"""The defence against a finished turn: a win of the other side in its next turn, if there is one.

Lines that won before are tried first, then the goal search, then exhaustive enumeration. So a turn that survives here survives
every reply without combats or reveals.
"""

from __future__ import annotations

import math
import time
from typing import Final

from dungeon_twister.ai.search.beam_search import StartCosts
from dungeon_twister.ai.search.game_adapter import GameAdapter
from dungeon_twister.ai.search.goals import win_this_turn
from dungeon_twister.ai.search.replies import followed
from dungeon_twister.learning.puzzles.puzzle import WIN
from dungeon_twister.learning.puzzles.puzzle_goal import PuzzleGoal, won
from dungeon_twister.learning.puzzles.turn_enumeration import TurnEnumeration
from dungeon_twister.rules.engine.decisions import CHANCE
from dungeon_twister.rules.engine.state import State

QUICK: Final = 2500  # positions of the goal search
PROOF: Final = 20_000  # limit of positions of the exhaustive search, so that a player can wait for it
SEARCHES: Final = 1000  # number of goal searches for all turns of one position
KEPT: Final = 8  # lines that are tried first


class DefenceLimitError(Exception):
    """There are too many ways to decide."""


class Defence:
    """The replies of the next player to many turns of one position.

    `until` is the time (`time.monotonic`) at which the searches give up.
    """

    def __init__(
        self, adapter: GameAdapter, most: int = PROOF, searches: int = SEARCHES, quick: int = QUICK, until: float = math.inf
    ) -> None:
        self.adapter = adapter
        self.made = 0
        self._searches = searches  # number of searches left
        self._most = most
        self._quick = quick
        self.until = until
        self._lines: list[tuple[int, ...]] = []

    def quick(self, s: State) -> tuple[int, ...] | None:
        """Return a win that a short search finds. None may mean that it was overlooked."""
        if not self._begins(s):
            return None
        for number, line in enumerate(self._lines):
            after = followed(s, line)
            if after is not None and won(self.adapter, after, s.active):
                self._lines.insert(0, self._lines.pop(number))
                return line
        self._searches -= 1
        if self._searches < 0 or time.monotonic() > self.until:
            raise DefenceLimitError
        most = StartCosts(self.adapter, s).most()
        win = win_this_turn(self.adapter, most.state, s.active, self._quick)
        if not win:
            return None
        self._keep(most.path + win)
        return most.path + win

    def refutation(self, s: State) -> tuple[int, ...] | None:
        """Return a win of the next player, or None if every way was tried. Raise TooManyError if there are too many ways."""
        found = self.quick(s)
        if found is not None or not self._begins(s):
            return found
        most = StartCosts(self.adapter, s).most()
        goal = PuzzleGoal(WIN, most.state, self.adapter)
        ways = TurnEnumeration(self.adapter, most.state, [goal], self._most, first=True, guess=False, until=self.until)
        self.made += ways.made
        if ways.reached:
            path = most.path + ways.path(next(iter(ways.reached[0].ends.values())))
            self._keep(path)
            return path
        if not ways.complete:
            raise DefenceLimitError
        return None

    def _begins(self, s: State) -> bool:
        return not s.over and s.decider() != CHANCE and bool(self.adapter.turn_starts(s))

    def _keep(self, line: tuple[int, ...]) -> None:
        if line not in self._lines:
            self._lines.insert(0, line)
            del self._lines[KEPT:]
