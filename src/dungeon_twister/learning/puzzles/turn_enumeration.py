"""Exhaustive enumeration of a turn: every position reachable by actions with certain results.

Only useless positions are left out: one reached before for as many points or fewer, and, with the last point, one in which
nobody leaves and nothing scores. On a last journey a load is put down only at the start, with a friend or on a pit: dropping
it elsewhere gains nothing, as it can be dropped at once or swapped.
"""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, field
from typing import Final

from dungeon_twister.ai.search.game_adapter import GameAdapter
from dungeon_twister.ai.search.turn_actions import TurnAction
from dungeon_twister.learning.editions import edition_of
from dungeon_twister.learning.puzzles.puzzle_goal import PuzzleGoal
from dungeon_twister.rules.engine import actions
from dungeon_twister.rules.engine.actions import KIND_MASK
from dungeon_twister.rules.engine.decisions import ACT
from dungeon_twister.rules.engine.state import POTION_SHIFT, State

MOST: Final = 1_000_000  # limit of positions to make
SAMPLE: Final = 40  # positions of a cost after which the number of their successors is extrapolated
ROOT: Final = -1


@dataclass
class ReachedGoal:
    """A reached goal: its least cost in points, and its final positions.

    Each final position has its way: the number of the position before it, and the choices from there.
    """

    cost: int
    ends: dict[int, tuple[int, tuple[int, ...]]] = field(default_factory=dict)


class TurnEnumeration:
    """The positions of a turn, in the order of their cost in points. `complete` says that all were found.

    - `turns=False` rotates no room.
    - `first` stops at the first way to a goal.
    - `ends` keeps the positions after the end of the turn, and leaves out no walk.
    - `guess=False` stops only at too many positions, not when an extrapolation predicts too many.
    - `until` is the time (`time.monotonic`) at which to stop in any case.
    """

    def __init__(
        self,
        adapter: GameAdapter,
        root: State,
        goals: list[PuzzleGoal],
        most: int = MOST,
        turns: bool = True,
        first: bool = False,
        ends: bool = False,
        guess: bool = True,
        until: float = math.inf,
    ) -> None:
        self.adapter = adapter
        self.me = root.active
        self.states = [root]
        self.before: list[tuple[int, tuple[int, ...]]] = [
            (ROOT, ())
        ]  # of each position: the number of the one before, and the choices
        self.reached: dict[int, ReachedGoal] = {}  # by the number of the goal
        self.ended: list[tuple[State, int, tuple[int, ...]]] = []  # after the turn, with the position before and the choices
        self.made = 0
        self.complete = False
        self._goals = goals
        self._most = most
        self._turns = turns
        self._first = first
        self._ends = ends
        self._sample = SAMPLE if guess else most
        self._until = until
        self._points = root.ap
        self._costs: list[list[int]] = [[] for _ in range(root.ap + 1)]  # the numbers of the positions for so many points
        self._costs[0].append(0)
        self._known = {key_of(root)}
        self._look()

    def path(self, end: tuple[int, tuple[int, ...]]) -> tuple[int, ...]:
        """Return all choices of a way."""
        number, path = end
        while number != ROOT:
            number, earlier = self.before[number]
            path = earlier + path
        return path

    def _look(self) -> None:
        for numbers in self._costs:
            before = self.made
            for done, number in enumerate(numbers, start=1):  # which grows by actions that cost nothing
                self._expand(number)
                expected = before + (self.made - before) * len(numbers) // done if done >= self._sample else self.made
                if expected > self._most or (self._first and self.reached) or time.monotonic() > self._until:
                    return
        self.complete = True

    def _expand(self, number: int) -> None:
        state = self.states[number]
        turn_actions = last_actions(self.adapter, state) if self._is_last(state) else all_actions(self.adapter, state)
        self.made += len(turn_actions)
        for action in turn_actions:
            after = action.state
            if not self._turns and action.path[0] & KIND_MASK == actions.ROTATE:
                continue
            key = key_of(after)
            if key in self._known:
                continue
            self._known.add(key)
            goes_on = not after.over and after.active == self.me and after.decision() == ACT
            cost = self._points - after.ap if goes_on else self._points
            self._judge(after, key, cost, number, action.path)
            if goes_on:
                self._costs[cost].append(len(self.states))
                self.states.append(after)
                self.before.append((number, action.path))
            elif self._ends:
                self.ended.append((after, number, action.path))

    def _judge(self, after: State, key: int, cost: int, number: int, path: tuple[int, ...]) -> None:
        if not after.over and after.vp == self.states[0].vp:
            return  # leaving scores, and a win takes points
        for which, goal in enumerate(self._goals):
            if not goal.reached(after):
                continue
            known = self.reached.get(which)
            if known is None or cost < known.cost:
                known = self.reached[which] = ReachedGoal(cost)
            if cost == known.cost and not self._went_on_from_goal(goal, number):
                known.ends[key] = (number, path)

    def _went_on_from_goal(self, goal: PuzzleGoal, number: int) -> bool:
        """Return whether the goal was reached before, so that this is only a continuation."""
        return goal.reached(self.states[number])

    def _is_last(self, state: State) -> bool:
        if state.ap != 1 or self._ends or state.decision() != ACT:
            return False
        return not any(state.status[token] >> POTION_SHIFT for token in state.setting.tokens_of[self.me])


def key_of(s: State) -> int:
    """Return a hash of everything but the action points left."""
    points = s.ap
    s.ap = 0
    key = s.hash_word()
    s.ap = points
    return key


def all_actions(adapter: GameAdapter, s: State) -> list[TurnAction]:
    """Return every whole action with a certain result, without the pass."""
    return edition_of(s).all_actions(adapter, s)


def last_actions(adapter: GameAdapter, s: State) -> list[TurnAction]:
    """Return the same without actions that bring no character out and score nothing."""
    return edition_of(s).last_actions(adapter, s)
