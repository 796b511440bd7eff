"""The task that acts on deadlines. They are stored in the database, so a restart loses none."""

from __future__ import annotations

import asyncio
import logging
import math
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from dungeon_twister.server.cluster import GameRouter
from dungeon_twister.server.store import StoreError
from dungeon_twister.server.tasks import end

if TYPE_CHECKING:
    from dungeon_twister.server.store import Store


LONGEST_NAP: Final = 5.0  # other processes may have set a deadline
SHORTEST_NAP: Final = 0.02
ORPHANED: Final = 30.0  # seconds after which a bot that has to decide is asked by any process
JUMP: Final = 60.0  # seconds by which the wall clock may run ahead between two checks
TIDY_EVERY: Final = 3600.0
logger = logging.getLogger(__name__)


class DeadlineSweeper:
    """Sleeps until the next deadline.

    `expire` is called with each overdue game, `attend` with each game whose bot was forgotten,
    `tidy` every hour, and `grant_grace` when the clock has jumped (the machine slept, or the time
    was set).
    """

    def __init__(
        self,
        store: Store,
        now: Callable[[], float],
        expire: Callable[[str], Awaitable[None]],
        attend: Callable[[str], None],
        tidy: Callable[[float], Awaitable[None]],
        grant_grace: Callable[[float], Awaitable[None]],
        steady: Callable[[], float],
        router: GameRouter | None = None,
    ) -> None:
        self._store = store
        self._now = now
        self._expire = expire
        self._attend = attend
        self._tidy = tidy
        self._grant_grace = grant_grace
        self._steady = steady
        self._router = router or GameRouter()
        self._looked = (0.0, 0.0)  # by the wall clock, by the monotonic clock
        self._sooner = asyncio.Event()
        self._waking = 0.0
        self._tidied = 0.0
        self._failed = False
        self._task: asyncio.Task[None] | None = None
        self._tidying: asyncio.Task[None] | None = None

    def open(self) -> None:
        self._looked = (self._now(), self._steady())
        self._task = asyncio.create_task(self._run(), name="clock sweep")

    async def close(self) -> None:
        await end(self._task, self._tidying)
        self._task = self._tidying = None

    def set(self, deadline: float | None) -> None:
        """Wake in time for a new deadline."""
        if deadline is not None and deadline < self._waking:
            self._sooner.set()

    def wake(self) -> None:
        """Look now: games of another process may be local here."""
        self._sooner.set()

    async def _run(self) -> None:
        while True:
            self._failed = False
            try:
                await self.look()
            except StoreError as error:
                self._failed = True
                logger.warning("the clocks wait for the database: %s", error.cause)
            except Exception:
                self._failed = True
                logger.exception("the clocks could not be looked at")
            await self._nap()

    async def look(self) -> None:
        """Act on every deadline that has passed; after a clock jump grant extra time first."""
        now, steady = self._now(), self._steady()
        if (now - self._looked[0]) - (steady - self._looked[1]) > JUMP:
            await self._grant_grace(now)
        self._looked = (now, steady)
        for id in filter(self._router.is_local, await self._store.overdue(now)):
            try:
                await self._expire(id)
            except Exception:  # one game must not stop the clocks of all
                self._failed = True
                logger.exception("the clock of a game could not be followed")
        for id in await self._store.waiting_for_bots(now - ORPHANED):
            self._attend(id)
        if now - self._tidied > TIDY_EVERY:
            self._tidied = now
            self._tidying = asyncio.create_task(self._tidy_up(now), name="tidying up")

    async def _tidy_up(self, now: float) -> None:
        """Clean up without holding up the clocks."""
        try:
            await self._tidy(now)
        except Exception:
            logger.exception("what has expired could not be deleted")

    async def _nap(self) -> None:
        self._sooner.clear()
        self._waking = math.inf  # a deadline that is set while the store is asked may be missing in its answer
        next_one: float | None = None
        with suppress(Exception):  # if the store fails now, the next check comes soon enough
            next_one = await self._store.next_deadline(self._looked[0])
        now = self._now()
        nap = LONGEST_NAP
        if next_one is not None and not self._failed:
            nap = min(LONGEST_NAP, max(SHORTEST_NAP, next_one - now))
        self._waking = now + nap
        with suppress(TimeoutError):
            async with asyncio.timeout(nap):  # before Python 3.12, `wait_for` may swallow a cancellation
                await self._sooner.wait()
