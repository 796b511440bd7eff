"""Facts of finished games for one player, and their sums."""

from __future__ import annotations

from pathlib import Path

import pytest

from dungeon_twister.game.record.files import load
from dungeon_twister.learning.progress.game_facts import GameFacts, facts_of, statistics_of

GAMES = Path(__file__).parents[1] / "games"
RECORDS = [sorted((GAMES / kind).rglob("*.dt"))[at] for kind in ("board", "card", "scenarios") for at in (0, -1)]


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_the_points_of_each_player_are_accounted_for(path: Path) -> None:
    record, _ = load(path.read_text("utf-8"))
    setting = record.header.beginning().setting
    assert record.end is not None
    for colour in setting.colours:
        facts = facts_of(record, colour)
        assert sum(facts.points.values()) == record.end.vp[colour]
        assert facts.game == setting.scenario.game
        assert 0 <= facts.fights_won <= facts.fights
        names = {piece.name for piece in setting.pieces if piece.character}
        assert names.issuperset(facts.starters)


def facts(result: str, starters: list[str], game: str = "board") -> GameFacts:
    return GameFacts(game, result, 10, {"leaving": 3, "other": 1}, starters, 4, 3, 2.5, 90 if result == "won" else 60)


def test_the_sums_are_made_for_each_game() -> None:
    games = [facts("won", ["thief"]), facts("lost", ["thief"]), facts("drawn", ["mage"]), facts("won", [], "card")]
    board, card = statistics_of(games)
    assert (board.game, board.games, board.won, board.turns, board.seconds) == ("board", 3, 1, 10.0, 70)
    assert board.points == {"leaving": 3.0, "treasure": 0.0, "other": 1.0}
    assert (board.fights, board.fights_won, board.fights_expected) == (12, 9, 7.5)
    assert [(one.starters, one.games, one.won) for one in board.openings] == [(["thief"], 2, 1), (["mage"], 1, 0)]
    assert (card.game, card.games, card.openings) == ("card", 1, [])
    assert statistics_of([]) == []
