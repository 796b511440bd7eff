"""The report: everything that the page and the terminal show of a learner's progress."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from dungeon_twister.ai.bots.levels import LEVELS
from dungeon_twister.learning.progress.entries import (
    DRAWN,
    GAME,
    LESSON,
    LOST,
    MISSION,
    MISTAKE,
    PUZZLE,
    REPLAYED,
    RUN,
    WON,
    Entry,
)
from dungeon_twister.learning.progress.path import LevelAdvice, PathStep, level_advice, path_of
from dungeon_twister.learning.progress.puzzle_choice import puzzle_reviews
from dungeon_twister.learning.progress.ratings import RELIABLE, PuzzleRatings, RatingPoint, rate
from dungeon_twister.learning.progress.review import review

MOST_POINTS: Final = 200  # of the picture of a rating


@dataclass(frozen=True, slots=True)
class RatingReport:
    """A rating of the learner.

    - `kind`: `bots` or `puzzles`.
    - `game`: `board` or `card`.
    - `deviation`: the strength lies within two deviations with a probability of 95 %.
    - `provisional`: there are too few results yet.
    - `count`: number of rated results.
    - `points`: ratings over time; of many, the last of each day or fewer.
    """

    kind: str
    game: str
    value: int
    deviation: int
    provisional: bool
    count: int
    points: list[RatingPoint]


@dataclass(frozen=True, slots=True)
class LevelRecord:
    """The results against one level, in games with this level only."""

    game: str
    level: str
    won: int
    drawn: int
    lost: int


@dataclass(frozen=True, slots=True)
class PuzzleReport:
    """The progress in puzzles.

    - `solved`, `failed`: numbers; a puzzle that failed first and was solved later is in both.
    - `due`: puzzles to repeat now.
    - `streak`, `best`: puzzles solved in a row at the first attempt, now and at most; timed runs do not count.
    - `days`: dates on which a puzzle was solved, with the numbers of solved puzzles.
    - `longest_run`: most puzzles solved in a timed run.
    """

    solved: list[int]
    failed: list[int]
    due: list[int]
    streak: int
    best: int
    days: dict[str, int]
    longest_run: int


@dataclass(frozen=True, slots=True)
class MistakeReport:
    """A position of an own game to play again.

    - `id`: name of its exercise.
    - `turn`, `mark`: its turn and kind; 0 and empty if they are unknown.
    - `solved`: it was solved at the last attempt.
    - `due`: it should be played now.
    """

    id: str
    at: float
    game: str
    solved: bool
    due: bool
    turn: int = 0
    mark: str = ""


@dataclass(frozen=True, slots=True)
class ProgressReport:
    """The progress of a learner.

    - `path`: steps of the path.
    - `advice`: levels to play next.
    - `lessons`: finished lessons.
    - `missions`: stars by mission.
    - `entries`: number of entries.
    """

    path: list[PathStep]
    advice: list[LevelAdvice]
    ratings: list[RatingReport]
    levels: list[LevelRecord]
    puzzles: PuzzleReport
    lessons: list[str]
    missions: dict[str, int]
    mistakes: list[MistakeReport]
    entries: int


def report_of(entries: Sequence[Entry], puzzle_ratings: PuzzleRatings, now: float) -> ProgressReport:
    """Return the report of a learner's entries, which are in order of time."""
    advice = [level_advice(entries, game) for game in ("board", "card")]
    return ProgressReport(
        path=path_of(entries),
        advice=[one for one in advice if one is not None],
        ratings=_ratings(entries, puzzle_ratings, now),
        levels=_levels(entries),
        puzzles=_puzzles(entries, now),
        lessons=list(dict.fromkeys(entry.name for entry in entries if entry.kind == LESSON)),
        missions=_missions(entries),
        mistakes=_mistakes(entries, now),
        entries=len(entries),
    )


def _ratings(entries: Sequence[Entry], puzzle_ratings: PuzzleRatings, now: float) -> list[RatingReport]:
    found = []
    for (kind, game), history in sorted(rate(entries, puzzle_ratings).items()):
        rating = history.at(now)
        value, deviation = round(rating.value), round(rating.deviation)
        points = _thinned(history.points)
        found.append(RatingReport(kind, game, value, deviation, deviation > RELIABLE, len(history.points), points))
    return found


def _thinned(points: Sequence[RatingPoint]) -> list[RatingPoint]:
    """Return at most MOST_POINTS points, evenly, with the last one."""
    step = -(-len(points) // MOST_POINTS)
    return [point for at, point in enumerate(reversed(points)) if at % step == 0][::-1] if points else []


def _levels(entries: Iterable[Entry]) -> list[LevelRecord]:
    games = [entry for entry in entries if entry.kind == GAME]
    found = []
    for game in ("board", "card"):
        for level in LEVELS:
            scores = [entry.score for entry in games if entry.game == game and set(entry.opponents) == {level.name}]
            if scores:
                found.append(LevelRecord(game, level.name, *(scores.count(score) for score in (WON, DRAWN, LOST))))
    return found


def _puzzles(entries: Sequence[Entry], now: float) -> PuzzleReport:
    solved: dict[int, None] = {}
    failed: dict[int, None] = {}
    days: dict[str, int] = {}
    streak = best = 0
    for entry in entries:
        if entry.kind != PUZZLE or not entry.name.isdecimal():
            continue
        number = int(entry.name)
        first = number not in solved and number not in failed and (entry.rated or entry.undated)
        if entry.score < WON:
            failed[number] = None
            streak = 0 if first else streak
            continue
        if first:
            streak += 1
            best = max(best, streak)
        if number not in solved and not entry.undated:
            day = date_of(entry.at)
            days[day] = days.get(day, 0) + 1
        solved[number] = None
    due = [number for number, one in puzzle_reviews(entries).items() if not one.learned and one.due <= now]
    runs = [int(entry.score) for entry in entries if entry.kind == RUN]
    return PuzzleReport(sorted(solved), sorted(failed), sorted(due), streak, best, days, max(runs, default=0))


def date_of(at: float) -> str:
    """Return the day of universal time."""
    return datetime.fromtimestamp(at, UTC).date().isoformat()


def _missions(entries: Iterable[Entry]) -> dict[str, int]:
    stars: dict[str, int] = {}
    for entry in entries:
        if entry.kind == MISSION:
            stars[entry.name] = max(stars.get(entry.name, 0), int(entry.score))
    return stars


def _mistakes(entries: Sequence[Entry], now: float) -> list[MistakeReport]:
    found = []
    tries: defaultdict[str, list[Entry]] = defaultdict(list)
    for entry in entries:
        if entry.kind == REPLAYED:
            tries[entry.name].append(entry)
    for entry in entries:
        if entry.kind != MISTAKE:
            continue
        attempts = tries[entry.name]
        plan = review([entry, *attempts])
        due = not attempts or (plan is not None and not plan.learned and plan.due <= now)
        solved = bool(attempts) and attempts[-1].score >= WON
        found.append(MistakeReport(entry.name, entry.at, entry.game, solved, due, entry.turn, entry.mark))
    return found
