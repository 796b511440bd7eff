"""Which puzzle comes next: one that is due again, otherwise a new one at the learner's level."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from itertools import groupby
from math import log10
from typing import Final

from dungeon_twister.learning.progress.entries import GAME, PUZZLE, WON, Entry
from dungeon_twister.learning.progress.glicko import Rating, expected
from dungeon_twister.learning.progress.ratings import BEGINNER, PUZZLES, PuzzleRatings, RatingHistory
from dungeon_twister.learning.progress.review import Review, review
from dungeon_twister.learning.puzzles import Puzzle
from dungeon_twister.learning.puzzles.puzzle import BASE, CARD

# A puzzle without results: its grade says how wide a search must be to solve it, which is what people find hard as well.
GRADE_VALUES: Final = {1: 800.0, 2: 1000.0, 3: 1225.0, 4: 1450.0, 5: 1700.0}
PER_STEP: Final = 12.0  # points for each choice of the solution beyond the usual number
PER_TENFOLD: Final = 40.0  # points for ten times as many positions
USUAL_STEPS, USUAL_POSITIONS = 8, 10_000
MOST_STEPS: Final = 16
UNPROVEN: Final = 120.0  # deviation of a rating without results
SUCCESS: Final = 0.65  # the expected score in the puzzles that are offered
EASY_ONES: Final = 5  # so many are solved before the others are offered
NEAR: Final = 8  # puzzles to choose from, so that two learners do not meet the same ones


@dataclass(frozen=True, slots=True)
class NextPuzzle:
    """The puzzle to offer.

    - `due`: it failed before and is due again.
    - `missed`: when it failed last, in seconds since 1970; 0 if nobody knows.
    """

    number: int
    due: bool = False
    missed: float = 0.0


def game_of(puzzle: Puzzle) -> str:
    return "card" if puzzle.family == CARD else "board"


def first_rating(puzzle: Puzzle) -> Rating:
    """Return the rating of a puzzle before anybody has tried it."""
    steps = min(MOST_STEPS, len(puzzle.solution)) - USUAL_STEPS
    size = log10(max(1, puzzle.positions) / USUAL_POSITIONS)
    return Rating(GRADE_VALUES[puzzle.grade] + PER_STEP * steps + PER_TENFOLD * size, UNPROVEN)


def puzzle_reviews(entries: Iterable[Entry]) -> dict[int, Review]:
    """Return when the puzzles that failed once have to be repeated."""
    attempts = sorted((entry for entry in entries if entry.kind == PUZZLE), key=lambda entry: (entry.name, entry.at))
    found = {name: review(group) for name, group in groupby(attempts, key=lambda entry: entry.name)}
    return {int(name): one for name, one in found.items() if one is not None and name.isdecimal()}


def next_puzzle(
    puzzles: Sequence[Puzzle],
    ratings: PuzzleRatings,
    histories: Mapping[tuple[str, str], RatingHistory],
    entries: Sequence[Entry],
    now: float,
    besides: int = 0,
) -> NextPuzzle | None:
    """Return the next of these puzzles for a learner: one that is due, otherwise a new one that the learner solves with a
    probability near SUCCESS. The first ones are easy, and one of the Card Game comes when the learner has played it, as far as
    these puzzles allow. None if all are solved. `besides`: a number not to offer."""
    left = [puzzle for puzzle in puzzles if puzzle.number != besides]
    reviews = puzzle_reviews(entries)
    due = [puzzle.number for puzzle in left if _is_due(reviews.get(puzzle.number), now)]
    if due:
        number = min(due, key=lambda number: (reviews[number].due, number))
        return NextPuzzle(number, True, _last_failure(number, entries))
    tried = {entry.name for entry in entries if entry.kind == PUZZLE}
    fresh = _fit_to_begin([puzzle for puzzle in left if str(puzzle.number) not in tried], entries)

    def distance(puzzle: Puzzle) -> float:
        history = histories.get((PUZZLES, game_of(puzzle)))
        learner = history.at(now) if history else BEGINNER[PUZZLES]
        return abs(expected(learner, ratings[puzzle.number]) - SUCCESS)

    near = sorted(fresh, key=lambda puzzle: (distance(puzzle), puzzle.number))[:NEAR]
    if not near:
        return None
    seed = f"{len(tried)} {entries[0].id if entries else ''}"
    return NextPuzzle(min(near, key=lambda puzzle: blake2b(f"{seed} {puzzle.number}".encode()).digest()).number)


def _fit_to_begin(puzzles: list[Puzzle], entries: Iterable[Entry]) -> list[Puzzle]:
    """Return those of these puzzles that are not too early for the learner; all if there is none."""
    attempts = [entry for entry in entries if entry.kind in (GAME, PUZZLE)]
    games = {"board", *(entry.game for entry in attempts)}
    known = [puzzle for puzzle in puzzles if game_of(puzzle) in games] or puzzles
    if len({entry.name for entry in attempts if entry.kind == PUZZLE and entry.score == WON}) >= EASY_ONES:
        return known
    easy = [puzzle for puzzle in known if puzzle.grade == 1]
    return [puzzle for puzzle in easy if puzzle.family == BASE] or easy or known


def _last_failure(number: int, entries: Iterable[Entry]) -> float:
    failures = [one for one in entries if one.kind == PUZZLE and one.name == str(number) and one.score < WON]
    return max((one.at for one in failures if not one.undated), default=0.0)


def _is_due(found: Review | None, now: float) -> bool:
    return found is not None and not found.learned and found.due <= now
