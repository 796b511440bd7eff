"""The learner's results at the terminal: a journal in the user's data folder, where the server keeps its games too."""

from __future__ import annotations

import json
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from re import fullmatch
from time import time
from uuid import uuid4

from platformdirs import user_data_path

from dungeon_twister.cli.output import CommandError, os_error_text
from dungeon_twister.learning.progress import (
    Entry,
    EntryError,
    ProgressReport,
    PuzzleRatings,
    first_rating,
    merged,
    read_journal,
    remove_from_journal,
    report_of,
    write_journal,
)
from dungeon_twister.learning.progress.entries import LESSON, LOST, NAMES, PUZZLE, WON
from dungeon_twister.learning.puzzles import load_puzzles


def data_folder() -> Path:
    folder: Path = user_data_path("dungeon-twister", appauthor=False)
    return folder


def progress_file() -> Path:
    return data_folder() / "progress.jsonl"


def own_entries() -> list[Entry]:
    """Return all results, with those of earlier versions; none if the file cannot be read."""
    try:
        return merged(_journal(), _old_entries())
    except EntryError as error:
        raise CommandError(str(error)) from None


def add_entries(entries: Iterable[Entry]) -> None:
    """Add results, and those of earlier versions that are missing. An unwritable file is ignored: the game went well."""
    with suppress(OSError, EntryError):
        known = {one.id for one in _journal()}
        write_journal(progress_file(), [one for one in (*_old_entries(), *entries) if one.id not in known])


def remove_entries(entries: Iterable[Entry]) -> None:
    """Remove results from the file."""
    try:
        remove_from_journal(progress_file(), {entry.id for entry in entries})
    except OSError as error:
        raise CommandError(os_error_text(error)) from None


def add_result(kind: str, name: str, score: float = WON, *, rated: bool = True, game: str = "", seconds: float = 0.0) -> None:
    """Add a result of this moment."""
    add_entries([Entry(f"{kind}.{uuid4().hex}", time(), kind, name, score, rated, game, seconds=int(seconds))])


def own_report() -> ProgressReport:
    return report_of(own_entries(), puzzle_ratings(), time())


def puzzle_ratings() -> PuzzleRatings:
    """Return the ratings of the puzzles. One person's results say little about them: they keep their first ones."""
    return {puzzle.number: first_rating(puzzle) for puzzle in load_puzzles()}


def _journal() -> list[Entry]:
    """Return the results of the journal. A file that cannot be read counts as none."""
    with suppress(OSError, UnicodeDecodeError):
        return read_journal(progress_file())
    return []


# -- files of earlier versions, which had no times ---------------------------------------------------------------------------


def _old_entries() -> list[Entry]:
    lessons, puzzles = _old_file("lessons.json"), _old_file("puzzles.json")
    names = [name for name in _list(lessons, "done") if isinstance(name, str) and fullmatch(NAMES, name)]
    return [
        *(_old_entry(LESSON, name, WON) for name in names),
        *(_old_entry(PUZZLE, str(number), LOST) for number in _numbers(puzzles, "faults")),
        *(_old_entry(PUZZLE, str(number), WON) for number in _numbers(puzzles, "solved")),
    ]


def _old_entry(kind: str, name: str, score: float) -> Entry:
    return Entry(f"old.{kind}.{name}.{score:.0f}", score, kind, name, score, rated=False)


def _old_file(name: str) -> object:
    with suppress(OSError, ValueError):
        return json.loads((data_folder() / name).read_text("utf-8"))
    return None


def _list(data: object, key: str) -> list[object]:
    found = data.get(key) if isinstance(data, dict) else None
    return found if isinstance(found, list) else []


def _numbers(data: object, key: str) -> list[int]:
    return [one for one in _list(data, key) if isinstance(one, int) and not isinstance(one, bool) and one > 0]
