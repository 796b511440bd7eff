"""Planning a turn of the board game: its actions, and what reveals and combats are guessed to be worth."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from dungeon_twister.ai.bots.board.duels import Duel
from dungeon_twister.ai.bots.board.evaluation import AP_WORTH, Judge
from dungeon_twister.ai.bots.board.joining import foreseen
from dungeon_twister.ai.bots.board.journeys import journeys, travel
from dungeon_twister.ai.bots.board.outlook import Outlook
from dungeon_twister.ai.bots.planning import ENEMY_CARD, OWN_CARD, Leaf, Node, Search
from dungeon_twister.ai.bots.plans import Way
from dungeon_twister.rules.engine import actions
from dungeon_twister.rules.engine.board.rules import RULES
from dungeon_twister.rules.engine.board.state import BoardState
from dungeon_twister.rules.engine.game import apply, legal
from dungeon_twister.rules.engine.state import POTION_SHIFT, UNDER
from dungeon_twister.rules.geometry.rooms import GEAR, PIT

WIDTH: Final = 4  # positions of a layer that are looked at further
ENDS: Final = 6  # ends of a journey that are tried for the sake of their worth
MOST: Final = 1100  # positions of two players judged for one plan
CHART: Final = 15  # a maze that has not been charted costs as much as so many positions
DUEL_ROUNDS: Final = 30
NOISE: Final = 0.4
JOURNEYS: Final = RULES.journeys()
HANDLING: Final = (actions.TAKE, actions.DROP, actions.SWAP)


class Planner(Search[BoardState]):
    """Plans the turn of one player from a position in which he acts."""

    width = WIDTH
    chart = CHART

    def __init__(self, judge: Judge, me: int, rng: Random) -> None:
        self.most = 2 * MOST // judge.setting.players  # a position of more players takes longer to judge
        super().__init__(me, rng, self.most)
        self.judge = judge

    def plan(self, root: BoardState) -> list[Leaf]:
        """Every plan that was found, each with its worth."""
        self.left = self.most
        self.noise = NOISE * (1 + root.idle[self.me])
        self.judge.outlook = Outlook(self.judge, root, self.me)
        self.search(root)
        return self.leaves

    def value(self, state: BoardState) -> float:
        return self.judge.value(state, self.me)

    def maze(self, state: BoardState) -> tuple[int, ...]:
        return tuple(state.maze.key())

    def key(self, state: BoardState) -> tuple[object, ...]:
        return tuple(state.loc), tuple(state.status), state.ap, tuple(state.maze.key())

    def actions(self, node: Node[BoardState]) -> Iterator[tuple[Way, BoardState]]:
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
                self._reveal(node, choice)
            elif kind == actions.ATTACK:
                self._attack(node, choice, attacks)
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
        for beyond in maze.ways_from(square):
            if beyond < 0:
                return True
            if s.stand[beyond] >= 0 and side[s.stand[beyond]] != side[token]:
                return True
            if s.down[beyond] >= 0:
                return True
        return False

    # -- what cannot be foreseen ---------------------------------------------------------------------------------------

    def _reveal(self, node: Node[BoardState], choice: int) -> None:
        """A guess: it opens the way, brings own characters into play, and whoever reveals places most of the tokens."""
        s = node.state
        tile = actions.second_of(choice)
        bonus = 9.0 + 3.0 * s.idle[self.me]
        for player in range(s.setting.players):
            for token in s.setting.characters_of[player]:
                if s.loc[token] == UNDER + tile:
                    bonus += OWN_CARD if player == self.me else ENEMY_CARD
        value = self.judge.value(s, self.me) if not node.path else node.value
        self._leaf(node, choice, value + bonus)

    def _attack(self, node: Node[BoardState], choice: int, known: set[tuple[int, int]]) -> None:
        after = node.state.copy()
        apply(after, choice)
        after = foreseen(after)
        if (after.fighters, after.defender) in known:
            return
        known.add((after.fighters, after.defender))
        self.left -= 8
        _, value = Duel(self.judge, after, self.me).solve(DUEL_ROUNDS)
        self._leaf(node, choice, value)

    def _leaf(self, node: Node[BoardState], choice: int, value: float) -> None:
        s = node.state
        actor = actions.first_of(choice)
        spent = self.points - s.ap + (0 if s.status[actor] >> POTION_SHIFT else 1)
        self.leaves.append(Leaf((*node.path, choice), value, spent, True))


def best_leaf(leaves: list[Leaf], points: int) -> Leaf:
    """The best plan for so many action points."""
    return max((leaf for leaf in leaves if leaf.spent <= points), key=lambda leaf: worth(leaf, points))


def worth(leaf: Leaf, points: int) -> float:
    """What a plan is worth with so many action points to spend in the turn."""
    return leaf.value + (AP_WORTH * (points - leaf.spent) if leaf.open else 0.0)


def _end(way: Way) -> int:
    """The square on which a journey ends."""
    for choice in reversed(way):
        if actions.kind_of(choice) == actions.STEP:
            return actions.second_of(choice)
    return -1


def _handled(way: Way) -> bool:
    return any(actions.kind_of(choice) in HANDLING for choice in way)
