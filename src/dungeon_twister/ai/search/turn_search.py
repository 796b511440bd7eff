"""A search: answers every decision of a game by looking ahead as far as its profile allows.

A turn is planned thus: is there a win at once? Else a beam finds plans, and for the best of them the replies are searched;
while every plan so far lets an opponent win, more are tried. Combats are finished and replied to in each of their three
outcomes, reveals in a few draws that are the same for all plans.
"""

from __future__ import annotations

from random import Random
from typing import Final

from dungeon_twister.ai.search.game_adapter import UNLIMITED, GameAdapter
from dungeon_twister.ai.search.goals import WON, win_this_turn
from dungeon_twister.ai.search.profile import Profile
from dungeon_twister.ai.search.replies import LOST, Replies, followed
from dungeon_twister.ai.search.turn_actions import TurnStart
from dungeon_twister.ai.search.turns import NO_RISK, Beam, Plan, StartCosts, best_of, by_value
from dungeon_twister.rules.engine.actions import PASS
from dungeon_twister.rules.engine.decisions import ACT, PLACE_TOKENS, TRAVEL
from dungeon_twister.rules.engine.game import legal
from dungeon_twister.rules.engine.state import State

LOSING: Final = LOST / 2  # a plan that is worth no more after the replies loses
MORE: Final = 5  # so many times as many plans are tried when all that were looked at lose
PLACINGS: Final = 8  # ways to place tokens that are looked into
FINISHES: Final = 3  # ways to go on after a combat or a reveal that are replied to


class ScoredPlan:
    """A plan that was looked into: its choices, and what they are worth after the replies."""

    __slots__ = ("path", "risk", "value", "wins")

    def __init__(self, path: tuple[int, ...], risk: int, value: float, wins: bool = False) -> None:
        self.path = path  # without the risk, and without the pass that ends the turn
        self.risk = risk
        self.value = value
        self.wins = wins  # for certain, this turn


class TurnSearch:
    """How somebody thinks about one game that is played."""

    def __init__(self, adapter: GameAdapter, profile: Profile, rng: Random) -> None:
        self.adapter = adapter
        self.profile = profile
        self.rng = rng
        self.nodes = 0  # positions valued in all
        self.replies = Replies(adapter, profile, rng)

    def think(self, s: State, nodes: int = 0) -> tuple[int, ...]:
        """What to choose now, and what is planned to be chosen after it in this turn; so many positions may be looked at, or
        as many as a turn has."""
        adapter, me, before = self.adapter, s.decider(), self.adapter.nodes
        adapter.allow(nodes or self.profile.total)
        decision = s.decision()
        if decision == PLACE_TOKENS:
            path: tuple[int, ...] = (self._place(s, me),)
        elif adapter.fights(s):
            path = (self._fight(s, me),)
        elif decision in (ACT, TRAVEL) or adapter.begins(s):
            path = self._turn(s, me)
        else:
            path = (adapter.set_up(s, self.rng, self.profile.opening),)
        self.nodes += adapter.nodes - before
        adapter.allow(UNLIMITED)
        return path

    # -- a turn ----------------------------------------------------------------------------------------------------------

    def _turn(self, s: State, me: int) -> tuple[int, ...]:
        adapter, profile = self.adapter, self.profile
        costs = StartCosts(adapter, s)
        most = costs.most()
        if profile.goal and most.points <= profile.actions:
            win = win_this_turn(adapter, most.state, me, profile.goal)
            if win:
                return most.path + win
        adapter.set_subgoals(most.state, me)
        plans = by_value(self._beam(me, True).search(most.state, most.points), costs)
        chosen = self._best_by_replies(plans, costs, me) if profile.replies and plans else plans[0] if plans else None
        adapter.clear_subgoals()
        if chosen is None:
            return (legal(s)[0],)
        path = costs.best(chosen).path + chosen.path
        if chosen.risk >= 0:
            return (*path, chosen.risk)
        return (*path, PASS)

    def _beam(self, me: int, whole: bool) -> Beam:
        profile = self.profile
        if whole:
            beam = Beam(self.adapter, me, self.rng, profile.width, profile.nodes, profile.ends, profile.actions)
            beam.noise, beam.overlooked = profile.noise, profile.overlooked
        else:
            beam = Beam(
                self.adapter, me, self.rng, profile.reply_width, profile.reply_nodes, profile.reply_ends, profile.actions
            )
        return beam

    def _best_by_replies(self, plans: list[Plan], costs: StartCosts, me: int) -> Plan:
        """The plan that is worth most after what the others answer to it."""
        adapter, profile = self.adapter, self.profile
        seed = self.rng.getrandbits(32)  # all plans meet the same draws
        self.replies.forget()
        best, chosen = 0.0, plans[0]
        for looked, plan in enumerate(plans):
            losing = looked > 0 and best <= LOSING * profile.trust
            if looked >= profile.replies * (MORE if losing else 1) or (looked and adapter.spent()):
                break
            shallow = (1 - profile.trust) * costs.worth(plan)
            needed = (best - shallow) / profile.trust if looked else -2 * WON
            worth = profile.trust * self._looked_into(plan, costs, me, seed, needed) + shallow
            if looked and adapter.spent():  # the look was cut short, so its result does not compare with the others
                break
            if looked == 0 or worth > best:
                best, chosen = worth, plan
        return chosen

    def _looked_into(self, plan: Plan, costs: StartCosts, me: int, seed: int, needed: float) -> float:
        """What a plan is worth after the replies, for the price of its start."""
        start = costs.best(plan)
        state: State | None = plan.state
        if start is not costs.most():
            state = followed(start.state, plan.path)
            if state is None:  # a cheaper card changes nothing but the points; should it, the plan is as it was found
                state = plan.state
        assert state is not None
        return self._replied(plan, state, start, me, seed, needed)

    def _replied(self, plan: Plan, state: State, start: TurnStart, me: int, seed: int, needed: float) -> float:
        """The same of a plan that begins so and leads to this position."""
        adapter = self.adapter
        if plan.risk < 0:
            ended = adapter.passed(state) if adapter.acts(state, me) else state
            return self.replies.answered(ended, me, needed + start.price) - start.price
        if adapter.is_fight(plan.risk):
            attacked = adapter.attacked(state, plan.risk)
            if attacked is None:
                return plan.value - start.price
            fight = adapter.fight(attacked, me)
            return fight.worth([self._value_after_finish(outcome, me) for outcome in fight.outcomes]) - start.price
        if not self.profile.samples:
            left = (start.points - plan.spent) * adapter.point
            return plan.value + left - start.price
        total = 0.0
        for sample in range(self.profile.samples):
            total += self._value_after_finish(adapter.revealed(state, plan.risk, Random(seed + sample)), me)
        return total / self.profile.samples - start.price

    def _value_after_finish(self, s: State, me: int) -> float:
        """What a position in the middle of a turn is worth, finished and replied to."""
        adapter = self.adapter
        if s.over or adapter.spent():
            return adapter.value(s, me)
        if not adapter.acts(s, me):
            return self.replies.answered(s, me, -2 * WON)
        plans = self._beam(me, False).search(s, s.ap)
        best = -3 * WON
        for plan in best_of([plan for plan in plans if plan.risk < 0], FINISHES):
            ended = adapter.passed(plan.state) if adapter.acts(plan.state, me) else plan.state
            best = max(best, self.replies.answered(ended, me, best))
            if adapter.spent():
                break
        return best

    # -- several plans, for whoever wants to compare them ------------------------------------------------------------------

    def plans(
        self, s: State, count: int, nodes: int = 0, told: list[tuple[tuple[int, ...], int]] | None = None
    ) -> list[ScoredPlan]:
        """So many of the best plans of the turn that begins or goes on with this position, the best one first; of a win that is
        found at once, only that. Plans that somebody tells, choices and a risk (or NO_RISK), are looked into as well and come
        before them, in their order."""
        adapter, me, before = self.adapter, s.decider(), self.adapter.nodes
        adapter.allow(nodes or self.profile.total)
        costs = StartCosts(adapter, s)
        most = costs.most()
        win: tuple[int, ...] = ()
        if count and self.profile.goal and most.points <= self.profile.actions:
            win = win_this_turn(adapter, most.state, me, self.profile.goal)
        adapter.set_subgoals(most.state, me)
        seed = self.rng.getrandbits(32)  # all plans meet the same draws
        self.replies.forget()
        found = [self._told(s, path, risk, costs, me, seed) for path, risk in told or []]
        if win:
            found.append(ScoredPlan(most.path + win, NO_RISK, 2 * WON, True))
        elif count:
            plans = by_value(self._beam(me, True).search(most.state, most.points), costs)
            found += self._best_plans(plans, costs, me, seed, count)
        adapter.clear_subgoals()
        self.nodes += adapter.nodes - before
        adapter.allow(UNLIMITED)
        return found

    def _best_plans(self, plans: list[Plan], costs: StartCosts, me: int, seed: int, count: int) -> list[ScoredPlan]:
        """Those that are worth most after the replies; what cannot come among them need not be exact."""
        trust, best = self.profile.trust, list[ScoredPlan]()
        for looked, plan in enumerate(plans):
            losing = looked > 0 and best[0].value <= LOSING * trust
            if looked >= self.profile.replies * (MORE if losing else 1) or (looked and self.adapter.spent()):
                break
            shallow = (1 - trust) * costs.worth(plan)
            needed = (best[count - 1].value - shallow) / trust if len(best) >= count else -2 * WON
            value = trust * self._looked_into(plan, costs, me, seed, needed) + shallow
            at = len(best)
            while at and best[at - 1].value < value:
                at -= 1
            best.insert(at, ScoredPlan(costs.best(plan).path + plan.path, plan.risk, value))
            del best[count:]
        return best

    def _told(self, s: State, played: tuple[int, ...], risk: int, costs: StartCosts, me: int, seed: int) -> ScoredPlan:
        """A plan that somebody has made."""
        adapter, start = self.adapter, costs.most()
        for other in costs.turn_starts:
            if other.path and other.path == played[: len(other.path)]:
                start = other
        state = followed(s, played)
        if state is None:
            raise ValueError("these choices cannot be made")
        value = adapter.value(state, me)
        if state.over:
            return ScoredPlan(played, risk, max(-2 * WON, min(2 * WON, value)), value >= WON)
        left = state.ap if adapter.acts(state, me) else 0
        plan = Plan(played[len(start.path) :], state, value, start.points - left, risk)
        if risk >= 0:
            plan.spent += adapter.cost(state, risk)
            plan.value = self._guessed(plan, me)
        shallow = plan.value - start.price
        if risk >= 0:
            shallow += adapter.point * (start.points - plan.spent)
        trust = self.profile.trust
        looked = self._replied(plan, state, start, me, seed, -2 * WON)
        return ScoredPlan(played, risk, trust * looked + (1 - trust) * shallow)

    def _guessed(self, plan: Plan, me: int) -> float:
        """What a plan that ends in a risk is worth at a look."""
        adapter = self.adapter
        if not adapter.is_fight(plan.risk):
            return plan.value + adapter.reveal_bonus(plan.state, plan.risk, me)
        attacked = adapter.attacked(plan.state, plan.risk)
        if attacked is None:
            return plan.value
        fight = adapter.fight(attacked, me)
        return fight.worth([adapter.value(outcome, me) for outcome in fight.outcomes])

    # -- other decisions -------------------------------------------------------------------------------------------------

    def _fight(self, s: State, me: int) -> int:
        fight = self.adapter.fight(s, me)
        if self.profile.replies:
            values = [self._value_after_finish(outcome, me) for outcome in fight.outcomes]
        if not self.profile.replies or self.adapter.spent():  # looks of unequal depth do not compare
            values = [self.adapter.value(outcome, me) for outcome in fight.outcomes]
        return fight.choice(values, self.rng)

    def _place(self, s: State, me: int) -> int:
        """The best of the ways to place that look best, after what follows."""
        adapter = self.adapter
        if not self.profile.replies:
            return adapter.place_well(s, self.rng)
        turn_actions = adapter.placings(s)
        order = sorted([(-adapter.value(action.state, me), number) for number, action in enumerate(turn_actions)])
        best, chosen = 0.0, -1
        for _, number in order[:PLACINGS]:
            value = self._value_after_finish(turn_actions[number].state, me)
            if chosen >= 0 and adapter.spent():
                break
            if chosen < 0 or value > best:
                best, chosen = value, turn_actions[number].path[0]
        return chosen
