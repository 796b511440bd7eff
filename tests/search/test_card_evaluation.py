"""The evaluation of the Card Game: distances, stored values, subgoals, and the estimate of what is missing for a win."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from dungeon_twister.ai.search.card.distance_maps import FAR, SURE, TURNED, DistanceMap, walker
from dungeon_twister.ai.search.card.evaluation import CardEvaluator, points_of_a_turn
from dungeon_twister.ai.search.card.feature_cache import blocked_exits
from dungeon_twister.ai.search.card.goal_heuristic import NEVER, goal_distance
from dungeon_twister.ai.search.card.subgoals import Subgoals
from dungeon_twister.ai.search.card.weights import AP_WORTH, WON
from dungeon_twister.game.record.chance import dice_of
from dungeon_twister.game.record.files import load
from dungeon_twister.game.record.recorded_game import RecordedGame
from dungeon_twister.rules.engine import actions
from dungeon_twister.rules.engine.card.pieces import INCORPOREAL
from dungeon_twister.rules.engine.card.state import CardState, card_of
from dungeon_twister.rules.engine.decisions import ACT
from dungeon_twister.rules.engine.game import apply, legal, new_setting
from dungeon_twister.rules.engine.pieces import CLIMBS, FLIES, ROPE
from tests.card.play import card_position, random_game
from tests.random_play import play_on

GAMES = Path(__file__).parent.parent / "games"
VALUES = Path(__file__).parent / "evaluations.json"
PLAYED = [
    "card/tutorial-3-2-greedy-greedy-0",
    "card/standard-3-greedy-greedy-0",
    "card/standard-4-greedy-greedy-0",
    "card/advanced-7-greedy-greedy-0",
]
EVERY = 5


def positions(number: int, most: int, every: int) -> Iterator[CardState]:
    """Some positions of a game played at random, once the teams are known."""
    state = random_game(number)
    for count, _ in enumerate(play_on(state, Random(number), most)):
        if count % every == 0 and state.teamed and not state.over:
            yield state


# -- charts ------------------------------------------------------------------------------------------------------------


def test_distances_to_the_exit() -> None:
    *_, state = positions(3, 900, 1)
    distance_map, zones = DistanceMap(state.maze), state.maze.plan.zones
    for player in range(2):
        far = distance_map.to_exit(player, walker(0, True), 2, 0)
        home = zones + 8 * player
        assert all(12 < far[place] < FAR for place in range(home, home + 8))
        for easier in (CLIMBS, FLIES, INCORPOREAL, ROPE):
            assert all(a <= b for a, b in zip(distance_map.to_exit(player, walker(easier, True), 2, 0), far, strict=True))
        assert distance_map.to_exit(player, walker(0, True), 4, 0)[home] < far[home]


def test_nothing_is_guessed_on_sure_ways() -> None:
    """They are never shorter than those of somebody for whom every room lies well, and through the dark there is none."""
    state = random_game(3)
    assert min(DistanceMap(state.maze).to_exit(0, walker(FLIES, True) | SURE, 3, 0)) >= FAR
    shorter = 0
    for state in positions(7, 900, 200):
        distance_map = DistanceMap(state.maze)
        for player in range(2):
            sure = distance_map.to_exit(player, walker(0, False) | SURE, 2, 0)
            turned = distance_map.to_exit(player, walker(0, False) | TURNED, 2, 0)
            assert all(a <= b for a, b in zip(turned, sure, strict=True))
            shorter += sum(a < b for a, b in zip(turned, sure, strict=True))
    assert shorter > 0


# -- worth -------------------------------------------------------------------------------------------------------------


def values_of(name: str) -> list[list[float]]:
    """Return for some positions of a recorded game the value for both players, and the value of the subgoals."""
    record, seed = load((GAMES / f"{name}.dt").read_text("utf-8"), name)
    game = RecordedGame(new_setting(record.header.played, record.header.options), seed, dice_of(record.header.chance, seed))
    rows: list[list[float]] = []
    evaluator = CardEvaluator(card_of(game.state).card_setting)
    while not game.over:
        state = card_of(game.state)
        if len(game.log) % EVERY == 0 and state.teamed and state.decision() == ACT:
            distance_map, me = evaluator.distance_maps.of(state.maze), state.active
            subgoals = Subgoals(evaluator.distance_maps, evaluator.features, state, me, 0.0)
            gain = subgoals.value(state, distance_map, evaluator.features.of(state, me, distance_map))
            rows.append([round(value, 4) for value in (evaluator.value(state, 0), evaluator.value(state, 1), gain)])
        game.play(record.choices[len(game.log)])
    return rows


def renew() -> None:
    """Store new values: `python -c "from tests.search.test_card_evaluation import renew; renew()"`."""
    stored = json.loads(VALUES.read_text("utf-8"))
    stored["card"] = {name: values_of(name) for name in PLAYED}
    VALUES.write_text(json.dumps(stored) + "\n", "utf-8")


@pytest.mark.both_ways
@pytest.mark.parametrize("name", PLAYED)
def test_values_are_as_stored(name: str) -> None:
    """A change of the evaluation on purpose changes them, and the bot `greedy` too: look at the difference, and `renew`."""
    rows = json.loads(VALUES.read_text("utf-8"))["card"][name]
    found = values_of(name)
    assert len(found) == len(rows) >= 10
    assert any(gain > 0 for _, _, gain in found)
    for row, stored in zip(found, rows, strict=True):
        assert row == pytest.approx(stored, abs=1e-3)


def test_an_urge_counts_when_something_has_happened() -> None:
    *_, state = positions(3, 900, 1)
    evaluator = CardEvaluator(state.card_setting)
    distance_map = evaluator.distance_maps.of(state.maze)
    units = evaluator.features.of(state, 0, distance_map)
    state.progress = False
    subgoals = Subgoals(evaluator.distance_maps, evaluator.features, state, 0, 30.0)
    quiet = subgoals.value(state, distance_map, units)
    state.progress = True
    assert subgoals.value(state, distance_map, units) == quiet + 30.0


def test_what_was_seen_before_changes_no_value() -> None:
    worths: dict[object, CardEvaluator] = {}
    for number in (3, 5, 7):
        for state in positions(number, 500, 50):
            warm = worths.setdefault(state.card_setting, CardEvaluator(state.card_setting))
            for me in range(2):
                assert warm.value(state, me) == warm.value(state, me) == CardEvaluator(state.card_setting).value(state, me)


def test_a_game_won_is_worth_more_than_anything() -> None:
    for number in (0, 1):
        state = random_game(number)
        for _ in play_on(state, Random(number + 50)):
            pass
        values = [CardEvaluator(state.card_setting).value(state, me) for me in range(2)]
        expected = {1: [WON, -WON], 2: [-WON, WON], 3: [-WON / 4, -WON / 4]}
        assert values == expected[state.winners]
    for state in positions(7, 500, 50):
        assert abs(CardEvaluator(state.card_setting).value(state, 0)) < WON / 2


def test_kept_points_count() -> None:
    for state in positions(3, 900, 30):
        evaluator, me = CardEvaluator(state.card_setting), state.active
        if state.ap == 1 and state.kept_ap[me] == 0 and state.vp[me] < 2:
            before = evaluator.value(state, me)
            state.ap = 2
            assert evaluator.value(state, me) == pytest.approx(before + AP_WORTH)
            return
    raise AssertionError("there is such a position")


def test_the_points_of_a_turn() -> None:
    """At the start of a turn those that are there; later those of the next one."""
    state = card_position("turn blue ap 3\nrooms R1=blue-1.0 R3=green-1.0\nat blue-1.T bBe yCo\n")
    assert points_of_a_turn(state, 0) == 3
    assert points_of_a_turn(state, 1) == 3 + state.kept_ap[1]
    state.ap = 2
    assert points_of_a_turn(state, 0) == 5


# -- what is lacking ---------------------------------------------------------------------------------------------------


def test_who_can_leave_at_once_lacks_one_point() -> None:
    seen = 0
    for number in (3, 7):
        for played in positions(number, 1500, 20):
            state = played.copy()
            evaluator = CardEvaluator(state.card_setting)
            player = state.active
            state.set_vp(player, state.setting.target - 1)
            distance_map = evaluator.distance_maps.of(state.maze)
            guess = goal_distance(evaluator, state, player)
            for unit in evaluator.features.of(state, player, distance_map):
                kind = walker(unit.abilities | unit.gear, False) | SURE
                away = distance_map.to_exit(player, kind, unit.movement, blocked_exits(state, player))[unit.place]
                if away <= 12 and not unit.down:
                    assert guess < 1
                    seen += 1
    assert seen > 0


def test_somebody_without_points_to_win_lacks_too_much() -> None:
    state = card_position("turn blue ap 3\nrooms R1=blue-1.0 R3=green-1.0\nat blue-1.T bBe yCo\n")
    assert goal_distance(CardEvaluator(state.card_setting), state, 0) == NEVER
    assert legal(state)
    apply(state, actions.PASS)
    assert goal_distance(CardEvaluator(state.card_setting), state, 1) == NEVER
