"""When nothing is left to ask on the way: at the terminal, and in views."""

from __future__ import annotations

from random import Random

import pytest

from dungeon_twister.cli.session import Session
from dungeon_twister.engine import actions
from dungeon_twister.engine.board.state import board_of
from dungeon_twister.engine.board.travel import nothing_left
from dungeon_twister.engine.digest import digest
from dungeon_twister.engine.game import apply, legal
from dungeon_twister.observe import View, observe
from dungeon_twister.record.game import Game
from dungeon_twister.seated import SeatedGame


@pytest.mark.parametrize("scenario", ["base", "pyramid"])
def test_putting_down_without_a_step_left_is_the_same_as_stopping(scenario: str) -> None:
    """CARRY-2, CARRY-4, CARRY-6: so nobody is asked at the terminal."""
    session, rng, met = Session(SeatedGame(Game.new(scenario, seed="loads"), [])), Random(1), 0
    while not session.game.over and met < 6:
        before = session.game.clone()
        action = rng.choice(legal(session.state))
        before.play(action)
        asked = not before.over and nothing_left(board_of(before.state))
        session.play_typed([session.game.legal()[legal(session.state).index(action)]])
        if asked:
            view = observe(before.state, before.state.decider())
            assert isinstance(view, View) and view.journey is not None and view.journey.settled
            stopped, dropped = before.state.copy(), before.state.copy()
            apply(stopped, actions.STOP)
            apply(dropped, actions.DROP)
            assert digest(stopped) == digest(dropped)
            assert session.game.log[: len(before.log) + 1][-1][2] == "stop"
            met += 1
        assert session.game.over or not nothing_left(board_of(session.state))
    assert met == 6
