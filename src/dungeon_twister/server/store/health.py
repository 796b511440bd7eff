"""Health checks: whether the database can be written and read, whether its file is sound, and how
late the event loop is."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections import deque
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Final

from dungeon_twister.server.tasks import end

if TYPE_CHECKING:
    from dungeon_twister.server.store.sql_store import Store

PATIENCE: Final = 3.0  # seconds for the database to answer
KNOWN_FOR: Final = 2.0  # how long an answer is cached: clients may ask as often as they like
SOUND_FOR: Final = 60.0
SMALL: Final = 50_000_000  # bytes of a file that is checked completely; of a larger one only a few pages are
EVERY: Final = 0.25  # seconds between two measurements
REMEMBERED: Final = 240  # measurements


class Health:
    """Checks the database; an answer is cached for a moment."""

    def __init__(self, store: Store, patience: float = PATIENCE) -> None:
        self._store = store
        self._patience = patience
        self._fine = (False, -KNOWN_FOR)
        self._sound = (False, -SOUND_FOR)
        self._asking = asyncio.Lock()

    async def fine(self) -> bool:
        async with self._asking:
            now = time.monotonic()
            if now - self._fine[1] >= KNOWN_FOR:
                self._fine = (await self._look(now), now)
            return self._fine[0]

    async def _look(self, now: float) -> bool:
        try:
            async with asyncio.timeout(self._patience):
                await self._store.beat()
                if self._store.file is not None and now - self._sound[1] >= SOUND_FOR:
                    sound = await asyncio.to_thread(is_sound, Path(self._store.file))
                    self._sound = (sound, now if sound else -SOUND_FOR)
                return self._store.file is None or self._sound[0]
        except Exception:
            return False


def is_sound(file: Path) -> bool:
    """Return whether a new connection can read the file. Open connections may still work from their
    cache."""
    try:
        small = file.stat().st_size < SMALL
        with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True, timeout=1)) as database:
            database.execute("SELECT id FROM games ORDER BY changed DESC LIMIT 1").fetchone()
            return not small or database.execute("PRAGMA quick_check(1)").fetchone() == ("ok",)
    except (sqlite3.Error, OSError):
        return False


class EventLoopLag:
    """Measures several times a second how late the event loop is."""

    def __init__(self) -> None:
        self._late: deque[float] = deque(maxlen=REMEMBERED)
        self._task: asyncio.Task[None] | None = None

    @property
    def worst(self) -> float:
        """The largest delay of the last minute, in seconds."""
        return max(self._late, default=0.0)

    def open(self) -> None:
        self._task = asyncio.create_task(self._look(), name="lag of the loop")

    async def close(self) -> None:
        await end(self._task)
        self._task = None

    async def _look(self) -> None:
        while True:
            began = time.perf_counter()
            await asyncio.sleep(EVERY)
            self._late.append(max(0.0, time.perf_counter() - began - EVERY))
