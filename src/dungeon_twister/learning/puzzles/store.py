"""The built-in puzzles: `content/puzzles/FAMILY.jsonl`, a line each."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from functools import cache
from hashlib import blake2b
from importlib.resources import files

from dungeon_twister.learning.puzzles.puzzle import BASE, FAMILIES, GRADES, Puzzle
from dungeon_twister.learning.puzzles.puzzle_codec import PuzzleError, read_puzzle

FOLDER = files("dungeon_twister.content").joinpath("puzzles")


@cache
def load_puzzles() -> tuple[Puzzle, ...]:
    """Return all puzzles by number. Raise PuzzleError if one is wrong."""
    found: dict[int, Puzzle] = {}
    for family in FAMILIES:
        for at, line in enumerate(FOLDER.joinpath(f"{family}.jsonl").read_text("utf-8").splitlines(), start=1):
            puzzle = read_puzzle(line, f"{family}.jsonl, line {at}")
            if puzzle.number in found:
                raise PuzzleError(f"{family}.jsonl, line {at}: there are two puzzles with the number {puzzle.number}")
            found[puzzle.number] = puzzle
    return tuple(found[number] for number in sorted(found))


def load_puzzle(number: int) -> Puzzle:
    """Return a puzzle by its number."""
    for puzzle in load_puzzles():
        if puzzle.number == number:
            return puzzle
    raise PuzzleError(f"there is no puzzle {number}")


def puzzle_of_the_day(day: date) -> Puzzle:
    """Return the puzzle of a date, the same for every player. All puzzles have their turn before one comes again."""
    return _of_day(load_puzzles(), day)


def easy_puzzle_of_the_day(day: date) -> Puzzle:
    """Return the puzzle of a date for beginners: of the base game and of the lowest grade."""
    return _of_day([puzzle for puzzle in load_puzzles() if puzzle.family == BASE and puzzle.grade == GRADES[0]], day)


def _of_day(puzzles: Sequence[Puzzle], day: date) -> Puzzle:
    order = sorted(puzzles, key=lambda puzzle: blake2b(str(puzzle.number).encode()).digest())
    return order[day.toordinal() % len(order)]
