"""Lines of puzzles: those that are none are refused with one sentence."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from dungeon_twister.learning.puzzles import PuzzleError, load_puzzles, puzzle_line, read_puzzle

GOOD = {
    "number": 1,
    "goal": "leave",
    "token": "bT",
    "family": "base",
    "scenario": "base",
    "player": "blue",
    "points": 2,
    "grade": 3,
    "themes": ["turn"],
    "solutions": 1,
    "positions": 500,
    "solution": ["bT turn R1 cw"],
    "source": "a game",
    "position": "position 1",
}


def test_a_line_is_read_and_written() -> None:
    line = puzzle_line(read_puzzle(json.dumps(GOOD)))
    assert json.loads(line) == GOOD and puzzle_line(read_puzzle(line)) == line
    for puzzle in load_puzzles()[:20]:
        assert read_puzzle(puzzle_line(puzzle)) == puzzle


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"goal": "dance"}, "the goal is one of win, treasure, leave, survive, not 'dance'"),
        ({"token": ""}, "a token is named where somebody is to leave, and only there"),
        ({"goal": "win"}, "a token is named where somebody is to leave, and only there"),
        ({"family": "chess"}, "the family is one of base, several, card, not 'chess'"),
        ({"grade": 6}, "the grade is a number from 1 to 5, not 6"),
        ({"grade": True}, "'grade' is a whole number from 0 up"),
        ({"points": -1}, "'points' is a whole number from 0 up"),
        ({"points": "2"}, "'points' is a whole number from 0 up"),
        ({"themes": ["dance"]}, "there is no theme 'dance'"),
        ({"themes": "turn"}, "'themes' is a list of at most 60 texts"),
        ({"solution": []}, "it has no solution"),
        ({"solution": ["a"] * 61}, "'solution' is a list of at most 60 texts"),
        ({"solutions": 0}, "it has no solution"),
        ({"position": ""}, "it has no position"),
        ({"source": 7}, "'source' is a text"),
        ({"colour": "blue"}, "a puzzle has no 'colour'"),
    ],
)
def test_what_does_not_add_up(changes: dict[str, Any], problem: str) -> None:
    with pytest.raises(PuzzleError) as caught:
        read_puzzle(json.dumps(GOOD | changes), "base.jsonl, line 3")
    assert str(caught.value) == f"base.jsonl, line 3: {problem}"


@pytest.mark.parametrize(("line", "problem"), [("", "this is no line of JSON"), ("[1]", "a puzzle is an object")])
def test_what_is_no_line(line: str, problem: str) -> None:
    with pytest.raises(PuzzleError, match=f"puzzle: {problem}"):
        read_puzzle(line)


def test_nonsense_gets_a_sentence() -> None:
    rng = Random("puzzles")
    good = json.dumps(GOOD)
    for _ in range(400):
        signs = list(good)
        for _ in range(rng.randrange(1, 6)):
            at = rng.randrange(len(signs))
            signs[at : at + rng.randrange(3)] = rng.choice(['"', "{", "]", "9", "-1", "null", "x", "\\", "\u2028", ""])
        try:
            read_puzzle("".join(signs))
        except PuzzleError as error:
            assert str(error).startswith("puzzle: ") and len(str(error)) < 200
