"""The list of puzzles, the calendar of the puzzles of the day, and small drawings."""

from __future__ import annotations

from calendar import monthrange
from datetime import date, timedelta
from typing import Final

from dungeon_twister.learning.puzzles import easy_puzzle_of_the_day, load_puzzle, load_puzzles, puzzle_of_the_day
from dungeon_twister.learning.puzzles.puzzle_checks import puzzle_state
from dungeon_twister.presentation.svg.thumbnail import Thumbnail, thumbnail
from dungeon_twister.server.study_protocol import PuzzleCard, PuzzleDay, PuzzleList

EARLIEST: Final = 2000  # year of the calendar


def puzzle_list(day: date) -> PuzzleList:
    """Return all puzzles by number, and those of a day."""
    cards = [
        PuzzleCard(one.number, one.goal, one.family, one.grade, one.points, list(one.themes), one.scenario)
        for one in load_puzzles()
    ]
    return PuzzleList(day.isoformat(), puzzle_of_the_day(day).number, easy_puzzle_of_the_day(day).number, cards)


def puzzle_days(month: str, today: date) -> list[PuzzleDay]:
    """Return the puzzles of each day of a month (`2026-11`) until today. Raise ValueError for another text."""
    first = date.fromisoformat(f"{month}-01")
    if first.year < EARLIEST:
        raise ValueError(month)
    days = (first + timedelta(number) for number in range(monthrange(first.year, first.month)[1]))
    return [
        PuzzleDay(day.isoformat(), puzzle_of_the_day(day).number, easy_puzzle_of_the_day(day).number)
        for day in days
        if day <= today
    ]


def puzzle_drawing(number: int) -> Thumbnail:
    """Return a small drawing of a puzzle. Raise PuzzleError if there is no such puzzle."""
    return thumbnail(puzzle_state(load_puzzle(number)))
