"""The puzzles that come with the game: each is what it says, checked by looking at everything; the puzzle of the day."""

from __future__ import annotations

import re
import tomllib
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

import pytest
from training.puzzle_store import CONTENT, DOCUMENT, ROOT, TABLE_BEGINS, TABLE_ENDS, table

from dungeon_twister.ai.search.adapters import adapter_for
from dungeon_twister.game.record.notation import read
from dungeon_twister.learning.puzzles import (
    FAMILIES,
    GOALS,
    GRADES,
    Puzzle,
    PuzzleError,
    check_puzzle,
    easy_puzzle_of_the_day,
    load_puzzle,
    load_puzzles,
    puzzle_of_the_day,
    turn_enumeration,
)
from dungeon_twister.learning.puzzles.puzzle import CARD, LEAVE, SURVIVE
from dungeon_twister.learning.puzzles.puzzle_checks import goal_of, puzzle_state
from dungeon_twister.learning.puzzles.solutions import idea_of, is_dull, themes_of
from dungeon_twister.learning.puzzles.turn_enumeration import TurnEnumeration
from dungeon_twister.rules.engine.board.state import BoardState
from dungeon_twister.rules.engine.game import apply
from dungeon_twister.rules.engine.scenarios import scenario_names
from tests.amounts import LONG, TIMES

LEAST = 300
CHECKED = 30
MOST_POSITIONS = 4000  # of those that are checked here


def quickest(count: int) -> list[Puzzle]:
    """Some of which little is to be looked at, of all families and goals in turn."""
    kinds: dict[tuple[str, str], list[Puzzle]] = {}
    for puzzle in sorted(load_puzzles(), key=lambda puzzle: puzzle.positions):
        kinds.setdefault((puzzle.family, puzzle.goal), []).append(puzzle)
    found: list[Puzzle] = []
    while len(found) < count and any(kinds.values()):
        found += [kind.pop(0) for kind in kinds.values() if kind and (kind[0].positions < MOST_POSITIONS)]
        kinds = {name: kind for name, kind in kinds.items() if kind and kind[0].positions < MOST_POSITIONS}
    return found[:count]


def named(puzzle: Puzzle) -> str:
    return f"{puzzle.number}-{puzzle.family}-{puzzle.goal}"


@pytest.mark.parametrize("puzzle", load_puzzles() if LONG else quickest(10), ids=named)
def test_a_puzzle_is_what_it_says(puzzle: Puzzle) -> None:
    assert check_puzzle(puzzle) == []


def test_there_are_enough_of_every_kind() -> None:
    puzzles = load_puzzles()
    assert len(puzzles) >= LEAST and len({puzzle.key() for puzzle in puzzles}) == len(puzzles)
    numbers = [puzzle.number for puzzle in puzzles]
    assert numbers == sorted(set(numbers)) and numbers[0] == 1
    assert {puzzle.family for puzzle in puzzles} == set(FAMILIES) and {puzzle.goal for puzzle in puzzles} == set(GOALS)
    assert {puzzle.grade for puzzle in puzzles} == set(GRADES)
    assert {puzzle.scenario for puzzle in puzzles} <= set(scenario_names())
    with pytest.raises(PuzzleError, match="there is no puzzle 0"):
        load_puzzle(0)


@pytest.mark.parametrize("family", FAMILIES)
def test_every_position_is_one_and_none_is_dull(family: str) -> None:
    for puzzle in load_puzzles():
        if puzzle.family != family:
            continue
        root = puzzle_state(puzzle)
        state, path = root.copy(), list[int]()
        for line in puzzle.solution:
            path.append(read(state, line))
            apply(state, path[-1])
        card_game = not isinstance(root, BoardState)
        assert puzzle.family == ("card" if card_game else "base" if root.setting.players == 2 else "several")
        assert puzzle.themes == themes_of(tuple(path))
        assert puzzle.goal == SURVIVE or (not is_dull(puzzle.themes) and puzzle.points > 1)
        if puzzle.goal == SURVIVE:
            assert state.over or state.active != root.active
        else:
            assert goal_of(puzzle, adapter_for(root.setting), root).reached(state)


# -- what is wrong with one ---------------------------------------------------------------------------------------------------


def reaching() -> Puzzle:
    return next(puzzle for puzzle in quickest(CHECKED) if puzzle.goal == LEAVE)


def surviving() -> Puzzle:
    return next(puzzle for puzzle in quickest(CHECKED) if puzzle.goal == SURVIVE)


def test_a_puzzle_that_is_not_what_it_says() -> None:
    puzzle = reaching()
    assert check_puzzle(replace(puzzle, solutions=puzzle.solutions + 1)) == [
        f"it has {puzzle.solutions} solutions, not {puzzle.solutions + 1}"
    ]
    more = puzzle.position.replace(f" ap {puzzle.points}\n", f" ap {puzzle.points + 1}\n", 1)
    assert check_puzzle(replace(puzzle, position=more)) == [f"{puzzle.player} acts there with {puzzle.points + 1} points"]
    assert check_puzzle(replace(puzzle, position=more, points=puzzle.points + 1)) == ["fewer action points are enough"]
    assert check_puzzle(replace(puzzle, solution=puzzle.solution[:-1])) == ["its solution does not reach the goal"]
    assert "which cannot be read" in check_puzzle(replace(puzzle, solution=("nonsense",)))[0]
    assert "which is no choice there" in check_puzzle(replace(puzzle, solution=("stop",)))[0]
    assert check_puzzle(replace(puzzle, position="nonsense"))


def test_a_survival_that_is_none() -> None:
    puzzle = surviving()
    assert check_puzzle(replace(puzzle, solution=("pass",))) == ["its solution does not survive"]
    assert check_puzzle(replace(puzzle, solutions=9))[0].endswith("solutions, not 9")
    harmless = re.sub(r" vp \d+", " vp 0", puzzle.position)
    assert check_puzzle(replace(puzzle, position=harmless)) == ["who does nothing survives as well"]


# -- all ways ------------------------------------------------------------------------------------------------------------------


def small() -> list[Puzzle]:
    """Those of which everything can be looked at without leaving anything out; half of them of the board game."""
    games = [[one for one in quickest(90) if one.goal != SURVIVE and (one.family == CARD) == card] for card in (False, True)]
    return [one for game in games for one in sorted(game, key=lambda one: one.positions)[: 2 * TIMES]]


@pytest.mark.parametrize("puzzle", small(), ids=named)
def test_what_is_left_out_at_the_last_point_brings_nothing(puzzle: Puzzle, monkeypatch: pytest.MonkeyPatch) -> None:
    root = puzzle_state(puzzle)
    adapter = adapter_for(root.setting)
    goal = goal_of(puzzle, adapter, root)
    quick = TurnEnumeration(adapter, root, [goal])
    monkeypatch.setattr(turn_enumeration, "last_actions", turn_enumeration.all_actions)
    whole = TurnEnumeration(adapter, root, [goal])
    assert quick.complete and whole.complete and whole.made >= quick.made
    found_ideas = [{idea_of(found.path(end)) for end in found.reached[0].ends.values()} for found in (quick, whole)]
    assert found_ideas[0] == found_ideas[1]


def test_ways_give_up_in_time() -> None:
    root = puzzle_state(reaching())
    adapter = adapter_for(root.setting)
    ways_of_it = TurnEnumeration(adapter, root, [], 10)
    assert not ways_of_it.complete and not ways_of_it.reached


# -- the puzzle of the day -----------------------------------------------------------------------------------------------------


def test_everybody_has_the_same_puzzle_a_day() -> None:
    first = date(2026, 1, 1)
    count = len(load_puzzles())
    row = [puzzle_of_the_day(first + timedelta(days=day)).number for day in range(count)]
    assert sorted(row) == [puzzle.number for puzzle in load_puzzles()] and row != sorted(row)
    assert puzzle_of_the_day(first + timedelta(days=count)).number == row[0]


def test_every_day_has_an_easy_puzzle() -> None:
    first = date(2026, 1, 1)
    row = [easy_puzzle_of_the_day(first + timedelta(days=day)) for day in range(30)]
    assert {(puzzle.family, puzzle.grade) for puzzle in row} == {("base", 1)}
    assert len({puzzle.number for puzzle in row}) == len(row)


def test_the_document_has_the_table() -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    assert TABLE_BEGINS + table() + TABLE_ENDS in text


def test_every_kind_of_content_travels_with_the_package() -> None:
    """What is not named in pyproject.toml is not in a wheel."""
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    patterns = declared["tool"]["setuptools"]["package-data"]["dungeon_twister"]
    kinds = {path.suffix for path in CONTENT.parent.rglob("*") if path.is_file()} - {".py", ".pyc"}
    assert ".jsonl" in kinds and kinds <= {Path(pattern).suffix for pattern in patterns if pattern.startswith("content/")}
