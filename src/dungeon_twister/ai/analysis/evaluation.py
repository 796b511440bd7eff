"""The engine: the evaluation of a position with nothing hidden, for free boards and finished games.

A position is evaluated again and again with growing budgets, so that a first answer comes at once. Depth 0 looks for threats
and for what the other sides could reach; every depth from 1 on plans the turn.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Final

from dungeon_twister.ai.analysis.analysis_shapes import Analysis, Evaluation, Reach
from dungeon_twister.ai.analysis.position_analysis import PLANS, PositionAnalysis, kind_of_decision
from dungeon_twister.ai.analysis.reach import others_than, places_in_reach
from dungeon_twister.ai.analysis.threats import next_turn, threats_against
from dungeon_twister.ai.analysis.win_probability import sides_of, win_probabilities, win_probability
from dungeon_twister.ai.search.adapters import adapter_for, gc_paused
from dungeon_twister.ai.search.game_adapter import GameAdapter
from dungeon_twister.game.determinization import determinize, for_search
from dungeon_twister.game.views import observe
from dungeon_twister.presentation.guide.editions import guide_of
from dungeon_twister.rules.engine.options import FOR_PEOPLE
from dungeon_twister.rules.engine.state import State
from dungeon_twister.rules.visibility import ALL_KNOWING

BUDGETS: Final = (0, 400, 1_500, 5_000, 15_000, 45_000)  # evaluated positions by depth
DEEPEST: Final = len(BUDGETS) - 1
FIRST: Final = 1  # depth of the first plans


def evaluate(position: State, depth: int = 1, *, seed: str = "") -> Evaluation:
    """Return the evaluation of a position to a depth from 0 to `DEEPEST`. Equal arguments give equal results."""
    if not 0 <= depth <= DEEPEST:
        raise ValueError(f"an evaluation has a depth from 0 to {DEEPEST}, not {depth}")
    state = _without_options_for_people(position)
    adapter = adapter_for(state.setting)
    kind = kind_of_decision(adapter, state)
    if depth == 0:
        return _outlook(adapter, state, kind)
    if kind == "turn":
        return Evaluation(depth, kind, _with_plans(PositionAnalysis(state, BUDGETS[depth], seed), depth))
    return Evaluation(depth, kind, _without_plans(adapter, state, kind))


def _with_plans(position_analysis: PositionAnalysis, depth: int) -> Analysis:
    """Return the best plans. The first answer explains only the best one: reasons take as long as the search there."""
    found = position_analysis.analysis(PLANS, 1, depth > FIRST)
    best = position_analysis.best
    if depth > FIRST or best is None:
        return found
    return replace(found, plans=[position_analysis.plan(best, True), *found.plans[1:]])


def _without_options_for_people(state: State) -> State:
    """Return the position as a search plays it (`for_search`). Views do not have the rooms that a position may bring along."""
    setting = state.setting
    if setting.scenario.extra or not any(name in setting.options.given for name in FOR_PEOPLE):
        return state
    return determinize(for_search(observe(state, ALL_KNOWING)), Random(0))


def _player(state: State) -> int:
    """Return the player for whom the position is evaluated: the one to decide, or whose turn it is."""
    return state.decider() if not state.over and state.decider() >= 0 else state.active


def _without_plans(adapter: GameAdapter, state: State, kind: str) -> Analysis:
    """Return the shares of the win where nobody plans a turn. In the setup, and after
    a draw, all sides are equal."""
    me = _player(state)
    colours = state.setting.colours
    winners = [seat for seat in range(len(colours)) if state.winners >> seat & 1]
    if kind == "over" and winners:
        shares = {colour: round(1 / len(winners), 4) if seat in winners else 0.0 for seat, colour in enumerate(colours)}
        return Analysis(colours[me], 0.0, shares[colours[me]], shares)
    if kind in ("setup", "over"):
        sides = sides_of(adapter, state)
        shares = {colours[seat]: round(1 / len(sides), 4) for side in sides for seat in side}
        return Analysis(colours[me], 0.0, shares[colours[me]], shares)
    value = adapter.value(state, me)
    share = win_probability(adapter, state, value)
    return Analysis(colours[me], round(value, 1), round(share, 4), win_probabilities(adapter, state, me, share))


def _outlook(adapter: GameAdapter, state: State, kind: str) -> Evaluation:
    """Return the threats against the player to decide, and what the other sides could reach."""
    if kind in ("over", "chance", "setup"):
        return Evaluation(0, kind)
    me = _player(state)
    reaches: list[Reach] = []
    guide = guide_of(state)
    with gc_paused():
        for other in others_than(adapter, state, me):
            begun = next_turn(adapter, state, other)
            if begun is not None:
                reaches += [
                    Reach(
                        guide.name_of(begun, token, ALL_KNOWING),
                        guide.place_name(begun, begun.loc[token]),
                        {guide.place_name(begun, place): points for place, points in places.items()},
                    )
                    for token, places in places_in_reach(adapter, begun, other).items()
                ]
    return Evaluation(0, kind, threats=threats_against(state, me, ALL_KNOWING), reaches=reaches)
