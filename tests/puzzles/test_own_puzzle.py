"""Positions that somebody wants to be puzzles: what the search says of them, within its limits."""

from __future__ import annotations

import json
import time
from collections.abc import Callable

import pytest

from dungeon_twister.game.record.editing import edited
from dungeon_twister.game.record.position import read_position
from dungeon_twister.learning.puzzles import Puzzle, PuzzleError, PuzzleRun, load_puzzle, puzzle_line
from dungeon_twister.learning.puzzles.own_puzzle import (
    FEWER,
    LONGEST_PUZZLE,
    NO_THREAT,
    NO_TOKEN,
    NO_TURN,
    UNDECIDED,
    UNSOLVABLE,
    OwnPuzzleCheck,
    check_position,
    read_own_puzzle,
)
from dungeon_twister.learning.puzzles.puzzle import LEAVE, SURVIVE, TREASURE, WIN
from dungeon_twister.rules.geometry.text import TextError

UNIQUE = load_puzzle(23)  # of the Card Game: to win, two points, one solution
SEVERAL = load_puzzle(38)  # a character leaves, two solutions; four rooms are face down
SAVED = load_puzzle(24)  # to survive, one point, two solutions


def checked(puzzle: Puzzle, *edits: str, goal: str = "", player: str = "", points: int = 0) -> OwnPuzzleCheck:
    position = edited(read_position(puzzle.position), edits) if edits else puzzle.position
    return check_position(position, goal or puzzle.goal, puzzle.token, player, points)


@pytest.mark.parametrize("puzzle", [UNIQUE, SEVERAL, SAVED], ids=lambda puzzle: puzzle.goal)
def test_the_search_finds_what_is_known_of_puzzles_of_the_game(puzzle: Puzzle) -> None:
    found = checked(puzzle)
    made = found.puzzle
    assert made is not None and not found.problem and FEWER not in found.notes
    assert (made.points, made.solutions, made.grade, made.player) == (
        puzzle.points,
        puzzle.solutions,
        puzzle.grade,
        puzzle.player,
    )
    assert len(found.solutions) == puzzle.solutions and made.solution == found.solutions[0]
    for lines in found.solutions:
        run = PuzzleRun(made)
        for line in lines:
            run.play(line)
        assert run.status == "solved"
    assert read_own_puzzle(puzzle_line(made)) == made


def test_more_points_than_needed_are_taken_away() -> None:
    found = checked(UNIQUE, points=3)
    assert found.puzzle is not None and found.puzzle.points == 2 and FEWER in found.notes


def test_face_down_rooms_are_counted_and_never_revealed() -> None:
    assert checked(UNIQUE).hidden == 0
    found = checked(SEVERAL)
    assert found.hidden == 4 and not any(" reveal" in line for lines in found.solutions for line in lines)


@pytest.mark.parametrize(
    ("found", "problem"),
    [
        (lambda: checked(UNIQUE, points=1), UNSOLVABLE),
        (lambda: checked(load_puzzle(4), "blue actions 2345", "turn blue card"), NO_TURN),
        (lambda: check_position(UNIQUE.position, LEAVE, "bWm", player="yellow"), NO_TOKEN),
        (lambda: check_position(UNIQUE.position, LEAVE), NO_TOKEN),
        (lambda: check_position(UNIQUE.position, WIN, seconds=0.0), UNDECIDED),
        (lambda: check_position(UNIQUE.position, WIN, most=10), UNDECIDED),
    ],
    ids=["unsolvable", "no turn", "token of another", "no token", "no time", "too many positions"],
)
def test_no_puzzle(found: Callable[[], OwnPuzzleCheck], problem: str) -> None:
    check = found()
    assert check.problem == problem and check.puzzle is None and not check.solutions


def test_nothing_threatens() -> None:
    rival = "yellow" if SAVED.player == "blue" else "blue"
    assert checked(SAVED, f"{rival} vp 0").problem == NO_THREAT


def test_a_game_that_is_won_already() -> None:
    points = f"vp {read_position(UNIQUE.position).setting.target}"
    with pytest.raises(TextError, match="END-1"):
        check_position(UNIQUE.position.replace("blue vp 4", f"blue {points}"), WIN)


def test_a_treasure_that_nobody_can_bring_out() -> None:
    assert checked(UNIQUE, goal=TREASURE, points=1).problem in (UNSOLVABLE, "no-treasure")


def test_a_search_ends_in_time() -> None:
    began = time.monotonic()
    found = check_position(load_puzzle(1).position, WIN, points=5, seconds=0.5)
    assert found.problem == UNDECIDED and time.monotonic() - began < 5
    began = time.monotonic()
    assert check_position(load_puzzle(1).position, SURVIVE, points=5, seconds=0.5).problem in (UNDECIDED, NO_THREAT)
    assert time.monotonic() - began < 5


def test_what_cannot_be_read() -> None:
    with pytest.raises(TextError):
        check_position("position 1\nscenario nowhere\n", WIN)
    with pytest.raises(TextError):
        checked(UNIQUE, player="purple")


def line(**changes: object) -> str:
    return json.dumps({**json.loads(puzzle_line(UNIQUE)), **changes})


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        "{" * 2000,
        line(goal="fame"),
        line(grade=9),
        line(solution=["nonsense"]),
        line(solution=list(UNIQUE.solution[:1])),
        line(solution=["pass"] * 61),
        line(position="position 1\n"),
        line(points=1),
        line(player="yellow"),
        line(extra="x"),
        "x" * (LONGEST_PUZZLE + 1),
    ],
    ids=range(14),
)
def test_hostile_texts_get_a_sentence(text: str) -> None:
    with pytest.raises((PuzzleError, TextError)) as error:
        read_own_puzzle(text)
    assert 5 < len(str(error.value)) < 400
