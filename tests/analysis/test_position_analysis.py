"""`analyse`: what a position is worth, its plans; the same arguments give the same answer. Hints and threats from a view."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dungeon_twister.ai.analysis.analysis_shapes import Analysis, Hint, Threats
from dungeon_twister.ai.analysis.hints import NUDGE, PIECE, PLAN, hint
from dungeon_twister.ai.analysis.position_analysis import analyse, view_of
from dungeon_twister.ai.analysis.threats import threats
from dungeon_twister.ai.analysis.win_probability import logistic
from dungeon_twister.game.record.json_codec import from_json, to_json
from dungeon_twister.game.record.notation import from_choice
from dungeon_twister.game.record.position import read_position
from dungeon_twister.game.record.recorded_game import RecordedGame
from dungeon_twister.game.views import observe
from dungeon_twister.presentation.i18n import LANGUAGES, MessageCatalogue
from dungeon_twister.rules.engine.board.state import board_of
from dungeon_twister.rules.engine.decisions import CHANCE
from dungeon_twister.rules.engine.game import apply
from dungeon_twister.rules.geometry.text import TextError
from dungeon_twister.rules.visibility import SPECTATOR
from tests.amounts import TIMES
from tests.analysis.drawn import drawn
from tests.search.searches import TASKS
from tests.test_hidden import hidden_twin, midgame, seen

FEW = 300  # positions
NEAR_THE_EXIT = drawn({"k1": "bC", "f3": "yT"})


def random_position(scenario: str, seed: str, choices: int) -> RecordedGame:
    """A game after so many random choices, at a decision of somebody's."""
    game, rng = RecordedGame.new(scenario, seed=seed), Random(seed)
    while not game.over and (len(game.log) < choices or game.state.decider() == CHANCE):
        game.play(rng.choice(game.legal()))
    return game


# -- positions ---------------------------------------------------------------------------------------------------------


def test_a_state_a_drawing_and_a_view_are_the_same_position() -> None:
    state = read_position(NEAR_THE_EXIT)
    found = [analyse(one, nodes=FEW) for one in (NEAR_THE_EXIT, state, observe(state, 0))]
    assert found[0] == found[1] == found[2]
    assert found[0].player == "blue" and found[0].plans[0].text[-1] == "l1"


def test_the_same_arguments_give_the_same_answer() -> None:
    position = TASKS[26]["position"]
    first = analyse(position, nodes=FEW, seed="a", samples=2)
    assert analyse(position, nodes=FEW, seed="a", samples=2) == first
    assert first.nodes <= 4 * FEW


def test_plans_are_ordered_and_can_be_played() -> None:
    found = analyse(TASKS[24]["position"], nodes=600, count=4)
    values = [plan.value for plan in found.plans]
    assert values == sorted(values, reverse=True) and 1 < len(values) <= 4
    assert found.value == values[0] and 0 < found.share < 1
    assert sum(found.shares.values()) == pytest.approx(1, abs=0.001)
    state = read_position(TASKS[24]["position"])
    for choice in found.plans[0].choices:
        apply(state, from_choice(state, choice))


def test_a_win_is_a_whole_share() -> None:
    found = analyse(TASKS[0]["position"], nodes=FEW)
    assert found.win and found.share > 0.999 and found.plans[0].wins


@pytest.mark.parametrize("scenario", ["base", "standard", "hoard", "teams"])
def test_every_game_can_be_analysed(scenario: str) -> None:
    """Setup, combats and turns, with two players and more; the answer is JSON."""
    for choices in (0, 30, 160, 300):
        game = random_position(scenario, f"{scenario}/{choices}", choices)
        if game.over:
            continue
        found = analyse(game.state, nodes=150)
        assert set(found.shares) == set(game.state.setting.colours)
        assert from_json(to_json(found), Analysis) == found


def test_what_cannot_be_analysed_is_said() -> None:
    with pytest.raises(TextError):
        analyse("position 1\nscenario nowhere\n")
    with pytest.raises(TextError, match="nothing to decide"):
        analyse(observe(read_position(NEAR_THE_EXIT), SPECTATOR))
    over = random_position("tutorial-1", "over", 100_000)
    with pytest.raises(TextError, match="nobody is to decide"):
        analyse(over.state)


def test_shares_grow_with_what_a_position_is_worth() -> None:
    shares = [logistic(x) for x in (-100, -1, 0, 1, 100)]
    assert shares == sorted(shares) and shares[2] == 0.5 and shares[0] > 0


# -- hints -------------------------------------------------------------------------------------------------------------


def test_the_grades_of_a_hint() -> None:
    view = view_of(NEAR_THE_EXIT)
    nudge, piece, plan = (hint(view, grade, nodes=FEW) for grade in (NUDGE, PIECE, PLAN))
    assert nudge.nudge.kind == "leave" and not nudge.piece and nudge.plan is None
    assert piece.piece == "bC" and piece.plan is None
    assert (plan.plan is not None and plan.plan.arrows[0].path == ["k1", "out"]) or plan.plan is not None
    assert plan.plan.reason is not None and plan.plan.reason.kind == "leaves"
    with pytest.raises(ValueError, match="grade"):
        hint(view, 4)


@pytest.mark.parametrize("choices", [0, 12, 40])
def test_there_is_a_hint_for_every_decision(choices: int) -> None:
    game = random_position("base", f"hint/{choices}", choices)
    found = hint(view_of(game.state), nodes=200)
    assert found.plan is not None and found.plan.choices[0] in view_of(game.state).choices
    assert from_json(to_json(found), Hint) == found
    for language in LANGUAGES:
        assert MessageCatalogue(language).has(f"analysis.nudge.{found.nudge.kind}")


@settings(max_examples=4 * TIMES, deadline=None)
@given(st.integers(0, 10_000), st.integers(20, 500), st.integers(0, 99))
def test_a_hint_knows_no_more_than_its_view(number: int, most: int, seed: int) -> None:
    """Two games that look the same to a player get equal hints and threats for equal seeds (INFO-1)."""
    state = midgame(number, most)
    if state.over or state.decider() == CHANCE:
        return
    me = state.decider()
    twin = hidden_twin(state, me, Random(seed))
    assert seen(twin, me) == seen(state, me)
    one, other = (hint(observe(game, me), nodes=120, seed=str(seed)) for game in (state, twin))
    assert one == other
    one_fears, other_fears = (threats(observe(game, me), nodes=60, seed=str(seed)) for game in (state, twin))
    assert one_fears == other_fears
    assert analyse(state, nodes=120, seed=str(seed)) == analyse(twin, nodes=120, seed=str(seed))


# -- threats -----------------------------------------------------------------------------------------------------------


def test_who_could_be_beaten_and_who_could_leave() -> None:
    found = threats(view_of(drawn({"d3": "bG", "f3": "yT", "b5": "yC"})))
    troll: Any = next(one for one in found.attacks if one.token == "bG")
    assert troll.place == "d3" and troll.attackers == ["yC", "yT"] and troll.percent == 96 and troll.cost == 3
    assert [(one.token, one.place, one.points, one.wins) for one in found.exits] == [("yC", "b5", 1, False)]


def test_a_wounded_one_could_be_lost_for_good() -> None:
    found = threats(view_of(drawn({"d3": "bg", "e3": "yT"})))
    assert found.attacks[0].token == "bG" and found.attacks[0].fatal and found.attacks[0].cost == 1


def test_nothing_is_threatened_from_far_away() -> None:
    assert threats(view_of(drawn({"b3": "bG", "l3": "yG"}))).attacks == []


def test_an_exit_that_wins() -> None:
    found = threats(view_of(TASKS[12]["position"]))
    assert any(one.wins for one in found.exits)
    assert threats(observe(board_of(read_position(TASKS[12]["position"])), SPECTATOR)) == Threats()


def test_in_the_other_players_turn_it_is_that_turn() -> None:
    """With one action point left the Troll reaches nobody; with two he does."""
    for points, beaten in ((1, []), (2, ["bG"])):
        state = read_position(drawn({"d3": "bG", "f3": "yT"}, f"yellow ap {points}"))
        assert [one.token for one in threats(observe(state, 0)).attacks] == beaten


def test_threats_of_the_card_game() -> None:
    found = threats(view_of(TASKS[20]["position"]))
    assert [(one.token, one.place, one.attackers, one.percent) for one in found.attacks][:1] == [
        ("bWa", "brown-2.G", ["yCo"], 72),
    ]
    assert {one.token for one in found.exits} == {"yBa", "yNa"}
