"""The learned corrections of the board game's evaluation, and how they are made."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from importlib.resources import files
from random import Random

import pytest

from dungeon_twister.ai.search.board import evaluation
from dungeon_twister.ai.search.board.evaluation import BoardEvaluator
from dungeon_twister.ai.search.board.learned import (
    ABLE_KNOTS,
    OUT_OF_REACH,
    RACE_KNOTS,
    WOUNDED_KNOTS,
    Corrections,
    LearnedTables,
    interpolated,
    learned_tables,
)
from dungeon_twister.ai.search.board.weights import Weights
from dungeon_twister.rules.engine.board.setting import board_setting_of
from dungeon_twister.rules.engine.board.state import BoardState
from dungeon_twister.rules.engine.game import new_setting
from tests.random_play import new_board, play_on

BASE = board_setting_of(new_setting("base"))
LEARNED = Weights.with_changes({"learned": 1.0})


def some_positions(number: int) -> list[BoardState]:
    """Positions of a random game after its setup."""
    state, found = new_board(), list[BoardState]()
    for _ in play_on(state, Random(number), 900):
        if state.turn and not state.over and not state.reached:
            found.append(state.copy())
    return found[::25]


# -- the tables ----------------------------------------------------------------------------------------------------------


def test_between_knots_lie_straight_lines() -> None:
    assert interpolated([1.0, 3.0, 4.0], [10.0, 20.0, 0.0], 2.0) == 15.0
    assert interpolated([1.0, 3.0, 4.0], [10.0, 20.0, 0.0], 3.25) == 15.0
    assert interpolated([1.0, 3.0, 4.0], [10.0, 20.0, 0.0], 0.0) == 10.0
    assert interpolated([1.0, 3.0, 4.0], [10.0, 20.0, 0.0], 9.0) == 0.0


def test_the_file_knows_every_piece() -> None:
    tables = learned_tables()
    characters = {piece.sign for piece in BASE.pieces if piece.character}
    objects = {piece.sign for piece in BASE.pieces if not piece.character}
    assert set(tables.able) == set(tables.wounded) == set(tables.hidden) == characters
    assert set(tables.carried) == {character + item for character in characters for item in objects}
    assert {len(row) for row in tables.able.values()} == {len(ABLE_KNOTS)}
    assert {len(row) for row in tables.wounded.values()} == {len(WOUNDED_KNOTS)}
    assert {len(row) for row in tables.race} == {len(RACE_KNOTS) + 1}
    assert all(hasattr(LEARNED, weight) for weight in tables.factors)


def test_a_curve_has_a_value_for_every_distance() -> None:
    corrections = Corrections(BASE, learned_tables())
    thief = BASE.names.index("bH")
    curve = corrections.curve(thief, BASE.movement[thief], False, 40)
    assert len(curve) == 41 and curve[2 * 2 * BASE.movement[thief]] == pytest.approx(learned_tables().able["H"][2])


# -- where they count ----------------------------------------------------------------------------------------------------


def test_they_count_with_two_players() -> None:
    state = some_positions(1)[5]
    learned, hand_made = BoardEvaluator(BASE, LEARNED), BoardEvaluator(BASE)
    for me in (0, 1):
        assert learned.value(state, me) != hand_made.value(state, me)


@pytest.mark.parametrize("scenario", ["three-players", "race", "teams"])
def test_other_scenarios_have_none(scenario: str) -> None:
    setting = board_setting_of(new_setting(scenario))
    state = new_board(scenario)
    for _ in play_on(state, Random(2), 400):
        pass
    assert BoardEvaluator(setting, LEARNED).value(state, 0) == BoardEvaluator(setting).value(state, 0)


def test_missing_points() -> None:
    """What a player needs after a turn with the best card; a player without enough characters cannot win."""
    evaluator = BoardEvaluator(BASE)
    state = some_positions(3)[-1]
    for player in (0, 1):
        evaluator.value(state, player)
        found = evaluator.missing_points(state, player)
        assert 0 <= found <= OUT_OF_REACH
        state.set_vp(player, BASE.target)
        assert evaluator.missing_points(state, player) == 0
        state.set_vp(player, BASE.target - 30)
        assert evaluator.missing_points(state, player) == OUT_OF_REACH


# -- how they are made ---------------------------------------------------------------------------------------------------


def changed(seed: int) -> LearnedTables:
    """The tables of the file with random numbers, without factors."""
    chance = Random(seed)
    text = files("dungeon_twister.content").joinpath("board", "evaluation.toml").read_text("utf-8").split("[factors]")[0]
    numbers = re.sub(r"-?\d+\.\d+", lambda _: f"{chance.uniform(-20, 20):.1f}", text)
    return LearnedTables(f"{numbers}[factors]\n")


@pytest.mark.sources  # compiled code cannot be given other tables
def test_the_value_is_linear_in_the_corrections(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is the hand-made value and the sum of the features, each times its number, which the training assumes."""
    pytest.importorskip("numpy", reason="numpy is not installed (extra rl)")
    from training.evaluation_samples import Sampler

    tables = changed(1)
    monkeypatch.setattr(evaluation, "learned_tables", lambda: tables)
    evaluator, sampler = BoardEvaluator(BASE, LEARNED), Sampler(BASE)
    weights = [number_of(tables, name) for name in sampler.names]
    for state in some_positions(4):
        for me in (0, 1):
            value, features = sampler.row(state, me)
            expected = value + sum(weight * number for weight, number in zip(weights, features, strict=True))
            assert evaluator.value(state, me) == pytest.approx(expected)


def number_of(tables: LearnedTables, feature: str) -> float:
    """The number that a feature is multiplied with."""
    table, *key = feature.split(" ")
    if table in ("part", "player"):
        return 0.0
    if table in ("waiting", "next"):
        rows = {"cards": tables.cards, "lacking": tables.lacking, "race": tables.race}[key[0]]
        return rows[table == "next"][int(key[1])]
    if table in ("able", "wounded"):
        return {"able": tables.able, "wounded": tables.wounded}[table][key[0]][int(key[1])]
    if table in ("jumps", "combat"):
        return {"jumps": tables.jumps, "combat": tables.combat}[table][int(key[0])]
    return {"carried": tables.carried, "hidden": tables.hidden}[table][key[0]]


def test_from_games_to_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    """A small run of the three programs writes a file that the evaluation reads, with the numbers that were fitted."""
    np = pytest.importorskip("numpy", reason="numpy is not installed (extra rl)")
    pytest.importorskip("scipy", reason="scipy is not installed (extra train)")
    from training import evaluation_games
    from training.evaluation_fit import Samples, as_toml, fit
    from training.evaluation_games import GameTask
    from training.evaluation_samples import TURNS, feature_names, samples_of

    quick = replace(evaluation_games.JUDGE, nodes=200, replies=3, reply_nodes=40, samples=0, goal=50, reply_goal=0)
    tiny = replace(quick, width=1, nodes=40, ends=2, replies=0, goal=0)
    monkeypatch.setattr(evaluation_games, "JUDGE", quick)
    monkeypatch.setattr(evaluation_games, "QUICK", {name: (share, tiny) for name, (share, _) in evaluation_games.QUICK.items()})
    game = json.dumps(GameTask(1, "base", {}, "test").play())
    assert game == json.dumps(GameTask(1, "base", {}, "test").play())
    data, names = samples_of([game]), feature_names(BASE)
    assert len(data["x"]) > 10 and data["x"].shape[1] == data["px"].shape[1] == len(names)
    samples = Samples({**data, "game": data["game"] + 1, "root": data["root"] + TURNS}, held_out=False)
    w = fit(samples, names, rank=1.0, spread=12.0)
    assert samples.results(w)[0] < samples.results(np.zeros(len(names)))[0]
    tables = LearnedTables(as_toml(names, w, "A test."))
    for name, number in zip(names, w, strict=True):
        if name.split(" ")[0] not in ("part", "player"):
            assert number_of(tables, name) == pytest.approx(number, abs=0.051)
