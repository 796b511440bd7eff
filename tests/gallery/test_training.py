"""The script that chooses the games: which it plays, and what it writes."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from typing import Any

from training.gallery import PLACES, SCORES, Candidate, chosen, ranking, slim, tasks, toml

from dungeon_twister.learning.gallery import GAME_KINDS, Measures, load_gallery

EVEN = Measures(1.0, 0, 0.0, 1, 1.0, 0.0, False, 50.0, 0, 30)


def candidate(name: str, scenario: str = "base", **figures: Any) -> Candidate:
    return Candidate(name, scenario, "", replace(EVEN, **figures))


def test_games_that_were_played_are_not_played_again() -> None:
    games = tasks(set(), ["base"])
    first = [next(games) for _ in range(3)]
    again = tasks({first[0][0], first[2][0]}, ["base"])
    assert next(again) == first[1] and all(scenario == "base" for _, scenario, _, _ in first)


def test_a_game_has_one_place() -> None:
    found = [candidate(f"base/{number}", accuracy=90 - number) for number in range(6)]
    taken = chosen(found)
    assert len({one.name for _, one in taken}) == len(taken) == sum(place.scenarios == ("base",) for place in PLACES)
    precision = next(place for place in PLACES if place.kind == "precision" and place.scenarios == ("base",))
    assert [one.name for one in ranking(precision, found)][:2] == ["base/0", "base/1"]
    assert ranking(precision, [candidate("standard/1", "standard")]) == []


def test_every_kind_has_a_score() -> None:
    assert set(SCORES) == set(GAME_KINDS) >= {place.kind for place in PLACES}
    assert Candidate.of_line(candidate("base/1").line()) == candidate("base/1")


def test_a_slim_analysis_keeps_what_was_lost() -> None:
    for game in load_gallery():
        assert slim(game.analysis) == game.analysis
        for turn in game.analysis.turns:
            assert all((one.best is not None) == (round(100 * one.loss) > 0) for one in turn.decisions)


def test_the_file_of_a_game_is_read_back() -> None:
    game = load_gallery()[0]
    data = tomllib.loads(toml(game.number, game.kind, list(game.moments)))
    assert (data["number"], data["kind"], len(data["moment"])) == (game.number, game.kind, len(game.moments))
    assert data["moment"][0]["at"] == game.moments[0].at
