"""Hints for a player: what a strong player would do, from the player's view alone, in three grades of detail."""

from __future__ import annotations

from random import Random
from typing import Final

from dungeon_twister.ai.analysis.analysis_shapes import Hint, PlanReason, PlanView
from dungeon_twister.ai.analysis.plan_playback import play_back
from dungeon_twister.ai.analysis.position_analysis import NODES, PositionAnalysis, is_turn_decision, kind_of_decision
from dungeon_twister.ai.analysis.win_probability import win_probability
from dungeon_twister.ai.search.adapters import gc_paused
from dungeon_twister.ai.search.turn_search import TurnSearch
from dungeon_twister.game.views import CardView, View
from dungeon_twister.rules.geometry.text import TextError

NUDGE: Final = 1
PIECE: Final = 2
PLAN: Final = 3
SAMPLES: Final = 2  # guesses at what is hidden
# nudge to show, by the kind of the reason
NUDGES: Final = {
    "wins": "win",
    "leaves": "leave",
    "removes": "fight",
    "fells": "fight",
    "kills": "fight",
    "beats": "fight",
    "threatens": "fight",
    "takes": "object",
    "heals": "heal",
    "opens": "maze",
    "closes": "maze",
    "reveals": "reveal",
    "blocks": "defend",
    "safe": "defend",
    "saves": "defend",
    "nearer": "move",
}


def hint(view: View | CardView, grade: int = PLAN, *, nodes: int = NODES, seed: str = "", samples: int = SAMPLES) -> Hint:
    """Return a hint for the player to decide; equal views and seeds give equal hints.

    Grade 1 says what kind of thing to do, 2 also which piece acts, 3 gives the whole plan. Raise TextError if there is nothing
    to decide.
    """
    if grade not in (NUDGE, PIECE, PLAN):
        raise ValueError(f"a hint is of grade 1, 2 or 3, not {grade}")
    if view.over or not view.choices:
        raise TextError("the view has nothing to decide")
    position_analysis = PositionAnalysis(view, nodes // samples, seed)
    if is_turn_decision(position_analysis.adapter, position_analysis.state):
        plan = position_analysis.analysis(1 if samples == 1 else 3, samples, False).plans[0]
        plan = _with_reason(position_analysis, plan)
    else:
        plan = _single(position_analysis)
    assert plan.reason is not None
    nudge = PlanReason(NUDGES.get(plan.reason.kind, "quiet" if plan.reason.kind in ("quiet", "lost") else plan.reason.kind))
    return Hint(grade, nudge, _piece(plan) if grade >= PIECE else "", plan if grade >= PLAN else None)


def _with_reason(position_analysis: PositionAnalysis, plan: PlanView) -> PlanView:
    """Return the plan with its reason, which is computed only for a hint that shows it."""
    best = position_analysis.best
    assert best is not None and plan.reason is None
    return position_analysis.plan(best, True)


def _single(position_analysis: PositionAnalysis) -> PlanView:
    """Return the plan for a decision outside a turn: a combat card, a placement, the setup."""
    search = TurnSearch(position_analysis.adapter, position_analysis.profile, Random(f"{position_analysis.seed}/mind"))
    with gc_paused():
        path = search.think(position_analysis.state, position_analysis.nodes)
    playback = play_back(position_analysis.state, path[:1], -1, position_analysis.me)
    kind = kind_of_decision(position_analysis.adapter, position_analysis.state)
    value = position_analysis.adapter.value(position_analysis.state, position_analysis.me)
    share = round(win_probability(position_analysis.adapter, position_analysis.state, value), 4)
    return PlanView(playback.choices, playback.text, round(value, 1), share, reason=PlanReason(kind))


def _piece(plan: PlanView) -> str:
    """Return the piece that acts: the first piece of the reason if it acts, else the one that acts first."""
    actors = [choice.token for choice in plan.choices if choice.token]
    reason = plan.reason
    named = [piece for piece in reason.pieces if piece in actors] if reason else []
    return (named or actors or [""])[0]
