"""What the others answer to a plan: each plays the turn that is best for himself; the search for it is short.

With one opponent a plan is worth what his best answers leave; several answer one after another, each as seems best to him. An
answer that was strong against one plan is tried on the next before anything is searched: mostly it is strong there, too, and
the search is saved.
"""

from __future__ import annotations

from random import Random
from typing import Final

from dungeon_twister.ai.search.game_adapter import LOSS, WIN, GameAdapter
from dungeon_twister.ai.search.goals import win_this_turn
from dungeon_twister.ai.search.profile import Profile
from dungeon_twister.ai.search.turns import Beam, Plan, StartCosts, by_value
from dungeon_twister.rules.engine.decisions import CHANCE
from dungeon_twister.rules.engine.game import apply, legal
from dungeon_twister.rules.engine.state import State

LOST: Final = -8000.0  # an opponent wins in his next turn
ANSWERS: Final = 4  # of the opponent's best plans, the one that leaves least counts
KEPT: Final = 6  # strong answers that are tried first


class Replies:
    """The answers to the plans of one player's turn."""

    def __init__(self, adapter: GameAdapter, profile: Profile, rng: Random) -> None:
        self.adapter = adapter
        self.profile = profile
        self.rng = rng
        self._strong: list[tuple[int, ...]] = []

    def forget(self) -> None:
        """Another turn is planned: what was strong before is not any more."""
        self._strong = []

    def answered(self, s: State, me: int, needed: float) -> float:
        """What a position in which the turn has passed on is worth; less than `needed` need not be exact."""
        adapter, state, fights = self.adapter, s, 0.0
        for _ in range(s.setting.players):
            if state.over or adapter.spent() or adapter.acts(state, me) or state.decider() in (me, CHANCE):
                break
            player = state.decider()
            costs = StartCosts(adapter, state)
            if not costs.turn_starts:
                break
            most = costs.most()
            if self._wins(most.state, player, me):
                return LOST
            last = s.setting.players == 2
            if last:
                known = self._known(state, me, needed)
                if known < needed:
                    return known
            plans = by_value(self._plans(most.state, most.points, player), costs)
            if not plans:
                break
            if last:
                return self._least(plans[:ANSWERS], costs, player, me)
            if plans[0].risk >= 0:
                fights += self._left(plans[0], player, me) - adapter.value(plans[0].state, me)
            state = self._ended(plans[0], player)
        return adapter.value(state, me) + fights

    def _wins(self, s: State, player: int, me: int) -> bool:
        if not self.profile.reply_goal:
            return False
        win = win_this_turn(self.adapter, s, player, self.profile.reply_goal)
        return bool(win) and not self.adapter.friends(player, me)

    def _plans(self, root: State, points: int, player: int) -> list[Plan]:
        profile, others = self.profile, root.setting.players - 1
        nodes = max(60, profile.reply_nodes // others)
        beam = Beam(self.adapter, player, self.rng, profile.reply_width, nodes, profile.reply_ends, profile.actions)
        return beam.search(root, points)

    def _least(self, plans: list[Plan], costs: StartCosts, player: int, me: int) -> float:
        """What the answer leaves that is worst for the player who thinks."""
        least, worst = 0.0, plans[0]
        for number, plan in enumerate(plans):
            start = costs.best(plan)
            value = self._left(plan, player, me) + start.price
            if number == 0 or value < least:
                least, worst = value, plan
        if worst.risk < 0 and worst.path:
            self._strong.insert(0, costs.best(worst).path + worst.path)
            del self._strong[KEPT:]
        return least

    def _left(self, plan: Plan, player: int, me: int) -> float:
        """What is left to the player who thinks after an answer; a combat is worth to him what its outcomes are, as likely as
        they seem to the one who attacks."""
        adapter = self.adapter
        if plan.risk < 0 or not adapter.is_fight(plan.risk):
            return adapter.value(plan.state, me)
        attacked = adapter.attacked(plan.state, plan.risk)
        if attacked is None:
            return adapter.value(plan.state, me)
        outcomes = adapter.fight(attacked, player).outcomes
        won, lost = adapter.value(outcomes[WIN], player), adapter.value(outcomes[LOSS], player)
        part = (plan.value - lost) / (won - lost) if won > lost else 0.5
        part = max(0.0, min(1.0, part))
        return part * adapter.value(outcomes[WIN], me) + (1 - part) * adapter.value(outcomes[LOSS], me)

    def _known(self, s: State, me: int, needed: float) -> float:
        """What the strong answers known so far leave, as soon as it is less than needed."""
        least = needed
        for path in self._strong:
            state = followed(s, path)
            if state is not None:
                least = min(least, self.adapter.value(state, me))
                if least < needed:
                    break
        return least

    def _ended(self, plan: Plan, player: int) -> State:
        """The position after an answer, for whoever comes next; a combat is left out, a reveal as well. What the combat means
        to the player who thinks is counted beside it."""
        return self.adapter.passed(plan.state) if self.adapter.acts(plan.state, player) else plan.state


def followed(s: State, path: tuple[int, ...]) -> State | None:
    """The position after these choices, or None where one of them is not possible."""
    state = s.copy()
    for choice in path:
        if state.over or state.decider() == CHANCE or choice not in legal(state):
            return None
        apply(state, choice)
    return state
