"""Progress of a learner: results, ratings, the path, and what to repeat (docs/library.md)."""

from __future__ import annotations

from dungeon_twister.learning.progress.entries import Entry, EntryError, check_entry, merged
from dungeon_twister.learning.progress.glicko import Rating
from dungeon_twister.learning.progress.journal import read_journal, remove_from_journal, write_journal
from dungeon_twister.learning.progress.puzzle_choice import NextPuzzle, first_rating, next_puzzle
from dungeon_twister.learning.progress.ratings import PuzzleRatings, RatingHistory, rate, rate_puzzles
from dungeon_twister.learning.progress.report import ProgressReport, report_of

__all__ = [
    "Entry",
    "EntryError",
    "NextPuzzle",
    "ProgressReport",
    "PuzzleRatings",
    "Rating",
    "RatingHistory",
    "check_entry",
    "first_rating",
    "merged",
    "next_puzzle",
    "rate",
    "rate_puzzles",
    "read_journal",
    "remove_from_journal",
    "report_of",
    "write_journal",
]
