"""Heartbeat of a process: renews its row in `members`.

It runs in a thread with a database connection of its own, so that a busy event loop does not end
the lease.
"""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections.abc import Callable, Coroutine
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

import msgspec

from dungeon_twister.server.store import MemberRow

if TYPE_CHECKING:
    from dungeon_twister.server.store import MemberTable, Store

BEAT: Final = 1.0  # seconds between two beats
LEASE: Final = 9.0  # seconds for which a row counts
SILENT: Final = 2.5  # seconds without a beat: the process may be gone
HUNG: Final = 30.0  # seconds without a sign of the event loop, after which the row is not renewed
T = TypeVar("T")
logger = logging.getLogger(__name__)


class HeartbeatResult(NamedTuple):
    """Members after a heartbeat, and whether the lease of this process had lapsed before it."""

    rows: list[MemberRow]
    lapsed: bool


class Heartbeat:
    """Sends heartbeats until it is stopped. `hear` is called with each result in the event loop
    that started it."""

    def __init__(self, store: Store, row: MemberRow, hear: Callable[[HeartbeatResult], None], wait: float) -> None:
        self.row = row
        self._hear = hear
        self._wait = wait
        self._loop = asyncio.new_event_loop()
        self._owner: asyncio.AbstractEventLoop | None = None
        self._soon = asyncio.Event()
        self._members = store.members(self._soon.set)
        self._thread = threading.Thread(target=self._run, name="members", daemon=True)
        self._beats: asyncio.Task[None] | None = None
        self._began = 0.0  # time of the first heartbeat
        self._last = -LEASE
        self._heard = 0.0  # time of the last sign of the event loop

    @property
    def members(self) -> MemberTable:
        """The member table. Use it inside `do` only."""
        return self._members

    def start(self) -> None:
        """Start the thread, without heartbeats yet."""
        self._owner = asyncio.get_running_loop()
        self._thread.start()

    async def do(self, work: Coroutine[Any, Any, T]) -> T:
        """Run a coroutine in the thread."""
        return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(work, self._loop))

    async def beat(self) -> HeartbeatResult:
        """Send one heartbeat and continue from then on."""
        beat = await self.do(self._beat())
        self._heard = time.monotonic()
        if self._beats is None:
            await self.do(self._begin())
        return beat

    async def stop_beating(self) -> None:
        await self.do(self._end_beats())

    async def stop(self) -> None:
        if self._thread.is_alive():
            await self.do(self._end())
            self._loop.call_soon_threadsafe(self._loop.stop)
            await asyncio.to_thread(self._thread.join)
            self._loop.close()

    # -- in the thread -----------------------------------------------------------------------------------------------------

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.run_forever()

    async def _begin(self) -> None:
        self._beats = asyncio.create_task(self._go_on(), name="heartbeat")

    async def _end_beats(self) -> None:
        if self._beats is not None:
            self._beats.cancel()
            await asyncio.wait([self._beats])

    async def _end(self) -> None:
        await self._end_beats()
        await self._members.close()

    async def _go_on(self) -> None:
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(BEAT):
                    await self._soon.wait()
            self._soon.clear()
            self._call(self._note_life)
            if time.monotonic() > self._heard + HUNG:
                logger.error("the event loop hangs: others may look after the games")
                continue
            try:
                self._call(partial(self._hear, await self._beat()))
            except Exception as error:  # games need the database, so the lease ends
                logger.warning("the members could not be looked at: %s", type(error).__name__)

    def _call(self, what: Callable[[], None]) -> None:
        """Run a function in the event loop that started this heartbeat."""
        assert self._owner is not None
        with suppress(RuntimeError):  # the event loop has ended
            self._owner.call_soon_threadsafe(what)

    def _note_life(self) -> None:
        self._heard = time.monotonic()

    async def _beat(self) -> HeartbeatResult:
        began = time.monotonic()
        missing, rows = await self._members.beat(self.row, LEASE)
        self._began = self._began or began
        lapsed = missing or began > self._last + LEASE
        self._last = began
        if self._should_take_place(rows, began):
            await self._members.take_place(self.row.origin)
            rows = await self._members.rows()
        own = next((row for row in rows if row.origin == self.row.origin), self.row)
        self.row = msgspec.structs.replace(self.row, place=own.place)
        return HeartbeatResult(rows, lapsed)

    def _should_take_place(self, rows: list[MemberRow], now: float) -> bool:
        """Return whether a new process stops waiting for a place. It does not wait if no process
        has one."""
        own = next((row for row in rows if row.origin == self.row.origin), None)
        if own is None or own.place:
            return False
        return now >= self._began + self._wait or not any(row.place for row in rows)
