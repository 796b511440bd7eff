"""Puzzles: positions in which a goal can be reached in one turn, found in games and checked exhaustively (docs/puzzles.md)."""

from __future__ import annotations

from dungeon_twister.learning.puzzles.puzzle import FAMILIES, GOALS, GRADES, THEMES, Puzzle
from dungeon_twister.learning.puzzles.puzzle_checks import check_puzzle, check_puzzles
from dungeon_twister.learning.puzzles.puzzle_codec import PuzzleError, puzzle_line, read_puzzle
from dungeon_twister.learning.puzzles.puzzle_run import PuzzleAnswer, PuzzleHint, PuzzleRun, PuzzleSolution
from dungeon_twister.learning.puzzles.store import easy_puzzle_of_the_day, load_puzzle, load_puzzles, puzzle_of_the_day

__all__ = [
    "FAMILIES",
    "GOALS",
    "GRADES",
    "THEMES",
    "PuzzleAnswer",
    "Puzzle",
    "PuzzleError",
    "PuzzleHint",
    "PuzzleRun",
    "PuzzleSolution",
    "check_puzzle",
    "check_puzzles",
    "easy_puzzle_of_the_day",
    "load_puzzle",
    "load_puzzles",
    "puzzle_line",
    "puzzle_of_the_day",
    "read_puzzle",
]
