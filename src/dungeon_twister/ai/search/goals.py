"""The goal search: a best-first search for a win this turn, ordered by `GameAdapter.goal_distance`.

It runs in passes: the first tries few ends of each journey, the last tries all of them with the rest of the node budget.
"""

from __future__ import annotations

from heapq import heappop, heappush
from typing import Final

from dungeon_twister.ai.search.game_adapter import GameAdapter
from dungeon_twister.rules.engine.actions import PASS
from dungeon_twister.rules.engine.state import State

MANY: Final = 10_000  # with at least this node budget there are three passes and more slack, below it two
# For each pass: the ends of a journey to try (0: all), and the percentage of the budget at which the pass is over.
TWICE: Final = [(4, 50), (0, 100)]
THRICE: Final = [(3, 25), (6, 60), (0, 100)]
SLACK: Final = 1.0  # action points by which the estimated distance may be too high
MORE_SLACK: Final = 1.5  # the same with a large budget
WON: Final = 4000.0  # a position of at least this value is won

# Three queues weigh the distance and the points left differently. Each finds wins that the others find late, so they alternate.
DISTANCE_WEIGHTS: Final = [1.0, 3.0, 1.0]
POINTS_WEIGHTS: Final = [-1.0, -1.0, 0.01]


class GoalQueue:
    """The open positions of one turn, in three priority queues."""

    def __init__(self, root: State) -> None:
        self.states: list[State] = [root]
        self.paths: list[tuple[int, ...]] = [()]
        self._looked = [False]
        self._waiting: list[list[tuple[float, int]]] = [[(0.0, 0)] for _ in DISTANCE_WEIGHTS]
        self._turn = 0

    def add(self, state: State, path: tuple[int, ...], distance: float) -> None:
        number = len(self.states)
        for way, waiting in enumerate(self._waiting):
            heappush(waiting, (DISTANCE_WEIGHTS[way] * distance + POINTS_WEIGHTS[way] * state.ap, number))
        self.states.append(state)
        self.paths.append(path)
        self._looked.append(False)

    def next(self) -> int:
        """Return the number of the position to expand next, or -1 if there is none."""
        self._turn = (self._turn + 1) % len(self._waiting)
        waiting = self._waiting[self._turn]
        while waiting:
            number = heappop(waiting)[1]
            if not self._looked[number]:
                self._looked[number] = True
                return number
        return -1


def win_this_turn(adapter: GameAdapter, root: State, player: int, nodes: int) -> tuple[int, ...]:
    """Return choices that win with certainty this turn, or () if none were found within `nodes` positions."""
    slack = MORE_SLACK if nodes >= MANY else SLACK
    if adapter.goal_distance(root, player) > root.ap + slack:
        return ()
    first = adapter.nodes
    for ends, until in THRICE if nodes >= MANY else TWICE:
        win = _look(adapter, root, player, min(first + nodes * until // 100, adapter.node_limit), ends, slack)
        if win:
            return win
    return ()


def _look(adapter: GameAdapter, root: State, player: int, last: int, ends: int, slack: float) -> tuple[int, ...]:
    search = GoalQueue(root)
    seen = {root.hash64()}
    while (number := search.next()) >= 0:
        path = search.paths[number]
        for action in adapter.turn_actions(search.states[number], ends):
            if adapter.nodes >= last:
                return ()
            adapter.nodes += 1
            state = action.state
            key = state.hash64()
            if key in seen:
                continue
            seen.add(key)
            if won(adapter, state, player):
                return path + action.path
            if adapter.may_act(state, player):
                distance = adapter.goal_distance(state, player)
                if distance <= 0 and won(adapter, adapter.after_pass(state), player):
                    return (*path, *action.path, PASS)  # the target is reached; pass to end the turn (END-4)
                if distance <= state.ap + slack:
                    search.add(state, path + action.path, distance)
    return ()


def won(adapter: GameAdapter, s: State, player: int) -> bool:
    """Return whether the side of the player has won, and no other side."""
    return s.over and s.winners >> player & 1 == 1 and adapter.value(s, player) >= WON
