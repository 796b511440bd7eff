"""Analysis of a position: its value, the best plans for the turn, and their reasons (`analyse`)."""

from __future__ import annotations

from random import Random
from typing import Final

from dungeon_twister.ai.analysis.analysis_shapes import Analysis, PlanView
from dungeon_twister.ai.analysis.plan_playback import Playback, arrows_of, marks_of, play_back
from dungeon_twister.ai.analysis.reasons import Scales, reason_for
from dungeon_twister.ai.analysis.win_probability import planned_win_probability, win_probabilities, win_probability
from dungeon_twister.ai.search.adapters import adapter_for, gc_paused
from dungeon_twister.ai.search.game_adapter import GameAdapter
from dungeon_twister.ai.search.profile import Profile
from dungeon_twister.ai.search.turn_search import LOSING, ScoredPlan, TurnSearch
from dungeon_twister.game.determinization import determinize, for_search
from dungeon_twister.game.record.notation import Choice, from_choice
from dungeon_twister.game.record.position import read_position
from dungeon_twister.game.views import CardView, View, observe
from dungeon_twister.rules.engine.decisions import ACT, CHANCE, TRAVEL
from dungeon_twister.rules.engine.game import apply, legal
from dungeon_twister.rules.engine.state import State
from dungeon_twister.rules.geometry.text import TextError
from dungeon_twister.rules.visibility import ALL_KNOWING

NODES: Final = 4000  # default node budget of one decision
LEAST_NODES: Final = 100
MOST_NODES: Final = 200_000
PLANS: Final = 3
Position = State | str | View | CardView
GivenPlan = tuple[tuple[int, ...], int]  # choices, and the risk after them


def profile_for(nodes: int) -> Profile:
    """Return a search profile for a node budget: about a third is for the player's own turn.

    The goal search may use half as many nodes in addition.
    """
    size = max(0.25, min(3.0, nodes / 10000))
    return Profile(
        width=max(3, round(14 * size**0.5)),
        nodes=nodes // 3,
        ends=8,
        replies=max(3, round(10 * size**0.5)),
        reply_width=3,
        reply_nodes=max(30, nodes // 60),
        reply_ends=6,
        samples=2 if nodes >= 3000 else 1,
        goal=max(60, nodes // 2),
        reply_goal=max(30, nodes // 50),
        total=nodes,
    )


def view_of(position: Position) -> View | CardView:
    """Return the view of the player to decide. Raise TextError for a wrong drawing, or if no player is to decide."""
    state = read_position(position) if isinstance(position, str) else position
    if not isinstance(state, State):
        return state
    if state.over or state.decider() == CHANCE:
        raise TextError("nobody is to decide anything in this position")
    return observe(state, state.decider())


def is_turn_decision(adapter: GameAdapter, s: State) -> bool:
    """Return whether a turn is planned at this decision."""
    return not s.over and (s.decision() in (ACT, TRAVEL) or adapter.at_turn_start(s))


def kind_of_decision(adapter: GameAdapter, s: State) -> str:
    """Return the kind of the current decision: `turn`, `setup`, `combat`, `place`, `chance` or `over`."""
    if s.over:
        return "over"
    if s.decider() == CHANCE:
        return "chance"
    if is_turn_decision(adapter, s):
        return "turn"
    return "combat" if adapter.in_combat(s) else "place" if s.turn else "setup"


def determinized(view: View | CardView, seed: str, number: int = 0) -> State:
    """Return a determinization of a view; equal seeds give equal guesses. A clock changes nothing."""
    return determinize(for_search(view), Random(f"{seed}/{number}"))


def analyse(
    position: Position, *, nodes: int = NODES, count: int = PLANS, seed: str = "", samples: int = 1, reasons: bool = True
) -> Analysis:
    """Return the value of a position for the player to decide, and the player's best plans.

    The position is a State, a drawn position as text, or a View; only the player's view of it is used. Equal arguments give
    equal results on every machine. With `samples`, hidden information is guessed that many times: each guess gets its part of
    the nodes, and plans are compared by their mean.
    """
    view = view_of(position)
    if view.over or not view.choices:
        raise TextError("the view has nothing to decide")
    nodes = max(LEAST_NODES, min(MOST_NODES, nodes))
    return PositionAnalysis(view, nodes // max(1, samples), seed).analysis(count, max(1, samples), reasons)


class PositionAnalysis:
    """The analysis of one view: its determinization, and the plans of the search.

    A State instead of a view is analysed as it is, with nothing hidden, and all tokens have their full names.
    """

    def __init__(self, position: View | CardView | State, nodes: int, seed: str) -> None:
        self.position = position
        self.nodes = nodes
        self.seed = seed
        self.state = self._guess(0)
        self.me = self.state.decider()
        self.viewer = ALL_KNOWING if isinstance(position, State) else self.me  # whose names for tokens are used
        self.adapter = adapter_for(self.state.setting)
        self.profile = profile_for(nodes)
        self.looked = 0
        self.best: ScoredPlan | None = None  # the best plan, once computed
        self._scales: Scales | None = None

    @property
    def scales(self) -> Scales:
        if self._scales is None:
            self._scales = Scales(self.adapter, self.state, self.me, self.viewer)
        return self._scales

    def _guess(self, number: int) -> State:
        return self.position if isinstance(self.position, State) else determinized(self.position, self.seed, number)

    def plans(self, count: int, given: list[GivenPlan] | None = None, number: int = 0) -> list[ScoredPlan]:
        """Return the given plans with scores, followed by the best plans, in the determinization of that number."""
        state = self.state if number == 0 else self._guess(number)
        search = TurnSearch(self.adapter, self.profile, Random(f"{self.seed}/mind/{number}"))
        with gc_paused():
            found = search.plans(state, count, self.nodes + self.profile.goal, given)  # the goal search has nodes of its own
        self.looked += search.nodes
        return found

    def analysis(self, count: int, samples: int, reasons: bool) -> Analysis:
        colour = self.state.setting.colours[self.me]
        if not is_turn_decision(self.adapter, self.state):
            value = self.adapter.value(self.state, self.me)
            share = win_probability(self.adapter, self.state, value)
            return Analysis(
                colour, round(value, 1), round(share, 4), win_probabilities(self.adapter, self.state, self.me, share)
            )
        found = self.plans(count)
        if samples > 1 and not found[0].wins:
            found = self._compared(found, samples)
        self.best = found[0]
        value = found[0].value
        share = planned_win_probability(self.adapter, self.state, value)
        return Analysis(
            colour,
            round(value, 1),
            round(share, 4),
            win_probabilities(self.adapter, self.state, self.me, share),
            [self.plan(one, reasons) for one in found],
            found[0].wins,
            self.looked,
        )

    def _compared(self, found: list[ScoredPlan], samples: int) -> list[ScoredPlan]:
        """Return the plans by their mean over several determinizations. A plan illegal in one keeps its value there."""
        sums = [one.value for one in found]
        for number in range(1, samples):
            given: list[GivenPlan] = [(one.path, one.risk) for one in found]
            try:
                again = self.plans(0, given, number)
            except ValueError:
                again = found
            sums = [total + one.value for total, one in zip(sums, again, strict=True)]
        for one, total in zip(found, sums, strict=True):
            one.value = total / samples
        return sorted(found, key=lambda one: -one.value)

    def playback(self, one: ScoredPlan) -> Playback:
        return play_back(self.state, one.path, one.risk, self.viewer)

    def plan(self, one: ScoredPlan, reasons: bool) -> PlanView:
        """Return the view of a plan."""
        playback = self.playback(one)
        losing = one.value <= LOSING * self.profile.trust
        return PlanView(
            playback.choices,
            playback.text,
            round(one.value, 1),
            round(planned_win_probability(self.adapter, self.state, one.value), 4),
            one.wins,
            playback.risk is not None,
            reason_for(self.scales, playback, one.risk, one.wins, losing) if reasons else None,
            arrows_of(playback, self.viewer),
            marks_of(playback, self.viewer),
        )


def read_choices(s: State, choices: list[Choice]) -> list[int] | None:
    """Return choices as actions of a determinized state, in order, or None if one of them is illegal there."""
    state, found = s.copy(), list[int]()
    for choice in choices:
        try:
            action = from_choice(state, choice)
        except (ValueError, TypeError):
            return None
        if state.over or action not in legal(state):
            return None
        found.append(action)
        apply(state, action)
    return found
