"""Properties of random games: nothing is lost, golden rules hold, points add up, copies are independent, games end."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dungeon_twister.rules.engine import actions
from dungeon_twister.rules.engine.board import actions as board_actions
from dungeon_twister.rules.engine.board.state import BoardState
from dungeon_twister.rules.engine.card import actions as card_actions
from dungeon_twister.rules.engine.digest import digest
from dungeon_twister.rules.engine.game import apply, legal, start, why_not
from tests.amounts import TIMES, amount
from tests.invariants import check, points_of
from tests.random_play import OPTIONS, play_on, random_game, replayed

pytestmark = pytest.mark.both_ways


@pytest.mark.parametrize("number", range(2 * TIMES * len(OPTIONS)))
def test_random_game(number: int) -> None:
    """STALL-6, ACT-2, SCORE-1, COMP-4: invariants after every choice, VP add up, the game ends and replays to the same hash."""
    state = random_game(number)
    state.events = []
    played = []
    for action in play_on(state, Random(number)):
        played.append(action)
        check(state)
    assert state.over and not legal(state)
    assert points_of(state.events, state) == state.vp
    again = replayed(state.setting, played)
    assert digest(again) == digest(state) and again.key() == state.key()


def halfway(seed: int, most: int) -> BoardState:
    state = random_game(seed)
    for _ in play_on(state, Random(seed), most):
        pass
    return state


games = st.builds(halfway, st.integers(0, 10_000), st.integers(0, 900))


@settings(max_examples=amount(40), deadline=None)
@given(games, st.integers(0, 1000))
def test_a_copy_is_independent(state: BoardState, seed: int) -> None:
    before = digest(state)
    copy = state.copy()
    assert copy.key() == state.key()
    for _ in play_on(copy, Random(seed), 60):
        pass
    assert digest(state) == before


@settings(max_examples=amount(40), deadline=None)
@given(games)
def test_every_legal_choice_can_be_made_and_is_not_refused(state: BoardState) -> None:
    """TURN-6, ACT-1: the player to decide always has a choice, and none of them breaks a rule."""
    choices = legal(state)
    assert len(set(choices)) == len(choices)
    assert bool(choices) != state.over
    for action in choices:
        assert why_not(state, action) is None
        copy = state.copy()
        apply(copy, action)
        check(copy)


@settings(max_examples=amount(30), deadline=None)
@given(games, st.data())
def test_what_is_not_listed_is_refused(state: BoardState, data: st.DataObject) -> None:
    """Every choice that is not listed has a reason; the two ways of asking agree."""
    listed = set(legal(state))
    setting = state.board_setting
    for _ in range(150):
        action = actions.pack(
            data.draw(st.integers(0, actions.DRAW_ROOM)),
            data.draw(st.integers(0, setting.tokens)),
            data.draw(st.integers(0, max(setting.plan.squares, setting.plan.tiles * 4))),
        )
        refusal = why_not(state, action)
        assert (refusal is None) == (action in listed)
        if refusal is not None:
            assert refusal.sentence.endswith(".") and refusal.code and refusal.clause


@settings(max_examples=amount(6), deadline=None)
@given(st.integers(0, 50))
def test_every_square_and_token_is_asked_about(seed: int) -> None:
    """All choices of every kind in one position: exactly the listed ones are not refused."""
    state = halfway(seed, 500)
    if state.over:
        return
    listed = set(legal(state))
    seconds = max(state.board_setting.plan.squares, state.board_setting.plan.tiles * 4)
    for kind in range(actions.DRAW_ROOM + 1):
        for first in range(state.setting.tokens + 1):
            for second in range(0, seconds, 1 if kind != actions.LAY else 4):
                action = actions.pack(kind, first, second)
                assert (why_not(state, action) is None) == (action in listed)


def test_the_board_game_knows_no_choice_of_the_card_game() -> None:
    """Every kind that only the Card Game has, and every number that is no kind at all, is refused."""
    state = halfway(3, 200)
    for kind in [*range(card_actions.GIVE, board_actions.RAISE), *range(board_actions.DRAW_DOOR + 1, actions.KIND_MASK + 1)]:
        refusal = why_not(state, actions.pack(kind, 1, 1))
        assert refusal is not None and refusal.code == "not-in-this-game"


def test_a_fresh_start_is_the_same_every_time() -> None:
    state = random_game(0)
    assert digest(start(state.setting)) == digest(state)


@pytest.mark.parametrize("number", [0, 3, 6])
def test_different_games_have_different_hashes(number: int) -> None:
    """Everything the rules remember is in the hash: states with different keys have different hashes, and only those."""
    state = random_game(number)
    hashes: dict[str, str] = {}
    for _ in play_on(state, Random(number), 600):
        hashes[repr(state.key())] = digest(state)
    assert len(set(hashes.values())) == len(hashes) > 300
