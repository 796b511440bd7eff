"""When nothing is left to ask on the way: at the terminal, and in views."""

from __future__ import annotations

from random import Random

import pytest

from dungeon_twister.cli.terminal_session import TerminalSession
from dungeon_twister.game.record.recorded_game import RecordedGame
from dungeon_twister.game.session import GameSession
from dungeon_twister.game.views import View, observe
from dungeon_twister.rules.engine import actions
from dungeon_twister.rules.engine.board.state import board_of
from dungeon_twister.rules.engine.board.travel import nothing_left
from dungeon_twister.rules.engine.digest import digest
from dungeon_twister.rules.engine.game import apply, legal


@pytest.mark.parametrize("scenario", ["base", "pyramid"])
def test_putting_down_without_a_step_left_is_the_same_as_stopping(scenario: str) -> None:
    """CARRY-2, CARRY-4, CARRY-6: so nobody is asked at the terminal."""
    session, rng, met = TerminalSession(GameSession(RecordedGame.new(scenario, seed="loads"), [])), Random(1), 0
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
