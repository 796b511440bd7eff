"""Properties of random board games: what is not listed is refused."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dungeon_twister.rules.engine import actions
from dungeon_twister.rules.engine.board import actions as board_actions
from dungeon_twister.rules.engine.board.state import BoardState
from dungeon_twister.rules.engine.card import actions as card_actions
from dungeon_twister.rules.engine.game import legal, why_not
from tests.amounts import amount
from tests.random_play import halfway

pytestmark = pytest.mark.both_ways

games = st.builds(halfway, st.integers(0, 10_000), st.integers(0, 900))


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
