"""A plain file of entries: one line of JSON each. Nothing is lost if the program is stopped while it writes."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from pathlib import Path

from dungeon_twister.game.record.json_codec import ShapeError, from_json, to_json
from dungeon_twister.learning.progress.entries import Entry, EntryError, check_entry, merged


def read_entry(line: str) -> Entry:
    """Read a line. Raise EntryError if it is not an entry."""
    try:
        entry = from_json(line, Entry)
    except ShapeError as error:
        raise EntryError(str(error)) from None
    check_entry(entry)
    return entry


def write_entry(entry: Entry) -> str:
    return to_json(entry)


def read_journal(path: Path) -> list[Entry]:
    """Return the entries of a file in order of time; none if there is no file. Raise EntryError with the line if one is wrong.

    A last line without its end was cut off when the program was stopped, and is ignored.
    """
    try:
        text = path.read_text("utf-8")
    except FileNotFoundError:
        return []
    found = []
    lines = text.split("\n")
    for number, line in enumerate(lines[:-1], start=1):
        if not line.strip():
            continue
        try:
            found.append(read_entry(line))
        except EntryError as error:
            raise EntryError(f"{path.name}, line {number}: {error}") from None
    return merged([], found)


def write_journal(path: Path, entries: Iterable[Entry]) -> None:
    """Add entries at the end of a file; the file and its folder are created if needed."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with path.open("a+b") as file:
        file.seek(0)
        file.truncate(file.read().rfind(b"\n") + 1)
        file.write("".join(f"{write_entry(entry)}\n" for entry in entries).encode())


def remove_from_journal(path: Path, ids: Collection[str]) -> None:
    """Remove the entries with these ids from a file. The new file replaces the old one when it is complete."""
    kept = [entry for entry in read_journal(path) if entry.id not in ids]
    part = path.with_name(f"{path.name}.part")
    part.unlink(missing_ok=True)
    write_journal(part, kept)
    part.replace(path)
