"""Planted missed wins: positions of recorded games in which the player went on to win, who now ends his turn at once.

`bench/analysis.py` took them from tests/games and looks at more of them.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from bench.analysis import is_seen, look, some_puzzles

from dungeon_twister.ai.analysis.game_analysis import TurnTask, analyse_turn
from dungeon_twister.ai.analysis.game_summary import TurnSegment, TurnSummary
from dungeon_twister.game.record.position import read_position
from dungeon_twister.learning.puzzles.puzzle import WIN
from tests.amounts import LONG
from tests.search.searches import TASKS

MISSED = [json.loads(line) for line in (Path(__file__).parent / "missed.jsonl").read_text(encoding="utf-8").splitlines()]
QUICK = 400  # positions
PLANTED = 30 if LONG else 15  # puzzles in which a win is missed
NODES = 4000
SEEN = 0.8  # of these


def test_there_are_enough() -> None:
    assert len(MISSED) >= 50 and len({one["position"] for one in MISSED}) == len(MISSED)


@pytest.mark.parametrize("number", range(0, len(MISSED), 1 if LONG else 3))
def test_a_missed_win_is_seen(number: int) -> None:
    found = look(read_position(MISSED[number]["position"]), QUICK)
    assert found.missed_win
    best = found.decisions[0].best
    assert best is not None and best.wins


def test_who_passes_in_a_puzzle_misses_a_win() -> None:
    """Wins that are hard to find, and were not chosen by what an analysis sees: most of them are seen."""
    puzzles = some_puzzles(WIN, PLANTED)
    seen = sum(is_seen(puzzle, NODES) for puzzle in puzzles)
    assert seen >= SEEN * len(puzzles), f"{seen} of {len(puzzles)}"


def test_to_let_the_other_side_win_is_a_blunder() -> None:
    state = read_position(TASKS[16]["position"])
    found = look(state, 1000)
    fault = found.decisions[0].fault
    assert found.mark == "blunder" and fault is not None and fault.kind == "lets-win"
    assert found.decisions[0].best is not None and found.decisions[0].best.text != found.decisions[0].played


def test_what_was_best_gives_nothing_away() -> None:
    """A turn that does what the analysis itself would do has no loss and no mark."""
    state = read_position(TASKS[16]["position"])
    best = look(state, 1000).decisions[0].best
    assert best is not None and not best.open
    turn = TurnSummary(state.turn, state.active, [TurnSegment(0, state, best.choices, best.text)])
    found = analyse_turn(TurnTask(0, turn, 1000, ""))
    assert (found.loss, found.mark) == (0.0, "")
