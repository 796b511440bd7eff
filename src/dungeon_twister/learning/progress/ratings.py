"""The learner's ratings: against bots and in puzzles, for each game. They follow from the entries."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from dungeon_twister.ai.bots.greedy import GREEDY
from dungeon_twister.ai.bots.levels import LEVELS
from dungeon_twister.learning.progress.entries import GAME, HINTED, PUZZLE, Entry
from dungeon_twister.learning.progress.glicko import Rating, after_days, after_results

PuzzleRatings = Mapping[int, Rating]  # by number
BOTS: Final = "bots"
PUZZLES: Final = "puzzles"
BEGINNER: Final = {BOTS: Rating(600.0), PUZZLES: Rating(1000.0)}
DAY: Final = 86_400.0
RELIABLE: Final = 110.0  # a rating with a larger deviation is provisional
MOST_SHIFT: Final = 25.0
BOT_DEVIATION: Final = 40.0  # of a rating on the ladder
BOT_RATINGS: Final = {level.name: Rating(float(level.rating), BOT_DEVIATION) for level in (*LEVELS, GREEDY) if level.rating}


@dataclass(frozen=True, slots=True)
class RatingPoint:
    """A rating after a result.

    - `at`: time in seconds since 1970.
    """

    at: float
    value: float
    deviation: float


@dataclass(slots=True)
class RatingHistory:
    """A rating and how it came about."""

    current: Rating
    points: list[RatingPoint] = field(default_factory=list)

    def add(self, at: float, results: list[tuple[Rating, float]]) -> None:
        """Rate the results of one game or attempt."""
        self.current = after_results(self.at(at), results)
        self.points.append(RatingPoint(at, self.current.value, self.current.deviation))

    def at(self, time: float) -> Rating:
        """Return the rating at a time after the last result."""
        return after_days(self.current, (time - self.points[-1].at) / DAY) if self.points else self.current


def rate(entries: Iterable[Entry], puzzle_ratings: PuzzleRatings) -> dict[tuple[str, str], RatingHistory]:
    """Return the ratings by kind and game. Only the first attempt at a puzzle counts, and no game with a hint.

    The entries are in order of time.
    """
    entries = list(entries)
    hinted = {entry.name for entry in entries if entry.kind == HINTED}
    tried: set[str] = set()
    histories: dict[tuple[str, str], RatingHistory] = {}
    for entry in entries:
        results: list[tuple[Rating, float]] = []
        if entry.kind == GAME and entry.rated and entry.name not in hinted:
            key, results = (BOTS, entry.game), results_against_bots(entry)
        elif entry.kind == PUZZLE and entry.name not in tried:
            tried.add(entry.name)
            opponent = puzzle_ratings.get(int(entry.name)) if entry.name.isdecimal() else None
            key, results = (PUZZLES, entry.game), [(opponent, entry.score)] if opponent and entry.rated else []
        if results:
            histories.setdefault(key, RatingHistory(BEGINNER[key[0]])).add(entry.at, results)
    return histories


def results_against_bots(entry: Entry) -> list[tuple[Rating, float]]:
    """Return the results of a game against its bots; none if the strength of one is unknown."""
    if not all(name in BOT_RATINGS for name in entry.opponents):
        return []
    return [(BOT_RATINGS[name], entry.score) for name in entry.opponents]


def rate_puzzles(old: Sequence[Entry], new: Sequence[Entry], puzzle_ratings: PuzzleRatings) -> dict[int, Rating]:
    """Return new ratings of the puzzles in the new entries of a learner, whose strength is known well enough.

    Each learner counts once for a puzzle, and moves it by MOST_SHIFT points at most.
    """
    tried = {entry.name for entry in old if entry.kind == PUZZLE}
    learners = rate(old, puzzle_ratings)
    found: dict[int, Rating] = {}
    for entry in new:
        if entry.kind != PUZZLE or not entry.rated or entry.name in tried or not entry.name.isdecimal():
            continue
        tried.add(entry.name)
        learner, number = learners.get((PUZZLES, entry.game)), int(entry.name)
        if learner is None or learner.current.deviation > RELIABLE or number not in puzzle_ratings:
            continue
        before = puzzle_ratings[number]
        after = after_results(before, [(learner.current, 1.0 - entry.score)])
        shift = max(-MOST_SHIFT, min(MOST_SHIFT, after.value - before.value))
        found[number] = Rating(before.value + shift, after.deviation)
    return found
