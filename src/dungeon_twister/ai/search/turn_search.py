"""The search for one decision, as deep as its profile allows.

To plan a turn, the goal search looks for a win this turn first. If there is none, a beam search finds plans, and the best plans
are scored by the replies of the opponents. More plans are tried while every plan so far lets an opponent win. A combat is
scored by its three outcomes, a reveal by a few draws, which are the same for all plans.
"""

from __future__ import annotations

from random import Random
from typing import Final

from dungeon_twister.ai.search.beam_search import NO_RISK, Beam, StartCosts, TurnPlan, best_of, by_value
from dungeon_twister.ai.search.game_adapter import UNLIMITED, GameAdapter
from dungeon_twister.ai.search.goals import WON, win_this_turn
from dungeon_twister.ai.search.profile import Profile
from dungeon_twister.ai.search.replies import LOST, Replies, followed
from dungeon_twister.ai.search.turn_actions import TurnStart
from dungeon_twister.rules.engine.actions import PASS
from dungeon_twister.rules.engine.decisions import ACT, PLACE_TOKENS, TRAVEL
from dungeon_twister.rules.engine.game import legal
from dungeon_twister.rules.engine.state import State

LOSING: Final = LOST / 2  # a plan of at most this value after the replies loses
MORE: Final = 5  # factor for the number of plans to try while all plans lose
PLACEMENTS: Final = 8  # placements to score by replies
FINISHES: Final = 3  # continuations after a combat or a reveal to score by replies


class ScoredPlan:
    """A plan with its score after the replies."""

    __slots__ = ("path", "risk", "value", "wins")

    def __init__(self, path: tuple[int, ...], risk: int, value: float, wins: bool = False) -> None:
        self.path = path  # without the risk, and without the pass that ends the turn
        self.risk = risk
        self.value = value
        self.wins = wins  # certain win this turn


class TurnSearch:
    """Searches the decisions of one player in one game."""

    def __init__(self, adapter: GameAdapter, profile: Profile, rng: Random) -> None:
        self.adapter = adapter
        self.profile = profile
        self.rng = rng
        self.nodes = 0  # positions evaluated in total
        self.replies = Replies(adapter, profile, rng)

    def think(self, s: State, nodes: int = 0) -> tuple[int, ...]:
        """Return the best choice, followed by the choices planned after it in this turn.

        At most `nodes` positions are evaluated; with 0, as many as the profile allows for a turn.
        """
        adapter, me, before = self.adapter, s.decider(), self.adapter.nodes
        adapter.set_budget(nodes or self.profile.total)
        decision = s.decision()
        if decision == PLACE_TOKENS:
            path: tuple[int, ...] = (self._place(s, me),)
        elif adapter.in_combat(s):
            path = (self._combat(s, me),)
        elif decision in (ACT, TRAVEL) or adapter.at_turn_start(s):
            path = self._turn(s, me)
        else:
            path = (adapter.choose_setup(s, self.rng, self.profile.opening),)
        self.nodes += adapter.nodes - before
        adapter.set_budget(UNLIMITED)
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

    def _best_by_replies(self, plans: list[TurnPlan], costs: StartCosts, me: int) -> TurnPlan:
        """Return the plan with the highest value after the replies."""
        adapter, profile = self.adapter, self.profile
        seed = self.rng.getrandbits(32)  # all plans meet the same draws
        self.replies.forget()
        best, chosen = 0.0, plans[0]
        for looked, plan in enumerate(plans):
            losing = looked > 0 and best <= LOSING * profile.trust
            if looked >= profile.replies * (MORE if losing else 1) or (looked and adapter.out_of_budget()):
                break
            shallow = (1 - profile.trust) * costs.worth(plan)
            needed = (best - shallow) / profile.trust if looked else -2 * WON
            worth = profile.trust * self._score(plan, costs, me, seed, needed) + shallow
            if looked and adapter.out_of_budget():  # incomplete: the value is not comparable with the others
                break
            if looked == 0 or worth > best:
                best, chosen = worth, plan
        return chosen

    def _score(self, plan: TurnPlan, costs: StartCosts, me: int, seed: int, needed: float) -> float:
        """Return the value of a plan after the replies, less the cost of its start."""
        start = costs.best(plan)
        state: State | None = plan.state
        if start is not costs.most():
            state = followed(start.state, plan.path)
            if state is None:  # a cheaper card should change the points only; if not, keep the plan as found
                state = plan.state
        assert state is not None
        return self._value_after_replies(plan, state, start, me, seed, needed)

    def _value_after_replies(self, plan: TurnPlan, state: State, start: TurnStart, me: int, seed: int, needed: float) -> float:
        """Return the same for a plan with this start that leads to this position."""
        adapter = self.adapter
        if plan.risk < 0:
            ended = adapter.after_pass(state) if adapter.may_act(state, me) else state
            return self.replies.value_after(ended, me, needed + start.cost) - start.cost
        if adapter.is_combat(plan.risk):
            attacked = adapter.after_attack(state, plan.risk)
            if attacked is None:
                return plan.value - start.cost
            combat = adapter.combat(attacked, me)
            return combat.worth([self._value_after_finish(outcome, me) for outcome in combat.outcomes]) - start.cost
        if not self.profile.samples:
            left = (start.points - plan.spent) * adapter.point_value
            return plan.value + left - start.cost
        total = 0.0
        for sample in range(self.profile.samples):
            total += self._value_after_finish(adapter.after_reveal(state, plan.risk, Random(seed + sample)), me)
        return total / self.profile.samples - start.cost

    def _value_after_finish(self, s: State, me: int) -> float:
        """Return the value of a position in the middle of a turn after the rest of the turn and the replies."""
        adapter = self.adapter
        if s.over or adapter.out_of_budget():
            return adapter.value(s, me)
        if not adapter.may_act(s, me):
            return self.replies.value_after(s, me, -2 * WON)
        plans = self._beam(me, False).search(s, s.ap)
        best = -3 * WON
        for plan in best_of([plan for plan in plans if plan.risk < 0], FINISHES):
            ended = adapter.after_pass(plan.state) if adapter.may_act(plan.state, me) else plan.state
            best = max(best, self.replies.value_after(ended, me, best))
            if adapter.out_of_budget():
                break
        return best

    # -- several plans to compare ----------------------------------------------------------------------------------------

    def plans(
        self, s: State, count: int, nodes: int = 0, given: list[tuple[tuple[int, ...], int]] | None = None
    ) -> list[ScoredPlan]:
        """Return the `count` best plans of the turn from this position, best first, or only the win if there is one.

        The plans in `given` (choices and a risk, or NO_RISK) are scored as well and come first, in their order.
        """
        adapter, me, before = self.adapter, s.decider(), self.adapter.nodes
        adapter.set_budget(nodes or self.profile.total)
        costs = StartCosts(adapter, s)
        most = costs.most()
        win: tuple[int, ...] = ()
        if count and self.profile.goal and most.points <= self.profile.actions:
            win = win_this_turn(adapter, most.state, me, self.profile.goal)
        adapter.set_subgoals(most.state, me)
        seed = self.rng.getrandbits(32)  # all plans meet the same draws
        self.replies.forget()
        found = [self._score_given(s, path, risk, costs, me, seed) for path, risk in given or []]
        if win:
            found.append(ScoredPlan(most.path + win, NO_RISK, 2 * WON, True))
        elif count:
            plans = by_value(self._beam(me, True).search(most.state, most.points), costs)
            found += self._best_plans(plans, costs, me, seed, count)
        adapter.clear_subgoals()
        self.nodes += adapter.nodes - before
        adapter.set_budget(UNLIMITED)
        return found

    def _best_plans(self, plans: list[TurnPlan], costs: StartCosts, me: int, seed: int, count: int) -> list[ScoredPlan]:
        """Return the plans with the highest values after the replies. Values too low to be among them may be inexact."""
        trust, best = self.profile.trust, list[ScoredPlan]()
        for looked, plan in enumerate(plans):
            losing = looked > 0 and best[0].value <= LOSING * trust
            if looked >= self.profile.replies * (MORE if losing else 1) or (looked and self.adapter.out_of_budget()):
                break
            shallow = (1 - trust) * costs.worth(plan)
            needed = (best[count - 1].value - shallow) / trust if len(best) >= count else -2 * WON
            value = trust * self._score(plan, costs, me, seed, needed) + shallow
            at = len(best)
            while at and best[at - 1].value < value:
                at -= 1
            best.insert(at, ScoredPlan(costs.best(plan).path + plan.path, plan.risk, value))
            del best[count:]
        return best

    def _score_given(self, s: State, played: tuple[int, ...], risk: int, costs: StartCosts, me: int, seed: int) -> ScoredPlan:
        """Score a given plan."""
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
        left = state.ap if adapter.may_act(state, me) else 0
        plan = TurnPlan(played[len(start.path) :], state, value, start.points - left, risk)
        if risk >= 0:
            plan.spent += adapter.cost(state, risk)
            plan.value = self._estimate(plan, me)
        shallow = plan.value - start.cost
        if risk >= 0:
            shallow += adapter.point_value * (start.points - plan.spent)
        trust = self.profile.trust
        looked = self._value_after_replies(plan, state, start, me, seed, -2 * WON)
        return ScoredPlan(played, risk, trust * looked + (1 - trust) * shallow)

    def _estimate(self, plan: TurnPlan, me: int) -> float:
        """Return the value of a plan that ends in a risk, without replies."""
        adapter = self.adapter
        if not adapter.is_combat(plan.risk):
            return plan.value + adapter.reveal_bonus(plan.state, plan.risk, me)
        attacked = adapter.after_attack(plan.state, plan.risk)
        if attacked is None:
            return plan.value
        combat = adapter.combat(attacked, me)
        return combat.worth([adapter.value(outcome, me) for outcome in combat.outcomes])

    # -- other decisions -------------------------------------------------------------------------------------------------

    def _combat(self, s: State, me: int) -> int:
        combat = self.adapter.combat(s, me)
        if self.profile.replies:
            values = [self._value_after_finish(outcome, me) for outcome in combat.outcomes]
        if not self.profile.replies or self.adapter.out_of_budget():  # values of unequal depth are not comparable
            values = [self.adapter.value(outcome, me) for outcome in combat.outcomes]
        return combat.choice(values, self.rng)

    def _place(self, s: State, me: int) -> int:
        """Return the best placement: the most promising ones are scored by replies."""
        adapter = self.adapter
        if not self.profile.replies:
            return adapter.choose_placement(s, self.rng)
        turn_actions = adapter.placements(s)
        order = sorted([(-adapter.value(action.state, me), number) for number, action in enumerate(turn_actions)])
        best, chosen = 0.0, -1
        for _, number in order[:PLACEMENTS]:
            value = self._value_after_finish(turn_actions[number].state, me)
            if chosen >= 0 and adapter.out_of_budget():
                break
            if chosen < 0 or value > best:
                best, chosen = value, turn_actions[number].path[0]
        return chosen
