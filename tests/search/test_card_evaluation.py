"""What a position of the Card Game is worth to the search: figures, charts, wishes, what is lacking for a win."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from dungeon_twister.ai.bots.card.charts import JUMPS
from dungeon_twister.ai.bots.card.charts import Chart as GreedyChart
from dungeon_twister.ai.bots.card.evaluation import Judge
from dungeon_twister.ai.bots.card.outlook import Outlook as GreedyOutlook
from dungeon_twister.ai.search.card.distance_maps import FAR, NEAR, SURE, TURNED, DistanceMap, walker
from dungeon_twister.ai.search.card.evaluation import CardEvaluator, points_of_a_turn
from dungeon_twister.ai.search.card.feature_cache import blocked_exits
from dungeon_twister.ai.search.card.goal_heuristic import NEVER, goal_distance
from dungeon_twister.ai.search.card.subgoals import Subgoals
from dungeon_twister.ai.search.card.weights import AP_WORTH, NEARLY_LOST, NEARLY_WON, VICTORY_POINT, WON
from dungeon_twister.rules.engine import actions
from dungeon_twister.rules.engine.card.pieces import INCORPOREAL, KEY, SQUEEZES
from dungeon_twister.rules.engine.card.state import CardState
from dungeon_twister.rules.engine.game import apply, legal
from dungeon_twister.rules.engine.pieces import CLIMBS, FLIES, ROPE, WALKS_WALLS
from tests.card.play import card_position, play_on, random_game

NEARLY = [0.0, NEARLY_WON * VICTORY_POINT, NEARLY_LOST * VICTORY_POINT, (NEARLY_LOST - NEARLY_WON) * VICTORY_POINT]


def positions(number: int, most: int, every: int) -> Iterator[CardState]:
    """Some positions of a game played at random, once the teams are known."""
    state = random_game(number)
    for count, _ in enumerate(play_on(state, Random(number), most)):
        if count % every == 0 and state.teamed and not state.over:
            yield state


# -- charts ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("abilities", [0, CLIMBS, FLIES, INCORPOREAL, ROPE, SQUEEZES, WALKS_WALLS, KEY, KEY | ROPE])
def test_the_ways_are_those_that_greedy_sees(abilities: int) -> None:
    for number in (3, 10):
        for state in positions(number, 600, 290):
            zones = state.maze.plan.zones
            theirs, ours = GreedyChart(state.maze), DistanceMap(state.maze)
            for player, movement, blocked, jumps in ((0, 2, 0, True), (1, 3, 5, False), (0, 4, 130, True)):
                other = zones + 8 * (1 - player)
                expected = theirs.to_exit(player, abilities | (JUMPS if jumps else 0), movement, blocked << other)
                found = ours.to_exit(player, walker(abilities, jumps), movement, blocked)
                assert [min(far, FAR) for far in found] == [min(far, FAR) for far in expected]


def test_what_is_near_is_what_greedy_calls_near() -> None:
    for state in positions(7, 900, 400):
        theirs, ours = GreedyChart(state.maze), DistanceMap(state.maze)
        for place in range(state.maze.plan.places):
            near, steps = theirs.near(place), ours.steps_from(place)
            for other, number in enumerate(steps):
                assert [reached >> other & 1 for reached in near] == [int(number <= most) for most in range(NEAR + 1)]
            assert ours.around[place] == near[NEAR]


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


def test_greedy_agrees() -> None:
    """Whatever lies in a position is worth the same to both, but for who is about to win: that depends on the points of a turn,
    which are counted better here."""
    looked = other = 0
    for number in range(11):
        for state in positions(number, 500, 60):
            judge, evaluator = Judge(state.card_setting), CardEvaluator(state.card_setting)
            for me in range(2):
                kept = AP_WORTH * (min(state.ap, 3) if state.active == me else state.kept_ap[me])
                difference = abs(judge.value(state, me) + kept - evaluator.value(state, me))
                looked += 1
                if difference > 1e-6:
                    other += 1
                    assert min(abs(difference - step) for step in NEARLY) < 1e-6
    assert looked > 60
    assert other < looked / 5


def test_subgoals_are_those_of_greedy() -> None:
    wished = 0
    for state in positions(7, 900, 180):
        judge, evaluator = Judge(state.card_setting), CardEvaluator(state.card_setting)
        for me in range(2):
            theirs = GreedyOutlook(judge, state, me)
            ours = Subgoals(evaluator.distance_maps, evaluator.features, state, me, 0.0)
            distance_map = judge.charts.of(state.maze)
            expected = theirs.value(state, distance_map, judge.figures(state, me, distance_map))
            mine = evaluator.distance_maps.of(state.maze)
            assert ours.value(state, mine, evaluator.features.of(state, me, mine)) == pytest.approx(expected)
            wished += expected > 0
    assert wished > 1


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
