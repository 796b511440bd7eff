"""The time limit of the rules at the terminal."""

from __future__ import annotations

import re
from itertools import count

import pytest

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
