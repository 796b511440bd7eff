"""Analyses of some turns of recorded games, in which mistakes are known to be."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from dungeon_twister.ai.analysis.analysis_shapes import FORMAT, GameAnalysis
from dungeon_twister.ai.analysis.game_analysis import TurnTask, analyse_turn
from dungeon_twister.ai.analysis.game_summary import fingerprint, summarize_game
from dungeon_twister.game.record.files import load
from dungeon_twister.learning.mistakes import FoundMistake, find_mistakes
from dungeon_twister.presentation.guide.game_replay import GameReplay

GAMES: Final = Path(__file__).parent.parent / "games"


class Where(NamedTuple):
    """Where a player made a mistake: the number of choices before it. `nodes` are enough to see it."""

    game: str
    player: str
    at: int
    kind: str
    nodes: int


KNOWN: Final = (
    Where("board/base-0-greedy-greedy-0", "yellow", 397, "blunder", 300),
    Where("board/base-0-greedy-random-0", "blue", 258, "missed-win", 300),
    Where("card/standard-3-greedy-random-0", "yellow", 95, "mistake", 200),
    Where("card/standard-3-greedy-random-0", "blue", 79, "mistake", 200),
)


@cache
def analysed(where: Where) -> tuple[GameReplay, GameAnalysis]:
    """Return a game and the analysis of the turn with that mistake."""
    record = load(GAMES.joinpath(f"{where.game}.dt").read_text(encoding="utf-8"))[0]
    summary = summarize_game(record)
    number = max(number for number, turn in enumerate(summary.turns) if turn.segments[0].at <= where.at)
    turns = [analyse_turn(TurnTask(number, summary.turns[number], where.nodes, ""))]
    colours = list(summary.replaying.setting.colours)
    analysis = GameAnalysis(FORMAT, fingerprint(record), "", {}, colours, [], where.nodes, "", False, turns, summary.fights, {})
    return summary.replaying, analysis


@cache
def found(where: Where) -> FoundMistake:
    """Return the mistake there."""
    replaying, analysis = analysed(where)
    return next(one for one in find_mistakes("some-game", replaying, analysis, where.player) if one.mistake.at == where.at)
