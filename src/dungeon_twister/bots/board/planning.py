"""Planning a turn: a beam search over whole actions, judged without looking further.

What cannot be foreseen, a reveal or a combat, ends a plan: its worth is guessed, and one plans again when it happened.
The work is bounded by the number of positions looked at, never by the clock, so a plan is the same every time.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from dungeon_twister.bots.board.duels import Duel
from dungeon_twister.bots.board.evaluation import AP_WORTH, Judge
from dungeon_twister.bots.board.joining import foreseen
from dungeon_twister.bots.board.journeys import Way, journeys, travel
from dungeon_twister.bots.board.outlook import Outlook
from dungeon_twister.engine import actions
from dungeon_twister.engine.board.rules import RULES
from dungeon_twister.engine.board.state import BoardState
from dungeon_twister.engine.decisions import ACT
from dungeon_twister.engine.game import apply, legal
from dungeon_twister.engine.state import POTION_SHIFT, UNDER
from dungeon_twister.geometry.rooms import GEAR, PIT

WIDTH: Final = 4  # positions of a layer that are looked at further
ENDS: Final = 6  # ends of a journey that are tried for the sake of their worth
MOST: Final = 1100  # positions of two players judged for one plan
CHART: Final = 15  # a maze that has not been charted costs as much as so many positions
DUEL_ROUNDS: Final = 30
NOISE: Final = 0.4
JOURNEYS: Final = RULES.journeys()
HANDLING: Final = (actions.TAKE, actions.DROP, actions.SWAP)


class Leaf:
    """A plan: the choices, what it costs in action points, its worth; an open one ends in something unforeseeable."""

    __slots__ = ("open", "path", "spent", "value")

    def __init__(self, path: Way, spent: int, value: float, is_open: bool) -> None:
        self.path = path
        self.spent = spent
        self.value = value
        self.open = is_open

    def worth(self, points: int) -> float:
        """With so many action points to spend in the turn."""
        return self.value + (AP_WORTH * (points - self.spent) if self.open else 0.0)


class Node:
    """A position on the way, with the choices that led there."""

    __slots__ = ("path", "state", "value")

    def __init__(self, state: BoardState, path: Way, value: float) -> None:
        self.state = state
        self.path = path
        self.value = value


class Planner:
    """Plans the turn of one player from a position in which he acts."""

    def __init__(self, judge: Judge, me: int, rng: Random) -> None:
        self.judge = judge
        self.me = me
        self.rng = rng
        self.left = self.most = 2 * MOST // judge.setting.players  # a position of more players takes longer to judge
        self.noise = NOISE
        self.mazes: set[tuple[int, ...]] = set()
        self.leaves: list[Leaf] = []

    def plan(self, root: BoardState) -> list[Leaf]:
        """Every plan that was found, each with its worth."""
        points = root.ap
        self.left = self.most
        self.noise = NOISE * (1 + root.idle[self.me])
        self.judge.outlook = Outlook(self.judge, root, self.me)
        self.leaves = [Leaf((), 0, self._judge(root), False)]
        layer = [Node(root, (), 0.0)]
        while layer and self.left > 0:
            found: dict[tuple[object, ...], Node] = {}
            for node in layer:
                for path, state in self._actions(node, points):
                    value = self._judge(state)
                    whole = node.path + path
                    goes_on = not state.over and state.decision() == ACT and state.active == self.me
                    spent = points - state.ap if goes_on else points
                    self.leaves.append(Leaf(whole, spent, value, False))
                    if goes_on:
                        key = (tuple(state.loc), tuple(state.status), state.ap, tuple(state.maze.key()))
                        if key not in found or found[key].value < value:
                            found[key] = Node(state, whole, value)
            layer = sorted(found.values(), key=lambda node: -node.value)[:WIDTH]
        return self.leaves

    def _judge(self, state: BoardState) -> float:
        self.left -= 1
        maze = tuple(state.maze.key())
        if maze not in self.mazes:
            self.mazes.add(maze)
            self.left -= CHART
        return self.judge.value(state, self.me) + self.rng.random() * self.noise

    def _actions(self, node: Node, points: int) -> Iterator[tuple[Way, BoardState]]:
        """The positions after each action of whoever acts; reveals and attacks become leaves of their own."""
        s = node.state
        attacks: set[tuple[int, int]] = set()
        for choice in legal(s):
            if self.left <= 0:
                return
            kind = actions.kind_of(choice)
            if kind in JOURNEYS:
                yield from self._journeys(s, choice)
            elif kind == actions.REVEAL:
                self._reveal(node, choice, points)
            elif kind == actions.ATTACK:
                self._attack(node, choice, points, attacks)
            elif kind != actions.PASS:
                after = s.copy()
                apply(after, choice)
                yield (choice,), after

    # -- journeys ------------------------------------------------------------------------------------------------------

    def _journeys(self, s: BoardState, begin: int) -> Iterator[tuple[Way, BoardState]]:
        """The most promising ends by a look at the traveller alone, and those from where something can be done."""
        lifted = s.copy()
        apply(lifted, begin)
        token = lifted.mover
        ways = journeys(lifted)
        if len(ways) > ENDS:
            away = self.judge.distances(s, token)
            ranked = sorted(ways, key=lambda way: away[_end(way)] - 8 * _handled(way))
            ways = ranked[:ENDS] + [way for way in ranked[ENDS:] if self._special(s, token, _end(way))]
        for way in ways:
            after = travel(s, begin, way)
            if after is not None:
                yield (begin, *way), after

    def _special(self, s: BoardState, token: int, square: int) -> bool:
        """Can something be done from there: a gear, an object, an enemy or somebody wounded beside it, a dark room?"""
        maze = s.maze
        if maze.terrain[square] == GEAR or (s.item[square] >= 0 and maze.terrain[square] != PIT):
            return True
        side = s.board_setting.side
        for beyond in maze.way[square * 4 : square * 4 + 4]:
            if beyond < -1:
                return True
            if beyond >= 0:
                if s.stand[beyond] >= 0 and side[s.stand[beyond]] != side[token]:
                    return True
                if s.down[beyond] >= 0:
                    return True
        return False

    # -- what cannot be foreseen ---------------------------------------------------------------------------------------

    def _reveal(self, node: Node, choice: int, points: int) -> None:
        """A guess: it opens the way, brings own characters into play, and whoever reveals places most of the tokens."""
        s = node.state
        tile = actions.second_of(choice)
        bonus = 9.0 + 3.0 * s.idle[self.me]
        for player in range(s.setting.players):
            for token in s.setting.characters_of[player]:
                if s.loc[token] == UNDER + tile:
                    bonus += 10.0 if player == self.me else -2.0
        value = self.judge.value(s, self.me) if not node.path else node.value
        self._leaf(node, choice, points, value + bonus)

    def _attack(self, node: Node, choice: int, points: int, known: set[tuple[int, int]]) -> None:
        after = node.state.copy()
        apply(after, choice)
        after = foreseen(after)
        if (after.fighters, after.defender) in known:
            return
        known.add((after.fighters, after.defender))
        self.left -= 8
        _, value = Duel(self.judge, after, self.me).solve(DUEL_ROUNDS)
        self._leaf(node, choice, points, value)

    def _leaf(self, node: Node, choice: int, points: int, value: float) -> None:
        s = node.state
        actor = actions.first_of(choice)
        spent = points - s.ap + (0 if s.status[actor] >> POTION_SHIFT else 1)
        self.leaves.append(Leaf((*node.path, choice), spent, value, True))


def _end(way: Way) -> int:
    """The square on which a journey ends."""
    for choice in reversed(way):
        if actions.kind_of(choice) == actions.STEP:
            return actions.second_of(choice)
    return -1


def _handled(way: Way) -> bool:
    return any(actions.kind_of(choice) in HANDLING for choice in way)
