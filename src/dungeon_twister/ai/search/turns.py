"""The ways through one turn: a beam over whole actions, in layers, with every position looked at once.

What nobody can foresee, a reveal or a combat, ends a plan: what it is worth is guessed here, and looked into by the `search`.
"""

from __future__ import annotations

from random import Random
from typing import Final

from dungeon_twister.ai.search.game_adapter import GameAdapter
from dungeon_twister.ai.search.turn_actions import TurnStart
from dungeon_twister.rules.engine.state import State

NO_RISK: Final = -1


class Plan:
    """A way through a turn: its choices, where they lead, what that is worth at a look, and the action points it takes."""

    __slots__ = ("path", "risk", "spent", "state", "value")

    def __init__(self, path: tuple[int, ...], state: State, value: float, spent: int, risk: int = NO_RISK) -> None:
        self.path = path
        self.state = state  # before the risk, if it ends in one
        self.value = value
        self.spent = spent
        self.risk = risk


class StartCosts:
    """How the turn may begin: which start suits a plan, and what the plan is worth with it."""

    def __init__(self, adapter: GameAdapter, s: State) -> None:
        self.turn_starts: list[TurnStart] = adapter.turn_starts(s)
        self.point = adapter.point

    def most(self) -> TurnStart:
        return self.turn_starts[0]

    def best(self, plan: Plan) -> TurnStart:
        """The start with which a plan is worth most."""
        return self.turn_starts[self._best(plan)]

    def worth(self, plan: Plan) -> float:
        """What a plan is worth, less the price of its start."""
        return plan.value + self._margin(plan, self.turn_starts[self._best(plan)])

    def _best(self, plan: Plan) -> int:
        best, chosen = 0.0, -1
        for number, start in enumerate(self.turn_starts):
            if start.points >= plan.spent:
                margin = self._margin(plan, start)
                if chosen < 0 or margin > best:
                    best, chosen = margin, number
        return max(chosen, 0)

    def _margin(self, plan: Plan, start: TurnStart) -> float:
        """After a risk the turn goes on with the points that are left; else they are lost."""
        left = start.points - plan.spent if plan.risk >= 0 else 0
        return self.point * left - start.price


class Beam:
    """Looks for plans of one player's turn."""

    def __init__(self, adapter: GameAdapter, me: int, rng: Random, width: int, nodes: int, ends: int, depth: int) -> None:
        self.adapter = adapter
        self.me = me
        self.rng = rng
        self.width = width
        self.nodes = nodes  # positions that may be valued
        self.ends = ends
        self.depth = depth  # actions that are planned one after the other
        self.noise = 0.0
        self.overlooked = 0.0
        self.plans: list[Plan] = []

    def search(self, root: State, points: int) -> list[Plan]:
        """Every plan that was found from a position in which the player acts or is under way, in no order."""
        adapter, me = self.adapter, self.me
        last = min(adapter.nodes + self.nodes, adapter.last)
        first = Plan((), root, self._value(root), points - root.ap)
        self.plans = [first] if adapter.acts(root, me) else []
        layer = [first]
        seen = {root.hash64()}
        for _ in range(self.depth):
            found: list[Plan] = []
            for plan in layer:
                if adapter.nodes >= last:
                    return self.plans
                self._expand(plan, points, seen, found)
                if adapter.acts(plan.state, me):
                    self._risks(plan)
            if not found:
                break
            layer = best_of(found, self.width)
        return self.plans

    def _expand(self, plan: Plan, points: int, seen: set[int], found: list[Plan]) -> None:
        """The positions after each whole action; those where the turn goes on are also put into `found`."""
        adapter, me = self.adapter, self.me
        for action in adapter.turn_actions(plan.state, self.ends):
            if self.overlooked and self.rng.random() < self.overlooked:
                continue
            state = action.state
            key = state.hash64()
            if key in seen:
                continue
            seen.add(key)
            goes_on = adapter.acts(state, me)
            after = Plan(plan.path + action.path, state, self._value(state), points - state.ap if goes_on else points)
            self.plans.append(after)
            if goes_on:
                found.append(after)

    def _risks(self, plan: Plan) -> None:
        adapter, me = self.adapter, self.me
        for choice in adapter.risks(plan.state):
            if self.overlooked and self.rng.random() < self.overlooked:
                continue
            if adapter.is_fight(choice):
                attacked = adapter.attacked(plan.state, choice)
                if attacked is None:
                    continue
                fight = adapter.fight(attacked, me)
                value = fight.worth([self._value(outcome) for outcome in fight.outcomes])
            else:
                value = plan.value + adapter.reveal_bonus(plan.state, choice, me)
            self.plans.append(Plan(plan.path, plan.state, value, plan.spent + adapter.cost(plan.state, choice), choice))

    def _value(self, state: State) -> float:
        value = self.adapter.value(state, self.me)
        if self.noise:
            value += self.noise * (self.rng.random() - 0.5)
        return value


def best_of(plans: list[Plan], number: int) -> list[Plan]:
    """So many of the best, the best one first; what was found earlier comes first among equals."""
    order = sorted([(-plan.value, place) for place, plan in enumerate(plans)])
    return [plans[place] for _, place in order[:number]]


def by_value(plans: list[Plan], costs: StartCosts) -> list[Plan]:
    """All plans, those that are worth most for their price first."""
    order = sorted([(-costs.worth(plan), place) for place, plan in enumerate(plans)])
    return [plans[place] for _, place in order]
