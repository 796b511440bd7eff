"""The file of a ladder: a header with the settings, then a line of JSON for each finished pair.

A file is continued only with the same settings: the command is compared with the header. An incomplete last line, left by a
killed program, is dropped, and its pair is played again. Files of the same scenario can be merged.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Final

from dungeon_twister.ai.arena.locking import lock
from dungeon_twister.ai.arena.pairs import PlayedPair
from dungeon_twister.game.record.json_codec import ShapeError, from_json, to_json

FORMAT: Final = 1
LONGEST_LINE: Final = 8 * 1024 * 1024
DIFFERENT: Final = {
    "ladder": "format",
    "version": "version of the program",
    "scenario": "scenario",
    "seed": "seed",
    "bots": "bots",
    "options": "options",
    "gauntlet": "way of pairing",
}


class LadderError(ValueError):
    """A ladder or its file is wrong; the message is a sentence."""


@dataclass(frozen=True)
class Entry:
    """A bot: its name in the ladder, and how it was given."""

    name: str
    bot: str


@dataclass(frozen=True)
class LadderHeader:
    """The settings of a ladder."""

    ladder: int  # the version of the format
    version: str
    scenario: str  # its name, or the text of a custom one
    seed: str
    bots: list[Entry]
    options: dict[str, str] = field(default_factory=dict)
    gauntlet: bool = False


@dataclass(frozen=True)
class Results:
    """The contents of a file."""

    header: LadderHeader
    pairs: list[PlayedPair]
    torn: bool = False  # the last line was incomplete
    length: int = 0  # of the complete part, in bytes


# -- reading ------------------------------------------------------------------------------------------------------------


def read_results(path: Path) -> Results:
    """Read a file. Raise LadderError if it is not of a ladder, OSError if it cannot be read."""
    with path.open("rb") as file:
        return _read(file, path.name)


def _read(file: BinaryIO, name: str) -> Results:
    header = _header(file.readline(LONGEST_LINE), name)
    pairs: list[PlayedPair] = []
    length, damaged = file.tell(), 0
    for number, line in enumerate(_lines(file), 2):
        if damaged:
            raise LadderError(f"{name}, line {damaged}: the line is damaged, and it is not the last one")
        pair = _pair(line)
        if pair is None:
            damaged = number
        else:
            pairs.append(pair)
            length = file.tell()
    _check_pairs(header, pairs, name)
    return Results(header, pairs, bool(damaged), length)


def _lines(file: BinaryIO) -> Iterator[bytes]:
    while line := file.readline(LONGEST_LINE):
        yield line


def _header(line: bytes, name: str) -> LadderHeader:
    try:
        header = from_json(line.decode(), LadderHeader)
    except ValueError:  # not UTF-8, not JSON, or not a header
        raise LadderError(f"{name} is no file of a ladder") from None
    if len({entry.name for entry in header.bots}) != len(header.bots) or len(header.bots) < 2:
        raise LadderError(f"{name} is no file of a ladder: it names no two different bots")
    if header.ladder != FORMAT:
        raise LadderError(f"{name} has format {header.ladder} of a ladder file, and this program knows format {FORMAT}")
    if not line.endswith(b"\n"):
        raise LadderError(f"{name} ends within its first line")
    return header


def _pair(line: bytes) -> PlayedPair | None:
    """Return a pair, or None if the line is incomplete."""
    try:
        pair = from_json(line.decode(), PlayedPair)
    except (ShapeError, UnicodeDecodeError):
        return None
    sound = len(pair.games) > 1 and all(0 <= game.points <= 1 for game in pair.games)
    return pair if sound and line.endswith(b"\n") else None


def _check_pairs(header: LadderHeader, pairs: Sequence[PlayedPair], name: str) -> None:
    known = {entry.name for entry in header.bots}
    strange = [bot for pair in pairs for bot in (pair.first, pair.second) if bot not in known]
    if strange:
        raise LadderError(f"{name} has games of {strange[0]}, which is not among its bots")
    if len({len(pair.games) for pair in pairs}) > 1:
        raise LadderError(f"{name} has pairs with different numbers of games")


def merged(found: Sequence[tuple[str, Results]]) -> Results:
    """Merge several files; a pair that two of them have counts once. Raise LadderError if they do not fit together."""
    (first_name, first), *rest = found
    bots = {entry.name: entry for entry in first.header.bots}
    for name, results in rest:
        if (results.header.scenario, results.header.options) != (first.header.scenario, first.header.options):
            raise LadderError(f"{name} has another scenario or other options than {first_name}: they make no common ladder")
        for entry in results.header.bots:
            if bots.setdefault(entry.name, entry) != entry:
                raise LadderError(f"{entry.name} is {entry.bot} in {name}, but {bots[entry.name].bot} in another file")
    pairs = {(results.header.seed, pair.encounter): pair for _, results in reversed(found) for pair in reversed(results.pairs)}
    header = replace(first.header, bots=list(bots.values()))
    return Results(header, list(reversed(pairs.values())), any(results.torn for _, results in found))


# -- writing ------------------------------------------------------------------------------------------------------------


class ResultFile:
    """A file to write to. An existing one is continued if its header is the same."""

    def __init__(self, path: Path, header: LadderHeader) -> None:
        self.pairs: list[PlayedPair] = []  # pairs of earlier runs
        new = not path.exists() or path.stat().st_size == 0
        self._file = path.open("w+b" if new else "r+b", buffering=0)
        try:
            lock(self._file, LadderError(f"{path.name} is being written by another ladder"))
            if new:
                self._file.write(f"{to_json(header)}\n".encode())
            else:
                self._go_on(path, header)
        except BaseException:
            self._file.close()
            raise

    def _go_on(self, path: Path, header: LadderHeader) -> None:
        results = read_results(path)
        different = [words for key, words in DIFFERENT.items() if getattr(results.header, key) != getattr(header, key)]
        if different:
            raise LadderError(
                f"the file {path.name} was begun with a different {different[0]}: "
                "go on with the same command, or name another file"
            )
        self._file.truncate(results.length)
        self._file.seek(results.length)
        self.pairs = results.pairs

    def write(self, pair: PlayedPair) -> None:
        """Append a line in one write."""
        line = f"{to_json(pair)}\n".encode()
        if self._file.write(line) != len(line):
            raise OSError(f"only a part of a line could be written to {self._file.name}")

    def __enter__(self) -> ResultFile:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._file.close()
