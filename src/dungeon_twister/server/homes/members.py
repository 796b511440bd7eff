"""The processes that serve one database, and the games that each of them looks after.

Every process renews its row in `members` each second; one that was not renewed for some seconds counts for nothing. Whoever
comes is known to the others after a second at most. Until then they go on with the games that are to be its own, so it sends
people to them for a while, and looks at everything again when that is over.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from contextlib import suppress
from hmac import compare_digest
from secrets import token_urlsafe
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from dungeon_twister.server.homes.alone import Homes, Resident
from dungeon_twister.server.homes.rendezvous import home_of
from dungeon_twister.server.store import MemberRow
from dungeon_twister.server.tasks import end

if TYPE_CHECKING:
    from dungeon_twister.server.store import Store

BEAT: Final = 1.0  # seconds between two looks at the members
LEASE: Final = 4.0  # seconds for which a row counts
SETTLING: Final = 2.5  # seconds until everybody has noticed that somebody has come or gone
TRIES: Final = 10_000
logger = logging.getLogger(__name__)


class Members(Homes):
    """This process as a member. `address`: where the others reach it, as http://10.0.0.5:8000."""

    shared = True

    def __init__(self, store: Store, address: str) -> None:
        self.row = MemberRow(store.origin, address, token_urlsafe(24))
        self.rows: dict[str, MemberRow] = {}
        self._store = store
        self._residents: list[Resident] = []
        self._names: tuple[str, ...] = ()  # of all members
        self._before: tuple[str, ...] = ()  # of those that were there already, as long as they may not know this one
        self._beaten = 0.0
        self._changed = 0.0
        self._unsettled = False
        self._joined = False  # lately
        self._task: asyncio.Task[None] | None = None
        self._telling: asyncio.Task[None] | None = None  # which must not keep the next beat waiting

    def register(self, resident: Resident) -> None:
        self._residents.append(resident)

    async def open(self) -> None:
        self._store.quiet = self._quiet
        await self._beat()
        self._task = asyncio.create_task(self._run(), name="members")

    async def close(self) -> None:
        """The others know it with their next look."""
        if self._task is None:
            return
        await end(self._task, self._telling)
        self._task = None
        with suppress(Exception):  # the row expires by itself
            await self._store.roll.leave(self.row.origin)
        self._take({name: row for name, row in self.rows.items() if name != self.row.origin})

    # -- asking ------------------------------------------------------------------------------------------------------------

    @property
    def others(self) -> int:
        return len(self.rows.keys() - {self.row.origin})

    def here(self, game: str) -> bool:
        return not self._names or home_of(game, self._names) == self.row.origin

    def elsewhere(self, game: str) -> MemberRow | None:
        names = self._before if self._before and self._joining else self._names
        name = home_of(game, names) if names else self.row.origin
        return None if name == self.row.origin else self.rows.get(name)

    def knows(self, key: str) -> bool:
        return compare_digest(key.encode(), self.row.key.encode())

    def own(self, make: Callable[[], str]) -> str:
        return next((id for id in (make() for _ in range(TRIES)) if self.here(id)), make())

    def hosts(self) -> set[str]:
        return {urlsplit(row.address).hostname or "" for name, row in self.rows.items() if name != self.row.origin}

    def _quiet(self, game: str) -> bool:
        """Need nobody be told what is written about a game? Not while two processes may believe to be its home."""
        return not self._unsettled and self.here(game)

    @property
    def _joining(self) -> bool:
        return time.monotonic() < self._changed + SETTLING

    # -- keeping on --------------------------------------------------------------------------------------------------------

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(BEAT)
            try:
                async with asyncio.timeout(LEASE):
                    await self._beat()
            except Exception as error:  # without a database there are no games either
                logger.warning("the members could not be looked at: %s", type(error).__name__)

    async def _beat(self) -> None:
        """Say that this process is there, and see who else is."""
        now = time.monotonic()
        lapsed = now > self._beaten + LEASE
        found = await self._store.roll.beat(self.row, LEASE)
        self._beaten = now
        before = set(self._names)
        self._take({row.origin: row for row in found})
        come, gone = set(self._names) - (set() if lapsed else before), before - set(self._names)
        if self.row.origin in come:
            self._joined, self._before = True, tuple(name for name in self._names if name != self.row.origin)
        if come or gone:
            self._changed, self._unsettled = time.monotonic(), True
            self._tell(come, gone, self.row.origin in come)
        elif self._unsettled and not self._joining:
            self._unsettled = False
            if self._joined:
                self._joined, self._before = False, ()
                self._tell(set(), set(), again=True)

    def _take(self, rows: dict[str, MemberRow]) -> None:
        self.rows = rows
        self._before = tuple(name for name in self._before if name in rows)
        self._names = tuple(sorted(rows))

    def _tell(self, come: set[str], gone: set[str], again: bool) -> None:
        self._telling = asyncio.create_task(self._tell_all(self._telling, come, gone, again), name="games move")

    async def _tell_all(self, last: asyncio.Task[None] | None, come: set[str], gone: set[str], again: bool) -> None:
        if last is not None:
            await asyncio.wait([last])
        told = (resident.moved(come, gone, again) for resident in self._residents)
        for problem in await asyncio.gather(*told, return_exceptions=True):
            if isinstance(problem, Exception):
                logger.error("games that have moved could not be looked after", exc_info=problem)
