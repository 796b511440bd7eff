"""The time limit of the rules at the terminal."""

from __future__ import annotations

import re
from itertools import count

import pytest

from dungeon_twister.game.record.notation import read
from dungeon_twister.game.record.position import read_position
from dungeon_twister.game.session.timer import TurnClock
from dungeon_twister.rules.engine.board.state import board_of
from dungeon_twister.rules.engine.game import apply
from tests.cli.conftest import Run


@pytest.mark.parametrize(("passes", "late"), [(0.01, False), (200.0, True)])
def test_a_turn_ends_at_its_time_limit(run: Run, monkeypatch: pytest.MonkeyPatch, passes: float, late: bool) -> None:
    """OPT-1: with the timer a turn ends when its time is over; setting up has no limit."""
    clock = count(0.0, passes)
    monkeypatch.setattr("dungeon_twister.cli.game_loop.monotonic", lambda: next(clock))
    out = run(
        "play", "--option", "timer=on", "--bot", "random", "--seed", "1", typed=["fill", "fill", "help", "help", "quit", ""]
    ).out
    assert "The clock of the rules is running: 120 seconds per turn." in out
    assert ("Your time is up." in out) == late
    assert "blue> " in out  # during the setup
    left = [int(seconds) for seconds in re.findall(r"blue \((\d+) s\)> ", out)]
    assert left and (left[0] == 0) == late


def test_turn_time_and_answer_time() -> None:
    """OPT-1, OPT-2: the turn's time is used up by its player's decisions, not by answers; a Speed Potion adds to it."""
    state = board_of(read_position(LIMITED))
    clock = TurnClock()
    assert clock.limit(state) == 120
    clock.spend(state, 50)
    assert clock.limit(state) == 70
    apply(state, read(state, "bW drink"))
    assert clock.limit(state) == 130
    apply(state, read(state, "bC attack yG"))
    assert clock.limit(state) == 5
    clock.spend(state, 4)
    apply(state, read(state, "combat 0"))
    apply(state, read(state, "combat 0"))
    assert clock.limit(state) == 130


LIMITED = """position 1
scenario lab
options timer=on
turn blue ap 4
rooms R1=hall-a.0 R2=hall-b.0
maze
      a    b    c    d    e    f    g    h    i    j    k    l
   +----+----+----+----+----+----+----+----+----+----+----+----+
 1 | o    .    .    .    .    .    .    .    .    .    .    o  |
   +    +    +    +    +    +    +    +    +    +    +    +    +
 2 | o    .    .    .    .    .    .    .    .    .    .    o  |
   +    +    +    +    +    +    +    +    +    +    +    +    +
 3 | :   bWb% bC   yG    .    .    .    .    .    .    .    :  |
   +    +    +    +    +    +    +    +    +    +    +    +    +
 4 | o    .    .    .    .    .    .    .    .    .    .    o  |
   +    +    +    +    +    +    +    +    +    +    +    +    +
 5 | o    .    .    .    .    @    @    .    .    .    .    o  |
   +----+----+----+----+----+----+----+----+----+----+----+----+
"""
