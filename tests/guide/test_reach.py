"""Ways of a journey, and when there is nothing left to ask."""

from __future__ import annotations

from random import Random

import pytest

from dungeon_twister.cli.session import Session
from dungeon_twister.engine import actions
from dungeon_twister.engine.digest import digest
from dungeon_twister.engine.game import apply, legal
from dungeon_twister.guide.reach import nothing_left
from dungeon_twister.record.game import Game


@pytest.mark.parametrize("scenario", ["base", "pyramid"])
def test_putting_down_without_a_step_left_is_the_same_as_stopping(scenario: str) -> None:
    """CARRY-2, CARRY-4, CARRY-6: so nobody is asked at the terminal."""
    session, rng, met = Session(Game.new(scenario, seed="loads"), {}), Random(1), 0
    while not session.game.over and met < 6:
        before = session.game.clone()
        action = rng.choice(legal(session.state))
        before.play(action)
        asked = nothing_left(before.state)
        session.play_typed([session.game.legal()[legal(session.state).index(action)]])
        if asked:
            stopped, dropped = before.state.copy(), before.state.copy()
            apply(stopped, actions.STOP)
            apply(dropped, actions.DROP)
            assert digest(stopped) == digest(dropped)
            assert session.game.log[: len(before.log) + 1][-1][2] == "stop"
            met += 1
        assert not nothing_left(session.state)
    assert met == 6
