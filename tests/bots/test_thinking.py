"""The parts `greedy` thinks with: the matrix game of a combat, charts, journeys, the judge."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from tests.random_play import new_board

from dungeon_twister.ai.bots.board.charts import JUMPS, exits_of, grid_of
from dungeon_twister.ai.bots.board.duels import Duel
from dungeon_twister.ai.bots.board.evaluation import Judge
from dungeon_twister.ai.bots.board.journeys import journeys
from dungeon_twister.ai.bots.board.opening import depth_of
from dungeon_twister.ai.bots.matrix import solve
from dungeon_twister.game.determinization import determinize
from dungeon_twister.game.views import observe
from dungeon_twister.rules.engine import actions
from dungeon_twister.rules.engine.board.state import BoardState
from dungeon_twister.rules.engine.decisions import ACT, CHANCE, CHOOSE_COMBAT, TRAVEL
from dungeon_twister.rules.engine.game import apply, legal, why_not
from dungeon_twister.rules.engine.pieces import CLIMBS, FLIES


def positions(seed: str, choices: int = 400) -> Iterator[BoardState]:
    """The positions of a game played at random."""
    rng = Random(seed)
    state = new_board()
    for _ in range(choices):
        if state.over:
            return
        yield state
        apply(state, rng.choice(legal(state)))


# -- combat ------------------------------------------------------------------------------------------------------------


def test_rock_paper_scissors() -> None:
    mixture, value = solve([[0, -1, 1], [1, 0, -1], [-1, 1, 0]], 300)
    assert mixture == pytest.approx([1 / 3] * 3, abs=0.02)
    assert value == pytest.approx(0, abs=0.02)


def test_matching_pennies_with_uneven_stakes() -> None:
    mixture, value = solve([[3, -1], [-1, 1]], 500)
    assert mixture == pytest.approx([1 / 3, 2 / 3], abs=0.03)
    assert value == pytest.approx(1 / 3, abs=0.03)


def test_a_dominated_card_is_not_played() -> None:
    mixture, value = solve([[1, 2], [3, 4]], 200)
    assert mixture[1] > 0.98
    assert value == pytest.approx(3, abs=0.05)


def test_every_card_in_hand_is_weighed() -> None:
    seen = 0
    for seed in ("a", "b", "c", "d"):
        for state in positions(seed, 1200):
            if state.decision() == CHOOSE_COMBAT:
                me = state.decider()
                duel = Duel(Judge(state.board_setting), determinize(observe(state, me), Random(1)), me)
                offered = [actions.first_of(choice) for choice in legal(state)]
                assert duel.cards == offered
                mixture, _ = duel.solve(50)
                assert sum(mixture) == pytest.approx(1)
                seen += 1
    assert seen > 0


# -- ways --------------------------------------------------------------------------------------------------------------


def test_distances_to_the_exit() -> None:
    *_, state = positions("chart", 700)
    setting = state.board_setting
    chart = grid_of(setting.plan).chart(state.maze)
    for player in range(2):
        walker = chart.to_exit(setting, player, JUMPS, 4)
        assert all(walker[dot] > 40 for dot in setting.dots[player])
        assert all(walker[dot] == 0 for dot in setting.dots[1 - player])
        assert len(exits_of(setting, player)) == 10
        for easier in (CLIMBS, FLIES):
            assert all(a <= b for a, b in zip(chart.to_exit(setting, player, easier, 4), walker, strict=True))


def test_rooms_get_deeper_towards_the_exit() -> None:
    state = new_board()
    assert [round(depth_of(state, 0, tile), 2) for tile in range(4)] == [0, 0.33, 0.67, 1]
    assert [round(depth_of(state, 1, tile), 2) for tile in range(4, 8)] == [1, 0.67, 0.33, 0]


def test_journeys_are_legal_to_their_end() -> None:
    tried = 0
    for state in positions("journeys", 900):
        if state.decider() == CHANCE or state.decision() != ACT:
            continue
        for choice in legal(state):
            if actions.MOVE <= actions.kind_of(choice) <= actions.WALK_WALL:
                lifted = state.copy()
                apply(lifted, choice)
                ways = journeys(lifted)
                for way in ways:
                    after = lifted.copy()
                    for step in way:
                        if after.over or after.decision() != TRAVEL:
                            break
                        assert why_not(after, step) is None
                        apply(after, step)
                    assert after.mover < 0
                tried += len(ways)
    assert tried > 1000


# -- the judge ---------------------------------------------------------------------------------------------------------


def test_a_point_more_is_better() -> None:
    *_, state = positions("judge", 300)
    judge = Judge(state.board_setting)
    before = judge.value(state, 0)
    state.set_vp(0, state.vp[0] + 1)
    assert judge.value(state, 0) > before + 50
    assert judge.value(state, 1) < -before


def test_the_end_of_the_game_outweighs_everything() -> None:
    *_, state = positions("judge", 300)
    judge = Judge(state.board_setting)
    state.over = True
    for winners, sign in ((1, 1), (2, -1), (3, -1)):
        state.winners = winners
        assert judge.value(state, 0) * sign > 10000
