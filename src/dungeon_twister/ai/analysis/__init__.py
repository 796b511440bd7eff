"""Analysis of positions and games: values, best plans with reasons, hints, threats, and whole games turn by turn.

It uses the search, and sees positions as a player does, through views (docs/analysis.md).
"""

from dungeon_twister.ai.analysis.analysis_shapes import (
    Analysis,
    Decision,
    Evaluation,
    ExitThreat,
    FightView,
    GameAnalysis,
    Hint,
    Mark,
    PlanReason,
    PlanView,
    Reach,
    Side,
    Threat,
    Threats,
    TokenPath,
    TurnView,
)
from dungeon_twister.ai.analysis.evaluation import evaluate
from dungeon_twister.ai.analysis.game_analysis import analyse_game, from_json, to_json
from dungeon_twister.ai.analysis.hints import hint
from dungeon_twister.ai.analysis.position_analysis import analyse
from dungeon_twister.ai.analysis.threats import threats

__all__ = [
    "Analysis",
    "TokenPath",
    "Decision",
    "Evaluation",
    "ExitThreat",
    "FightView",
    "GameAnalysis",
    "Hint",
    "Mark",
    "PlanView",
    "PlanReason",
    "Reach",
    "Side",
    "Threat",
    "Threats",
    "TurnView",
    "analyse",
    "analyse_game",
    "evaluate",
    "from_json",
    "hint",
    "threats",
    "to_json",
]
