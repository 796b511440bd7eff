"""Entries: what a learner has done, as an append-only list. Everything else about the learner's progress follows from it.

Two lists of one learner, for example of two devices, are merged by the ids of the entries.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from re import fullmatch
from typing import Final

GAME: Final = "game"  # a finished game against bots; name: its id
HINTED: Final = "hinted"  # a hint was taken in a running game: it is not rated; name: the id of the game
PUZZLE: Final = "puzzle"  # an attempt at a puzzle; name: its number
RUN: Final = "run"  # a timed run through puzzles; score: the number solved
LESSON: Final = "lesson"
MISSION: Final = "mission"  # score: the stars
MISTAKE: Final = "mistake"  # a position to play again; text: its JSON
REPLAYED: Final = "replayed"  # an attempt at such a position; name: the id of the mistake
SKIPPED: Final = "skipped"  # a step of the path; name: the step
KINDS: Final = (GAME, HINTED, PUZZLE, RUN, LESSON, MISSION, MISTAKE, REPLAYED, SKIPPED)

BLUNDER: Final = "blunder"
MISSED_WIN: Final = "missed-win"
MISTAKE_KINDS: Final = (MISTAKE, BLUNDER, MISSED_WIN)

WON, DRAWN, LOST = 1.0, 0.5, 0.0
MOST_ENTRIES: Final = 5_000
MOST_MISTAKES: Final = 200
LONGEST_TEXT: Final = 9_000
LAST_UNDATED: Final = 1.0  # time of entries without a time
NAMES: Final = r"[\w.:-]{1,80}"


class EntryError(ValueError):
    """An entry cannot be accepted; the message says why."""


@dataclass(frozen=True, slots=True)
class Entry:
    """Something that a learner has done.

    - `id`: unique among the entries of the learner.
    - `at`: time in seconds since 1970.
    - `kind`: kind of the entry.
    - `name`: the puzzle, lesson, mission, mistake, step or game.
    - `score`: 1 for a win or a solution, 0.5 for a draw, 0 for a failure; for a mission the stars, for a timed run the number
      of solved puzzles.
    - `rated`: the result counts for a rating and for the streak.
    - `game`: `board` or `card`.
    - `scenario`, `opponents`: scenario and bots of a game.
    - `seconds`: time that it took; 0 if unknown.
    - `text`, `turn`, `mark`: position of a mistake, as JSON; its turn and its kind, unknown (0 and empty) in older entries.
    """

    id: str
    at: float
    kind: str
    name: str
    score: float = 0.0
    rated: bool = True
    game: str = ""
    scenario: str = ""
    opponents: list[str] = field(default_factory=list)
    seconds: int = 0
    text: str = ""
    turn: int = 0
    mark: str = ""

    @property
    def undated(self) -> bool:
        """Whether an earlier version of the program, which kept no times, stored the result."""
        return self.at <= LAST_UNDATED


def check_entry(entry: Entry) -> None:
    """Raise EntryError if an entry of a client is not well-formed."""
    if entry.kind not in KINDS:
        raise EntryError(f"there is no kind of entry {entry.kind[:40]!r}")
    for text in (entry.id, entry.name):
        if not fullmatch(NAMES, text):
            raise EntryError(f"{text[:40]!r} cannot be a name")
    if not 0 <= entry.score <= 1_000 or not 0 <= entry.seconds <= 1_000_000 or not 0 <= entry.at < 1e11:
        raise EntryError("a number is out of range")
    if entry.mark not in ("", *MISTAKE_KINDS) or not 0 <= entry.turn <= 10_000:
        raise EntryError("there is no such mistake")
    if entry.game not in ("", "board", "card") or len(entry.scenario) > 64:
        raise EntryError("there is no such game")
    if len(entry.opponents) > 3 or any(len(name) > 40 for name in entry.opponents):
        raise EntryError("there are too many opponents")
    if len(entry.text) > (LONGEST_TEXT if entry.kind == MISTAKE else 0):
        raise EntryError("the text is too long")


def entries_of_mistakes(entries: Iterable[Entry], name: str = "") -> list[Entry]:
    """Return the entries of a mistake or of all of them, with the attempts: those to remove with it."""
    return [entry for entry in entries if entry.kind in (MISTAKE, REPLAYED) and name in ("", entry.name)]


def merged(old: Iterable[Entry], new: Iterable[Entry]) -> list[Entry]:
    """Return the entries of both lists in order of time. Of entries with the same id the old one stays."""
    found = {entry.id: entry for entry in new}
    found.update((entry.id, entry) for entry in old)
    return sorted(found.values(), key=lambda entry: (entry.at, entry.id))
