"""The way from any position of a puzzle to its goal: by the stored solution where that still works, else by a search.

The position may lie inside a journey: a character has arrived and has not stopped yet.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Final

from dungeon_twister.ai.search.adapters import gc_paused
from dungeon_twister.ai.search.game_adapter import GameAdapter
from dungeon_twister.game.record.notation import read, write
from dungeon_twister.learning.puzzles.defence import Defence, DefenceLimitError
from dungeon_twister.learning.puzzles.puzzle import SURVIVE, WIN, Puzzle
from dungeon_twister.learning.puzzles.puzzle_goal import PuzzleGoal, lost
from dungeon_twister.learning.puzzles.solutions import End, line_of
from dungeon_twister.learning.puzzles.turn_enumeration import TurnEnumeration
from dungeon_twister.rules.engine.actions import PASS, STOP
from dungeon_twister.rules.engine.decisions import ACT, TRAVEL
from dungeon_twister.rules.engine.game import apply, legal
from dungeon_twister.rules.engine.state import State
from dungeon_twister.rules.geometry.text import AmbiguousActionError, TextError

CHECKED: Final = 400  # turns of one search that it tries to prove as surviving
QUICK: Final = 600  # positions of the goal search for each of them


class Continuation:
    """Finds the choices that lead from a position of a puzzle to its goal, within a time limit.

    `most` limits the positions of a search. `proved` says that the last search was exhaustive, so there is no way that it did
    not find.
    """

    def __init__(self, puzzle: Puzzle, adapter: GameAdapter, goal: PuzzleGoal, root: State, most: int, seconds: float) -> None:
        self.puzzle = puzzle
        self.adapter = adapter
        self.goal = goal
        self.me = root.active
        self.most = most
        self.seconds = seconds
        self.proved = False
        self._until = 0.0
        self._solved = root.copy()  # the position after the stored solution
        for line in puzzle.solution:
            apply(self._solved, read(self._solved, line))

    def find(self, state: State, played: Sequence[str]) -> list[str]:
        """Return the choices from here to the goal; empty if no way was found. `played` are the choices that led here."""
        solution = self.puzzle.solution
        self.proved = True
        if list(played) == list(solution[: len(played)]):
            return list(solution[len(played) :])
        if state.over or state.active != self.me or state.decision() not in (ACT, TRAVEL):
            return []
        self._until = time.monotonic() + self.seconds
        with gc_paused():
            return self._adapted(state) or self._searched(state)

    # -- the stored solution -----------------------------------------------------------------------------------------------

    def _adapted(self, state: State) -> list[str]:
        """Return the rest of the solution from some choice on, adapted to this position, if it reaches the goal."""
        solution = self.puzzle.solution
        ways = [followed for at in range(len(solution) + 1) for followed in self._followed(state, solution[at:])]
        if self.puzzle.goal != SURVIVE:
            return next((lines for lines, after in ways if self.goal.reached(after)), [])
        return next((lines for lines, after in ways if after == self._solved), []) or self._surviving(ways)

    def _followed(self, state: State, lines: Sequence[str]) -> Iterator[tuple[list[str], State]]:
        """Yield the choices and the position they lead to, if all steps and actions can be made.

        An open journey is ended before the next action; loads that cannot be handled and superfluous stops are left out.
        """
        s, made = state.copy(), list[str]()
        for line in lines:
            action = _read(s, line)
            if action < 0 and s.decision() == TRAVEL and STOP in legal(s):
                ended = s.copy()
                apply(ended, STOP)
                action = _read(ended, line) if not ended.over and ended.active == self.me else -1
                if action >= 0:
                    made.append(write(s, STOP))
                    s = ended
            if action >= 0:
                made.append(write(s, action))
                apply(s, action)
            elif not _may_be_left_out(line):
                return
            if self._is_over(s):
                break
        yield self._closed(s, made)

    def _closed(self, s: State, made: list[str]) -> tuple[list[str], State]:
        """End an open journey; for the goal of survival, end the turn as well."""
        for action in (STOP, PASS) if self.puzzle.goal == SURVIVE else (STOP,):
            if not self._is_over(s) and action in legal(s):
                made.append(write(s, action))
                apply(s, action)
        return made, s

    def _is_over(self, s: State) -> bool:
        """Return whether the turn is over, or the goal is reached before its end."""
        return s.over or s.active != self.me or (self.puzzle.goal != SURVIVE and self.goal.reached(s))

    # -- searching ---------------------------------------------------------------------------------------------------------

    def _searched(self, state: State) -> list[str]:
        if self.puzzle.goal == SURVIVE:
            return self._searched_survival(state)
        ways = TurnEnumeration(self.adapter, state, [self.goal], self.most, first=True, guess=False, until=self._until)
        self.proved = ways.complete
        if not ways.reached:
            return []
        return line_of(state, ways.path(next(iter(ways.reached[0].ends.values()))), self.puzzle.goal == WIN)

    def _searched_survival(self, state: State) -> list[str]:
        """Return a turn that survives. Among the turns that the search finds, those with the best evaluation are checked."""
        ways = TurnEnumeration(self.adapter, state, [], self.most, ends=True, guess=False, until=self._until)
        ends: list[End] = list(ways.ended)
        ends += [(self.adapter.after_pass(one), at, ()) for at, one in enumerate(ways.states) if one.decision() == ACT]
        ends.sort(key=lambda end: -self.adapter.value(end[0], self.me))
        self.proved = ways.complete and len(ends) <= CHECKED
        return self._surviving((line_of(state, ways.path(end[1:]), True), end[0]) for end in ends)

    def _surviving(self, ways: Iterable[tuple[list[str], State]]) -> list[str]:
        """Return the first way after which the next player has no certain win."""
        defence = Defence(self.adapter, searches=CHECKED, quick=QUICK, until=self._until)
        for lines, after in islice(ways, CHECKED):
            over = after.over or after.active != self.me
            try:
                if over and not lost(self.adapter, after, self.me) and defence.refutation(after) is None:
                    return lines
            except DefenceLimitError:
                self.proved = False
                if time.monotonic() > self._until:
                    break
        return []


def _read(s: State, line: str) -> int:
    """Return the legal choice that a line means here, or -1."""
    try:
        action = read(s, line)
    except (TextError, AmbiguousActionError):
        return -1
    return action if action in legal(s) else -1


def _may_be_left_out(line: str) -> bool:
    return line.split()[0] in ("stop", "take", "drop", "swap", "give", "rob", "pass")
