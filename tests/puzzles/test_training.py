"""The script that finds puzzles: what it finds in a position, what it adds, and how it goes on."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from training import puzzle_store
from training.puzzle_store import drop, merge, played, shortened, stored
from training.puzzles import Finder, tasks

from dungeon_twister.game.record.board.square_names import square_name
from dungeon_twister.learning.puzzles import GOALS, check_puzzle, load_puzzle, puzzle_line
from dungeon_twister.learning.puzzles.puzzle import SURVIVE
from dungeon_twister.learning.puzzles.puzzle_checks import puzzle_state
from dungeon_twister.rules.engine.board.state import board_of
from tests.puzzles.test_puzzles import CHECKED, quickest


def test_a_puzzle_is_found_again() -> None:
    """In the position of a puzzle the same is found, and it is one by the check."""
    puzzle = next(one for one in quickest(CHECKED) if one.family == "card" and one.goal != SURVIVE and one.positions > 400)
    found = list(Finder("again").look(puzzle_state(puzzle)))
    assert any(one.goal == puzzle.goal and one.position == puzzle.position for one in found)
    for one in found:
        assert check_puzzle(one) == [] and one.source.startswith("again turn ")


def test_goals_and_scenarios_can_be_chosen() -> None:
    puzzle = next(one for one in quickest(CHECKED) if one.family == "card" and one.goal != SURVIVE and one.positions > 400)
    others = [goal for goal in GOALS if goal != puzzle.goal]
    assert all(one.goal != puzzle.goal for one in Finder("others", others).look(puzzle_state(puzzle)))
    games = tasks("seed", set(), ["base", "several"], ["elevator"])
    assert [next(games) for _ in range(2)] == [("seed/elevator/0", "elevator"), ("seed/elevator/1", "elevator")]
    with pytest.raises(ValueError, match="none of these is played: standard"):
        next(tasks("seed", set(), ["base"], ["standard"]))


def test_a_solution_loses_what_it_does_not_need() -> None:
    """A walk there and back before it, and nothing else."""
    puzzle = load_puzzle(9)
    assert shortened(puzzle) == puzzle
    at = next(number for number, line in enumerate(puzzle.solution) if line.endswith(" move"))
    start = puzzle_state(puzzle)
    token = puzzle.solution[at].split()[0]
    here = square_name(board_of(start), start.loc[start.setting.names.index(token)])
    longer = (*puzzle.solution[: at + 2], here, *puzzle.solution[at + 1 :])
    assert played(start, list(longer)) is not None
    assert shortened(replace(puzzle, solution=longer)) == puzzle


def test_what_is_new_is_added(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(puzzle_store, "CONTENT", tmp_path / "puzzles")
    first, second, third = quickest(3)
    found = tmp_path / "found.jsonl"
    lines = [puzzle_line(replace(one, number=0)) for one in (first, second, first)]
    found.write_text("\n".join([*lines, json.dumps({"done": "a game", "seconds": 1.0})]) + "\n", "utf-8")
    merge([found])
    assert sorted(one.number for one in stored()) == [1, 2]
    before = {one.key(): one.number for one in stored()}
    wrong = replace(third, solution=("nonsense",))
    found.write_text("\n".join([puzzle_line(third), puzzle_line(wrong), *lines]) + "\n", "utf-8")
    merge([found])
    after = {one.key(): one.number for one in stored()}
    assert after == before | {third.key(): 3}
    assert "1 new puzzles, 3 in all" in capsys.readouterr().out
    drop([2])
    assert sorted(one.number for one in stored()) == [1, 3] and "1 puzzles less, 2 in all" in capsys.readouterr().out
    merge([found])
    assert sorted(one.number for one in stored()) == [1, 3, 4]


def test_games_that_are_done_are_left_out() -> None:
    coming = tasks("seed", {"seed/base/0"}, ["base", "card"])
    row = [next(coming) for _ in range(4)]
    assert row == [
        ("seed/standard/0", "standard"),
        ("seed/base/1", "base"),
        ("seed/advanced/1", "advanced"),
        ("seed/base/2", "base"),
    ]
