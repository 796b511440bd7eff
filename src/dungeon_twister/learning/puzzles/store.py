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
    return _of_day(_order(False), day)


def easy_puzzle_of_the_day(day: date) -> Puzzle:
    """Return the puzzle of a date for beginners: of the base game and of the lowest grade."""
    return _of_day(_order(True), day)


def _of_day(order: Sequence[Puzzle], day: date) -> Puzzle:
    return order[day.toordinal() % len(order)]


@cache
def _order(easy: bool) -> list[Puzzle]:
    """Return all puzzles, or those for beginners, in the order of the days."""
    puzzles = [one for one in load_puzzles() if not easy or (one.family == BASE and one.grade == GRADES[0])]
    return sorted(puzzles, key=lambda puzzle: blake2b(str(puzzle.number).encode()).digest())
