"""The replies of the opponents to a plan. Each opponent plays the best turn that a short search finds.

With one opponent, the value of a plan is what the opponent's best replies leave. Several opponents reply in turn, each with
their best plan. Replies that were strong against one plan are tried against the next before any search (killer heuristic).
"""

from __future__ import annotations

from random import Random
from typing import Final

from dungeon_twister.ai.search.beam_search import Beam, StartCosts, TurnPlan, by_value
from dungeon_twister.ai.search.game_adapter import LOSS, WIN, GameAdapter
from dungeon_twister.ai.search.goals import win_this_turn
from dungeon_twister.ai.search.profile import Profile
from dungeon_twister.rules.engine.decisions import CHANCE
from dungeon_twister.rules.engine.game import apply, legal
from dungeon_twister.rules.engine.state import State

LOST: Final = -8000.0  # value of a plan after which an opponent wins
ANSWERS: Final = 4  # best plans of the opponent to consider; the worst for the searching player counts
KEPT: Final = 6  # strong replies to try first


class Replies:
    """Scores the plans for the turn of one player by the replies."""

    def __init__(self, adapter: GameAdapter, profile: Profile, rng: Random) -> None:
        self.adapter = adapter
        self.profile = profile
        self.rng = rng
        self._strong: list[tuple[int, ...]] = []

    def forget(self) -> None:
        """Forget the strong replies, because another turn is planned."""
        self._strong = []

    def value_after(self, s: State, me: int, needed: float) -> float:
        """Return the value of a position after the end of the turn. A value below `needed` may be inexact."""
        adapter, state, combats = self.adapter, s, 0.0
        for _ in range(s.setting.players):
            if state.over or adapter.out_of_budget() or adapter.may_act(state, me) or state.decider() in (me, CHANCE):
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
                combats += self._left(plans[0], player, me) - adapter.value(plans[0].state, me)
            state = self._ended(plans[0], player)
        return adapter.value(state, me) + combats

    def _wins(self, s: State, player: int, me: int) -> bool:
        if not self.profile.reply_goal:
            return False
        win = win_this_turn(self.adapter, s, player, self.profile.reply_goal)
        return bool(win) and not self.adapter.are_allies(player, me)

    def _plans(self, root: State, points: int, player: int) -> list[TurnPlan]:
        profile, others = self.profile, root.setting.players - 1
        nodes = max(60, profile.reply_nodes // others)
        beam = Beam(self.adapter, player, self.rng, profile.reply_width, nodes, profile.reply_ends, profile.actions)
        return beam.search(root, points)

    def _least(self, plans: list[TurnPlan], costs: StartCosts, player: int, me: int) -> float:
        """Return the value of the reply that is worst for the searching player."""
        least, worst = 0.0, plans[0]
        for number, plan in enumerate(plans):
            start = costs.best(plan)
            value = self._left(plan, player, me) + start.cost
            if number == 0 or value < least:
                least, worst = value, plan
        if worst.risk < 0 and worst.path:
            self._strong.insert(0, costs.best(worst).path + worst.path)
            del self._strong[KEPT:]
        return least

    def _left(self, plan: TurnPlan, player: int, me: int) -> float:
        """Return the value of a reply for the searching player. A combat counts by its outcomes, with the attacker's odds."""
        adapter = self.adapter
        if plan.risk < 0 or not adapter.is_combat(plan.risk):
            return adapter.value(plan.state, me)
        attacked = adapter.after_attack(plan.state, plan.risk)
        if attacked is None:
            return adapter.value(plan.state, me)
        outcomes = adapter.combat(attacked, player).outcomes
        won, lost = adapter.value(outcomes[WIN], player), adapter.value(outcomes[LOSS], player)
        part = (plan.value - lost) / (won - lost) if won > lost else 0.5
        part = max(0.0, min(1.0, part))
        return part * adapter.value(outcomes[WIN], me) + (1 - part) * adapter.value(outcomes[LOSS], me)

    def _known(self, s: State, me: int, needed: float) -> float:
        """Return the lowest value after the known strong replies; stop at the first value below `needed`."""
        least = needed
        for path in self._strong:
            state = followed(s, path)
            if state is not None:
                least = min(least, self.adapter.value(state, me))
                if least < needed:
                    break
        return least

    def _ended(self, plan: TurnPlan, player: int) -> State:
        """Return the position after a reply, for the next opponent, without its combat or reveal (counted separately)."""
        return self.adapter.after_pass(plan.state) if self.adapter.may_act(plan.state, player) else plan.state


def followed(s: State, path: tuple[int, ...]) -> State | None:
    """Return the position after these choices, or None if one of them is illegal."""
    state = s.copy()
    for choice in path:
        if state.over or state.decider() == CHANCE or choice not in legal(state):
            return None
        apply(state, choice)
    return state
