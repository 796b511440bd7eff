"""A dataset: games of bots as rows, in a folder of files that the same command continues (docs/datasets.md).

Each file holds a block of games, is named after them, and is written atomically when they are finished. A killed program
therefore leaves only complete files, and a later run plays the missing games. A process holds one game in memory, and the
compressed rows of its block.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from types import TracebackType
from typing import Final, NamedTuple

from dungeon_twister.ai.arena.encoding import ENCODINGS, Encoding, EncodingError
from dungeon_twister.ai.arena.locking import lock
from dungeon_twister.ai.arena.matches import check_bots
from dungeon_twister.ai.arena.rows import play_rows
from dungeon_twister.ai.arena.workers import MOST_JOBS, TaskFailure, players, why_not_travelling
from dungeon_twister.ai.bots.resolve import BotLike, resolve_bot
from dungeon_twister.ai.bots.specs import read_spec
from dungeon_twister.game.record.json_codec import ShapeError, from_json, to_json
from dungeon_twister.game.record.recorded_game import seed_text
from dungeon_twister.version import __version__

FORMAT: Final = 1
HEADER: Final = "_dataset.json"  # programs that read a folder of Parquet files skip names that begin with an underscore
MOST_GAMES: Final = 9_999_999
MOST_IN_A_FILE: Final = 10_000
UNFINISHED: Final = ".unfinished"
DIFFERENT: Final = {
    "dataset": "format",
    "version": "version of the program",
    "scenario": "scenario",
    "seed": "seed",
    "bots": "bots",
    "options": "options",
    "files": "kind of files",
}


class DatasetError(ValueError):
    """A dataset or its folder is wrong; the message is a sentence."""


@dataclass(frozen=True)
class DatasetHeader:
    """What a dataset contains, as written in `_dataset.json`."""

    dataset: int  # the version of the format
    version: str
    scenario: str  # its name, or the text of a custom one
    seed: str
    bots: list[str]  # for each seat of game 0
    files: str  # parquet or jsonl
    options: dict[str, str] = field(default_factory=dict)


class Block(NamedTuple):
    """Consecutive games in one file."""

    first: int
    games: int

    @property
    def numbers(self) -> range:
        return range(self.first, self.first + self.games)

    def file_name(self, ending: str) -> str:
        return f"games-{self.first:07}-{self.numbers[-1]:07}.{ending}"

    def __str__(self) -> str:
        return f"games {self.first} to {self.numbers[-1]}" if self.games > 1 else f"game {self.first}"


class Part(NamedTuple):
    """A finished block: its file, and what that holds."""

    block: Block
    data: bytes
    rows: int
    faults: int


class BlockTask(NamedTuple):
    """A block to play, with everything a process needs for it."""

    encounter: Block
    bots: tuple[BotLike, ...]
    seed: str
    scenario: str
    options: dict[str, str]
    files: str

    def play(self) -> Part:
        """Play the games one after the other. The rows of each are encoded before the next one begins."""
        writer = ENCODINGS[self.files].writer()
        rows = faults = 0
        for number in self.encounter.numbers:
            game = play_rows(self.bots, number, self.seed, self.scenario, self.options)
            writer.write(game.rows)
            rows += len(game.rows)
            faults += game.faulty
        return Part(self.encounter, writer.close(), rows, faults)


@dataclass(frozen=True)
class Dataset:
    """The games to play: their number, and a bot for every seat. The bots change seats as in a match."""

    bots: Sequence[BotLike]
    games: int
    seed: str | int = "1"
    scenario: str = "base"
    options: Mapping[str, str] = field(default_factory=dict)
    files: str = "parquet"
    in_a_file: int = 16  # games in a file

    def header(self) -> DatasetHeader:
        """Return the header. Raise DatasetError if the dataset cannot be played."""
        if not 1 <= self.games <= MOST_GAMES:
            raise DatasetError(f"a dataset has from 1 to {MOST_GAMES} games, not {self.games}")
        if not 1 <= self.in_a_file <= MOST_IN_A_FILE:
            raise DatasetError(f"a file holds from 1 to {MOST_IN_A_FILE} games, not {self.in_a_file}")
        seed = seed_text(self.seed)
        try:
            check_bots(self.bots, seed, self.scenario, dict(self.options))
            self.encoding.check()
        except (ValueError, EncodingError) as error:
            raise DatasetError(str(error)) from None
        bots = [read_spec(bot).text if isinstance(bot, str) else resolve_bot(bot).name for bot in self.bots]
        return DatasetHeader(FORMAT, __version__, self.scenario, seed, bots, self.files, dict(self.options))

    @property
    def encoding(self) -> Encoding:
        if self.files not in ENCODINGS:
            raise DatasetError(f"a dataset is written as {' or '.join(ENCODINGS)}, not as {self.files}")
        return ENCODINGS[self.files]

    def tasks(self, played: Sequence[Block]) -> list[BlockTask]:
        """Return the games still to play, in blocks."""
        seed, options = seed_text(self.seed), dict(self.options)
        blocks = missing(played, self.games, self.in_a_file)
        return [BlockTask(block, tuple(self.bots), seed, self.scenario, options, self.files) for block in blocks]


def missing(played: Sequence[Block], games: int, in_a_file: int) -> list[Block]:
    """Return the games that no file has, in blocks of at most `in_a_file`."""
    found: list[Block] = []
    first = 0
    for begins, count in [*sorted(played), (games, 0)]:
        while first < min(begins, games):
            found.append(Block(first, min(in_a_file, begins - first, games - first)))
            first += found[-1].games
        first = max(first, begins + count)
    return found


# -- the folder ---------------------------------------------------------------------------------------------------------


class Folder:
    """A folder to write to. An existing one is continued if its header is the same."""

    def __init__(self, path: Path, header: DatasetHeader, ending: str) -> None:
        path.mkdir(parents=True, exist_ok=True)
        self._path, self._ending = path, ending
        self._header = (path / HEADER).open("a+b")
        try:
            lock(self._header, DatasetError(f"{path} is being written by another program"))
            self._begin(header)
            self.blocks = blocks_in(path, ending)
        except BaseException:
            self._header.close()
            raise

    def _begin(self, header: DatasetHeader) -> None:
        self._header.seek(0)
        text = self._header.read()
        if not text.endswith(b"\n"):  # a new folder, or its first program was killed while writing this
            if any(self._path.glob("games-*")):
                raise DatasetError(f"{self._path} has games, but no {HEADER} that says what they are")
            self._header.truncate(0)
            self._header.write(f"{to_json(header)}\n".encode())
            self._header.flush()
        else:
            _check_same(_read_header(text, self._path), header, self._path)
        for rest in self._path.glob(f"games-*{UNFINISHED}"):
            rest.unlink()

    def write(self, part: Part) -> None:
        """Write a file atomically: it gets its name when all of it is on the disk."""
        path = self._path / part.block.file_name(self._ending)
        unfinished = path.with_name(path.name + UNFINISHED)
        with unfinished.open("wb") as file:
            file.write(part.data)
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(path)

    def __enter__(self) -> Folder:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._header.close()


def read_header(path: Path) -> DatasetHeader:
    """Return the header of a dataset. Raise DatasetError if it is not one, OSError if it cannot be read."""
    return _read_header((path / HEADER).read_bytes(), path)


def _read_header(text: bytes, path: Path) -> DatasetHeader:
    try:
        header = from_json(text.decode(), DatasetHeader)
    except (ShapeError, UnicodeDecodeError):
        raise DatasetError(f"{path / HEADER} does not say what is in the dataset") from None
    if header.dataset != FORMAT:
        raise DatasetError(f"{path} has format {header.dataset} of a dataset, and this program knows format {FORMAT}")
    return header


def _check_same(found: DatasetHeader, wanted: DatasetHeader, path: Path) -> None:
    different = [words for key, words in DIFFERENT.items() if getattr(found, key) != getattr(wanted, key)]
    if different:
        raise DatasetError(
            f"the folder {path} was begun with a different {different[0]}: go on with the same command, or name another folder"
        )


def blocks_in(path: Path, ending: str) -> list[Block]:
    """Return the blocks in a folder. Raise DatasetError if a game is in two of them."""
    name = re.compile(rf"games-(\d{{7}})-(\d{{7}})\.{re.escape(ending)}")
    found = [name.fullmatch(file.name) for file in path.iterdir()]
    blocks = sorted(Block(int(one[1]), int(one[2]) - int(one[1]) + 1) for one in found if one)
    for block, following in pairwise(blocks):
        if following.first < block.first + block.games:
            raise DatasetError(f"in {path} game {following.first} stands in two files")
    return blocks


# -- playing ------------------------------------------------------------------------------------------------------------


@dataclass
class DatasetProgress:
    """The progress of a dataset."""

    asked: int  # games requested
    played: int  # games played, those of earlier runs included
    rows: int = 0  # rows written by this run
    faults: int = 0  # games of this run in which a bot failed
    failed: list[TaskFailure] = field(default_factory=list)
    interrupted: bool = False

    @property
    def complete(self) -> bool:
        return self.played >= self.asked


OnOutcome = Callable[[DatasetProgress, Part | TaskFailure], None]


def run_dataset(
    dataset: Dataset, out: Path, jobs: int = 1, ray: str = "", on_outcome: OnOutcome | None = None
) -> DatasetProgress:
    """Play a dataset, or the rest of it. `on_outcome` is called for every block.

    Ctrl-C stops; no finished block is lost. Raise DatasetError if the dataset or its folder is wrong.
    """
    if not 1 <= jobs <= MOST_JOBS:
        raise DatasetError(f"a dataset is played by 1 to {MOST_JOBS} processes, not {jobs}")
    encoding, header = dataset.encoding, dataset.header()
    if (jobs > 1 or ray) and (problem := why_not_travelling(dataset.bots)):
        raise DatasetError(problem)
    with Folder(out, header, encoding.ending) as folder:
        tasks = dataset.tasks(folder.blocks)
        progress = DatasetProgress(dataset.games, dataset.games - sum(task.encounter.games for task in tasks))
        with closing(players(tasks, jobs, ray)) as playing:
            try:
                for outcome in playing:
                    if isinstance(outcome, Part):
                        folder.write(outcome)
                    _count(progress, outcome)
                    if on_outcome is not None:
                        on_outcome(progress, outcome)
            except KeyboardInterrupt:
                progress.interrupted = True
    return progress


def _count(progress: DatasetProgress, outcome: Part | TaskFailure) -> None:
    if isinstance(outcome, TaskFailure):
        progress.failed += [outcome] * (not outcome.again)
        return
    progress.played += outcome.block.games
    progress.rows += outcome.rows
    progress.faults += outcome.faults
