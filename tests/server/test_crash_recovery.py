"""Write, then tell: a server that is killed has shown and acknowledged nothing that is not there when it comes back."""

from __future__ import annotations

from pathlib import Path

from bench.crash import crash

from tests.amounts import TIMES

KILLS = TIMES  # `python bench/crash.py` kills a hundred times


def test_nothing_acknowledged_is_lost_when_the_server_is_killed(tmp_path: Path) -> None:
    commands, sights = crash(KILLS, tmp_path, seed=1)
    assert commands > KILLS, "hardly anything was played"
    assert sights > commands
