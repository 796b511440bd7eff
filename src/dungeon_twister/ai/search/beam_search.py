"""Beam search over the turn actions of one turn, in layers. Every position is evaluated once.

A reveal or a combat ends a plan, as its result is uncertain. It gets an estimate here and a better one from `turn_search`.
"""

from __future__ import annotations

from random import Random
from typing import Final

from dungeon_twister.ai.search.game_adapter import GameAdapter
from dungeon_twister.ai.search.turn_actions import TurnStart
from dungeon_twister.rules.engine.state import State

NO_RISK: Final = -1


class TurnPlan:
    """A way through a turn: its choices, the position after them, its value without replies, and the action points spent."""

    __slots__ = ("path", "risk", "spent", "state", "value")

    def __init__(self, path: tuple[int, ...], state: State, value: float, spent: int, risk: int = NO_RISK) -> None:
        self.path = path
        self.state = state  # before the risk, if there is one
        self.value = value
        self.spent = spent
        self.risk = risk


class StartCosts:
    """The possible starts of a turn. Finds the best start for a plan, and the value of the plan with it."""

    def __init__(self, adapter: GameAdapter, s: State) -> None:
        self.turn_starts: list[TurnStart] = adapter.turn_starts(s)
        self.point = adapter.point_value

    def most(self) -> TurnStart:
        return self.turn_starts[0]

    def best(self, plan: TurnPlan) -> TurnStart:
        """Return the start that gives a plan its highest value."""
        return self.turn_starts[self._best(plan)]

    def worth(self, plan: TurnPlan) -> float:
        """Return the value of a plan less the cost of its start."""
        return plan.value + self._margin(plan, self.turn_starts[self._best(plan)])

    def _best(self, plan: TurnPlan) -> int:
        best, chosen = 0.0, -1
        for number, start in enumerate(self.turn_starts):
            if start.points >= plan.spent:
                margin = self._margin(plan, start)
                if chosen < 0 or margin > best:
                    best, chosen = margin, number
        return max(chosen, 0)

    def _margin(self, plan: TurnPlan, start: TurnStart) -> float:
        """Return the value of the points left less the cost. Points count only after a risk, as the turn then goes on."""
        left = start.points - plan.spent if plan.risk >= 0 else 0
        return self.point * left - start.cost


class Beam:
    """Finds plans for the turn of one player."""

    def __init__(self, adapter: GameAdapter, me: int, rng: Random, width: int, nodes: int, ends: int, depth: int) -> None:
        self.adapter = adapter
        self.me = me
        self.rng = rng
        self.width = width
        self.nodes = nodes  # limit of evaluated positions
        self.ends = ends
        self.depth = depth  # turn actions in a plan
        self.noise = 0.0
        self.overlooked = 0.0
        self.plans: list[TurnPlan] = []

    def search(self, root: State, points: int) -> list[TurnPlan]:
        """Return every plan found, unordered. In `root` the player may act or is on a journey."""
        adapter, me = self.adapter, self.me
        last = min(adapter.nodes + self.nodes, adapter.node_limit)
        first = TurnPlan((), root, self._value(root), points - root.ap)
        self.plans = [first] if adapter.may_act(root, me) else []
        layer = [first]
        seen = {root.hash64()}
        for _ in range(self.depth):
            found: list[TurnPlan] = []
            for plan in layer:
                if adapter.nodes >= last:
                    return self.plans
                self._expand(plan, points, seen, found)
                if adapter.may_act(plan.state, me):
                    self._risks(plan)
            if not found:
                break
            layer = best_of(found, self.width)
        return self.plans

    def _expand(self, plan: TurnPlan, points: int, seen: set[int], found: list[TurnPlan]) -> None:
        """Add a plan for each turn action. If the turn goes on after it, also add the plan to `found`."""
        adapter, me = self.adapter, self.me
        for action in adapter.turn_actions(plan.state, self.ends):
            if self.overlooked and self.rng.random() < self.overlooked:
                continue
            state = action.state
            key = state.hash64()
            if key in seen:
                continue
            seen.add(key)
            goes_on = adapter.may_act(state, me)
            after = TurnPlan(plan.path + action.path, state, self._value(state), points - state.ap if goes_on else points)
            self.plans.append(after)
            if goes_on:
                found.append(after)

    def _risks(self, plan: TurnPlan) -> None:
        adapter, me = self.adapter, self.me
        for choice in adapter.risks(plan.state):
            if self.overlooked and self.rng.random() < self.overlooked:
                continue
            if adapter.is_combat(choice):
                attacked = adapter.after_attack(plan.state, choice)
                if attacked is None:
                    continue
                combat = adapter.combat(attacked, me)
                value = combat.worth([self._value(outcome) for outcome in combat.outcomes])
            else:
                value = plan.value + adapter.reveal_bonus(plan.state, choice, me)
            self.plans.append(TurnPlan(plan.path, plan.state, value, plan.spent + adapter.cost(plan.state, choice), choice))

    def _value(self, state: State) -> float:
        value = self.adapter.value(state, self.me)
        if self.noise:
            value += self.noise * (self.rng.random() - 0.5)
        return value


def best_of(plans: list[TurnPlan], number: int) -> list[TurnPlan]:
    """Return the best plans, best first; of equal plans the one found earlier comes first."""
    order = sorted([(-plan.value, place) for place, plan in enumerate(plans)])
    return [plans[place] for _, place in order[:number]]


def by_value(plans: list[TurnPlan], costs: StartCosts) -> list[TurnPlan]:
    """Return all plans, highest value less cost first."""
    order = sorted([(-costs.worth(plan), place) for place, plan in enumerate(plans)])
    return [plans[place] for _, place in order]
