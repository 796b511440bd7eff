"""Understanding games: what a position is worth, the best plans and why, hints, threats, and whole games turn by turn.

It stands on the search and looks at positions as those do who play: through views (docs/analysis.md).
"""

from dungeon_twister.ai.analysis.game_analysis import analyse_game, from_json, to_json
from dungeon_twister.ai.analysis.hints import hint
from dungeon_twister.ai.analysis.position_analysis import analyse
from dungeon_twister.ai.analysis.shapes import (
    Analysis,
    Arrow,
    Decision,
    ExitThreat,
    FightView,
    GameAnalysis,
    Hint,
    Mark,
    PlanView,
    Reason,
    Side,
    Threat,
    Threats,
    TurnView,
)
from dungeon_twister.ai.analysis.threats import threats

__all__ = [
    "Analysis",
    "Arrow",
    "Decision",
    "ExitThreat",
    "FightView",
    "GameAnalysis",
    "Hint",
    "Mark",
    "PlanView",
    "Reason",
    "Side",
    "Threat",
    "Threats",
    "TurnView",
    "analyse",
    "analyse_game",
    "from_json",
    "hint",
    "threats",
    "to_json",
]
