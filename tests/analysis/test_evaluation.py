"""`evaluate`, the engine of free boards and finished games: true positions, step by step deeper."""

from __future__ import annotations

from random import Random

import pytest

from dungeon_twister.ai.analysis.analysis_shapes import Evaluation
from dungeon_twister.ai.analysis.evaluation import BUDGETS, DEEPEST, evaluate
from dungeon_twister.game.record.json_codec import from_json, to_json
from dungeon_twister.game.record.notation import read
from dungeon_twister.game.record.position import has_position, read_position
from dungeon_twister.game.record.recorded_game import RecordedGame
from dungeon_twister.rules.engine.decisions import CHANCE
from dungeon_twister.rules.engine.game import apply, legal
from tests.amounts import some
from tests.analysis.drawn import drawn
from tests.search.searches import TASKS

NEAR_THE_EXIT = read_position(drawn({"k1": "bC", "f3": "yT"}))
SCENARIOS = ("base", "race", "standard", "tutorial-3")


def played(scenario: str, seed: str, choices: int, options: dict[str, str] | None = None) -> RecordedGame:
    """A game after so many random choices, at a decision of a player."""
    game, rng = RecordedGame.new(scenario, options or {}, seed=seed), Random(seed)
    while not game.over and (len(game.log) < choices or game.state.decider() == CHANCE):
        game.play(rng.choice(game.legal()))
    return game


def until(scenario: str, kind: str) -> RecordedGame:
    """A game at the first decision of this kind."""
    rng = Random(7)
    for number in range(40):
        game = RecordedGame.new(scenario, seed=str(number))
        while not game.over and len(game.log) < 400:
            if game.state.decider() != CHANCE and evaluate(game.state, 0).kind == kind:
                return game
            game.play(rng.choice(game.legal()))
    raise AssertionError(f"{scenario} has no decision of the kind {kind}")


def test_the_best_plan_has_a_reason() -> None:
    found = evaluate(NEAR_THE_EXIT, 1)
    assert found.kind == "turn" and found.analysis is not None and found.threats is None
    best = found.analysis.plans[0]
    assert found.analysis.player == "blue" and best.text[-1] == "l1" and best.reason is not None
    assert found.analysis.shares["blue"] == best.share and best.value > 0


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_plans_are_legal_in_the_true_position_and_have_full_names(scenario: str) -> None:
    """Nothing is guessed: the choices of a plan can be made one after the other, as they are written."""
    game = played(scenario, "5", 160)
    while evaluate(game.state, 0).kind != "turn":
        game.play(game.legal()[0])
    found = evaluate(game.state, 1).analysis
    assert found is not None and found.plans
    for plan in found.plans:
        state = game.state.copy()
        for text in plan.text:
            assert "?" not in text
            action = read(state, text)
            assert action in legal(state), text
            apply(state, action)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_shares_of_all_sides_make_a_whole(scenario: str) -> None:
    game = played(scenario, "2", 120)
    found = evaluate(game.state, 1).analysis
    assert found is not None and set(found.shares) == set(game.state.setting.colours)
    assert sum(found.shares.values()) == pytest.approx(1, abs=0.001)


def test_equal_positions_have_equal_evaluations_and_json() -> None:
    state = played("base", "3", 120).state
    first = evaluate(state, 1)
    assert evaluate(state.copy(), 1) == first
    assert from_json(to_json(first), Evaluation) == first


@pytest.mark.parametrize("scenario", ["base", "standard"])
def test_options_for_people_change_nothing(scenario: str) -> None:
    """A position of a game between people is searched as any other."""
    game = played(scenario, "3", 140)
    while not has_position(game.state):
        game.play(game.legal()[0])
    asked = read_position(game.position(), options={"endTurn": "asked"})
    assert asked.setting is not game.state.setting
    assert evaluate(asked, 1) == evaluate(read_position(game.position()), 1)


def test_depth_0_has_threats_and_reach_only() -> None:
    found = evaluate(read_position(drawn({"c3": "bW", "f3": "yG"})), 0)
    assert found.analysis is None and found.threats is not None
    (attack,) = found.threats.attacks
    assert (attack.token, attack.attackers) == ("bW", ["yG"])
    (reach,) = found.reaches
    assert (reach.token, reach.place) == ("yG", "f3")
    assert reach.places["e3"] == 1 and "f3" not in reach.places and "c3" not in reach.places
    assert max(reach.places.values()) <= 5


def test_who_is_wounded_reaches_nothing() -> None:
    found = evaluate(read_position(drawn({"c3": "bW", "f3": "yg"})), 0)
    assert [reach.places for reach in found.reaches] == [{}]


@pytest.mark.parametrize(
    ("scenario", "kind"), some([("base", "setup"), ("base", "combat"), ("standard", "combat"), ("base", "place")])
)
def test_where_nobody_plans_a_turn_there_are_shares_without_plans(scenario: str, kind: str) -> None:
    found = evaluate(until(scenario, kind).state, 1)
    assert found.kind == kind and found.analysis is not None and found.analysis.plans == []
    assert sum(found.analysis.shares.values()) == pytest.approx(1, abs=0.001)


def test_a_finished_game_belongs_to_its_winners() -> None:
    game = RecordedGame.new("base", seed="1")
    game.play("resign blue")
    found = evaluate(game.state, 1)
    assert found.kind == "over" and found.analysis is not None
    assert found.analysis.shares == {"blue": 0.0, "yellow": 1.0}
    assert evaluate(game.state, 0) == Evaluation(0, "over")


def test_the_first_answer_explains_its_best_plan_only() -> None:
    state = read_position(drawn({"c3": "bW", "d2": "bC", "i3": "yG"}))
    explained = []
    for depth in (1, 2):
        found = evaluate(state, depth).analysis
        assert found is not None and len(found.plans) > 1
        explained.append([plan.reason is not None for plan in found.plans])
    assert explained[0] == [True] + [False] * (len(explained[0]) - 1) and all(explained[1])


def test_a_deeper_search_looks_at_more() -> None:
    state = read_position(TASKS[26]["position"])
    looked = [found.analysis.nodes for depth in (1, 2) if (found := evaluate(state, depth)).analysis is not None]
    assert looked[0] < looked[1] <= 2 * BUDGETS[2]


@pytest.mark.parametrize("depth", [-1, DEEPEST + 1])
def test_other_depths_are_refused(depth: int) -> None:
    with pytest.raises(ValueError, match="depth from 0"):
        evaluate(NEAR_THE_EXIT, depth)
