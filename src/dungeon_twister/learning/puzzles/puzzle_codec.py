"""Codec of puzzles: one line of JSON for each. A wrong line raises an error of one sentence."""

from __future__ import annotations

import json
from dataclasses import fields
from typing import Any, Final

from dungeon_twister.learning.puzzles.puzzle import FAMILIES, GOALS, GRADES, LEAVE, THEMES, Puzzle

MOST_LINES: Final = 60  # of a solution
NUMBERS: Final = ("number", "points", "grade", "solutions", "positions")
LISTS: Final = ("themes", "solution")
FIELDS: Final = tuple(one.name for one in fields(Puzzle))


class PuzzleError(ValueError):
    """A puzzle is wrong; the text says where and why."""


def puzzle_line(puzzle: Puzzle) -> str:
    """Return a puzzle as a line of JSON."""
    data = {name: getattr(puzzle, name) for name in FIELDS if getattr(puzzle, name) not in ("", ())}
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def read_puzzle(line: str, where: str = "puzzle") -> Puzzle:
    """Parse the line of a puzzle. Its position and solution are checked elsewhere (`puzzle_checks.py`)."""
    try:
        data: Any = json.loads(line)
    except (ValueError, RecursionError):
        raise PuzzleError(f"{where}: this is no line of JSON") from None
    if not isinstance(data, dict):
        raise PuzzleError(f"{where}: a puzzle is an object")
    unknown = sorted(str(name) for name in set(data) - set(FIELDS))
    if unknown:
        raise PuzzleError(f"{where}: a puzzle has no {unknown[0]!r}")
    given = {name: _value(data, name, where) for name in FIELDS}
    puzzle = Puzzle(**given)
    _check(puzzle, where)
    return puzzle


def _value(data: dict[str, Any], name: str, where: str) -> Any:
    value = data.get(name)
    if name in NUMBERS:
        if isinstance(value, bool) or not isinstance(value, int) or value < 0:
            raise PuzzleError(f"{where}: {name!r} is a whole number from 0 up")
        return value
    if name in LISTS:
        value = [] if value is None else value
        if not isinstance(value, list) or len(value) > MOST_LINES or not all(isinstance(one, str) for one in value):
            raise PuzzleError(f"{where}: {name!r} is a list of at most {MOST_LINES} texts")
        return tuple(value)
    value = "" if value is None else value
    if not isinstance(value, str):
        raise PuzzleError(f"{where}: {name!r} is a text")
    return value


def _check(puzzle: Puzzle, where: str) -> None:
    if puzzle.goal not in GOALS:
        raise PuzzleError(f"{where}: the goal is one of {', '.join(GOALS)}, not {puzzle.goal!r}")
    if (puzzle.goal == LEAVE) != bool(puzzle.token):
        raise PuzzleError(f"{where}: a token is named where somebody is to leave, and only there")
    if puzzle.family not in FAMILIES:
        raise PuzzleError(f"{where}: the family is one of {', '.join(FAMILIES)}, not {puzzle.family!r}")
    if puzzle.grade not in GRADES:
        raise PuzzleError(f"{where}: the grade is a number from 1 to 5, not {puzzle.grade}")
    for theme in puzzle.themes:
        if theme not in THEMES:
            raise PuzzleError(f"{where}: there is no theme {theme!r}")
    if not puzzle.solutions or not puzzle.solution:
        raise PuzzleError(f"{where}: it has no solution")
    if not puzzle.position:
        raise PuzzleError(f"{where}: it has no position")
