"""The progress of the person of a browser: entries on its disk."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

import msgspec

from dungeon_twister.browser.disk import Disk
from dungeon_twister.game.record.json_codec import to_json
from dungeon_twister.learning.progress import Entry, PuzzleRatings, merged
from dungeon_twister.server.store import GameRow, SeatRow, StoreError

if TYPE_CHECKING:
    from dungeon_twister.server.store import ProgressRepository as Base
else:
    Base = object  # the same interface; the database module cannot be imported here

PROGRESS: Final = "progress/"
Finished = Callable[[], list[tuple[GameRow, list[SeatRow]]]]


class LocalProgress(Base):
    """Does what `ProgressRepository` does, for one person. Puzzles keep their first ratings."""

    alone = True

    def __init__(self, disk: Disk, finished: Finished) -> None:
        self._disk = disk
        self._finished = finished

    async def entries(self, person: str) -> list[Entry]:
        return merged([], [msgspec.json.decode(text, type=Entry) for _, text in await self._disk.read(PROGRESS)])

    async def add(self, person: str, entries: Sequence[Entry]) -> None:
        known = {key for key, _ in await self._disk.read(PROGRESS)}
        texts = {PROGRESS + entry.id: to_json(entry) for entry in entries}
        await self._write({key: text for key, text in texts.items() if key not in known})

    async def remove(self, person: str, ids: Sequence[str]) -> None:
        await self._write(dict.fromkeys((PROGRESS + id for id in ids), None))

    async def _write(self, texts: Mapping[str, str | None]) -> None:
        try:
            await self._disk.write(texts)
        except OSError as error:
            raise StoreError(str(error)) from error

    async def finished_games(self, person: str) -> list[tuple[GameRow, list[SeatRow]]]:
        return self._finished()

    async def puzzle_ratings(self) -> PuzzleRatings:
        return {}

    async def save_puzzle_ratings(self, ratings: PuzzleRatings) -> None:
        """Do nothing: one person's results say little about a puzzle."""
