"""The processes that serve one database, and the games that each of them serves.

Every process renews its row in `members` each second (`heartbeat`). A row that was not renewed for
some seconds does not count. Before a process joins, it and its peers call each other
(`peer_calls`).

A new process waits for the place of a process that ends, so that a rolling restart moves every game
once. If none ends, it takes a place of its own and a part of all games moves. The peers serve these
games until they notice. The new process therefore forwards requests to them for a while, and then
reads everything again.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from hmac import compare_digest
from secrets import token_urlsafe
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

import msgspec

from dungeon_twister.server.cluster.game_router import GameRouter, RouterListener
from dungeon_twister.server.cluster.heartbeat import BEAT, LEASE, SILENT, Heartbeat, HeartbeatResult
from dungeon_twister.server.cluster.peer_calls import ADVICE, CalledBack, MemberError, Name, ask_for_call_back, call
from dungeon_twister.server.cluster.rendezvous_hash import home_of
from dungeon_twister.server.store import MemberRow
from dungeon_twister.server.tasks import end

if TYPE_CHECKING:
    from dungeon_twister.server.store import Store

SETTLING: Final = 2.5  # seconds until all members have noticed a new or missing member
JOINING: Final = 6.0  # seconds in which a new process must reach the others
AGAIN: Final = 0.5  # seconds between two tries
LEAVING: Final = 0.2  # seconds in which the others notice that this process ends, before it sends clients to them
CONNECTING: Final = 1.0  # seconds
TRIES: Final = 10_000
logger = logging.getLogger(__name__)


class Placement:
    """Maps each place to the process that holds it. A game belongs to the process at its place."""

    def __init__(self, at: Mapping[str, str]) -> None:
        self.at = dict(at)
        self._names = tuple(sorted(at))

    def __bool__(self) -> bool:
        return bool(self._names)

    def home(self, game: str) -> str:
        return self.at[home_of(game, self._names)]

    def of(self, origin: str) -> set[str]:
        return {place for place, holder in self.at.items() if holder == origin}

    def without(self, gone: set[str]) -> Placement:
        return Placement({place: origin for place, origin in self.at.items() if origin not in gone})


class ClusterRouter(GameRouter):
    """Routes games among the processes on one database.

    `address` is where peers reach this process, such as `http://10.0.0.5:8000`. A new process waits
    `wait` seconds for the place of one that ends.
    """

    shared = True

    def __init__(self, store: Store, address: str, wait: float = 0.0) -> None:
        self.row = MemberRow(store.origin, address, token_urlsafe(24))
        self.rows: dict[str, MemberRow] = {}
        self.ready = False
        self._closed = False
        self._store = store
        self._heart = Heartbeat(store, self.row, self._hear, wait)
        self._residents: list[RouterListener] = []
        self._places = Placement({})
        self._before = Placement({})  # the other members, while they may not know the place of this process
        self._changed = 0.0
        self._unsettled = False
        self._moved_in = False  # whether this process joined in the last seconds
        self._notifying: asyncio.Task[None] | None = None  # in the background, so that the next heartbeat need not wait
        self._doubts: dict[str, asyncio.Task[None]] = {}
        self._lost: set[str] = set()  # members that could not be reached

    def register(self, resident: RouterListener) -> None:
        self._residents.append(resident)

    async def open(self) -> None:
        """Join as soon as this process and its peers reach each other; otherwise raise MemberError."""
        self._store.quiet = self._quiet
        self._heart.start()
        try:
            await self._heart.do(self._heart.members.lock())
            await self._join()
        finally:
            with suppress(Exception):  # closing the connection releases the lock as well
                await self._heart.do(self._heart.members.unlock())

    async def close(self) -> None:
        """Hand the place over and notify the peers."""
        if self._closed:
            return
        self._closed = True
        if self.ready:
            await end(self._notifying, *self._doubts.values())
            await self._leave()
        await self._heart.stop()

    async def _leave(self) -> None:
        rows = [row for name, row in self.rows.items() if name != self.row.origin]
        with suppress(Exception):  # the row expires by itself
            await self._heart.stop_beating()
            rows = await self._heart.do(self._heart.members.leave(self.row.origin))
        self._take(rows)
        if rows:
            await asyncio.sleep(LEAVING)

    # -- joining -----------------------------------------------------------------------------------------------------------

    async def _join(self) -> None:
        until = time.monotonic() + JOINING
        while problem := await self._problem():
            if time.monotonic() > until:
                raise MemberError(problem)
            await asyncio.sleep(AGAIN)
        members = self._heart.members
        place = await self._heart.do(members.replace(self.row.address, self.row.origin))
        self._heart.row = msgspec.structs.replace(self.row, place=place)
        self._hear(await self._heart.beat())
        self.ready = True

    async def _problem(self) -> str:
        """Return what keeps this process and its peers from reaching each other. Peers without a
        recent heartbeat are ignored: they may be gone."""
        beating = await self._heart.do(self._heart.members.rows(LEASE - SILENT))
        others = [row for row in beating if row.origin != self.row.origin]
        for row in others:
            if row.address == self.row.address:
                return f"Another server of this database says that it is at {row.address}, too. {ADVICE}"
        own = await call(self.row)
        if own:
            return f"This server cannot be reached by others: {own}. {ADVICE}"
        for row in others:
            problem = await ask_for_call_back(row, self.row)
            if problem:
                return problem
        return ""

    async def answer_call(self, row: MemberRow | None) -> bytes:
        if row is None:
            return msgspec.json.encode(Name(self.row.origin))
        return msgspec.json.encode(CalledBack(await call(row)))

    # -- asking ------------------------------------------------------------------------------------------------------------

    @property
    def peer_count(self) -> int:
        return len(self.rows.keys() - {self.row.origin})

    @property
    def unreachable_count(self) -> int:
        return len(self._lost & self.rows.keys())

    def is_local(self, game: str) -> bool:
        return not self._places or self._places.home(game) == self.row.origin

    def remote_home(self, game: str) -> MemberRow | None:
        places = self._before if self._before and self._settling else self._places
        name = places.home(game) if places else self.row.origin
        return None if name == self.row.origin else self.rows.get(name)

    def accepts_key(self, key: str) -> bool:
        return compare_digest(key.encode(), self.row.key.encode())

    def local_id(self, make: Callable[[], str]) -> str:
        if not self._places.of(self.row.origin):
            return make()
        return next((id for id in (make() for _ in range(TRIES)) if self.is_local(id)), make())

    def peer_hosts(self) -> set[str]:
        return {urlsplit(row.address).hostname or "" for name, row in self.rows.items() if name != self.row.origin}

    def _quiet(self, game: str) -> bool:
        """Return whether writes to a game need no notification. They need one while two processes may both serve it."""
        return not self._unsettled and self.is_local(game)

    @property
    def _settling(self) -> bool:
        return time.monotonic() < self._changed + SETTLING

    # -- unreachable members -------------------------------------------------------------------------------------------------

    def reached(self, member: MemberRow) -> None:
        self._lost.discard(member.origin)

    def suspect(self, member: MemberRow) -> None:
        self._lost.add(member.origin)
        if member.origin in self.rows and member.origin not in self._doubts and not self._closed:
            task = asyncio.create_task(self._look_for(member), name=f"is {member.origin} gone?")
            self._doubts[member.origin] = task
            task.add_done_callback(lambda _: self._doubts.pop(member.origin, None))

    async def _look_for(self, member: MemberRow) -> None:
        """Delete the row of a killed process: its heartbeat stopped and nobody listens at its
        address."""
        while member.origin in self.rows and await _is_refused(member.address):
            with suppress(Exception):
                if await self._heart.do(self._heart.members.expel(member.origin, LEASE - SILENT)):
                    return
            await asyncio.sleep(BEAT / 4)

    # -- heartbeats ----------------------------------------------------------------------------------------------------------

    def _hear(self, beat: HeartbeatResult) -> None:
        """Update the members and the placement, and notify the listeners."""
        if self._closed:
            return
        before, places = set(self.rows), self._places
        self._take(beat.rows)
        come, gone = set(self.rows) - (set() if beat.lapsed else before), before - set(self.rows)
        taken = self._places.of(self.row.origin) - (set() if beat.lapsed else places.of(self.row.origin))
        if taken:
            handed_over = self.row.origin not in taken and not (beat.lapsed and self.ready)  # no other holder remains
            self._moved_in = True
            self._before = Placement({}) if handed_over else self._places.without({self.row.origin})
        if come or gone or self._places.at != places.at:
            self._changed, self._unsettled = time.monotonic(), True
            self._notify(come, gone, bool(taken) or self.row.origin in come)
        elif self._unsettled and not self._settling:
            self._unsettled = False
            if self._moved_in:
                self._moved_in, self._before = False, Placement({})
                self._notify(set(), set(), again=True)

    def _take(self, rows: list[MemberRow]) -> None:
        self.rows = {row.origin: row for row in rows}
        self._places = Placement({row.place: row.origin for row in rows if row.place})
        self._before = self._before.without(set(self._before.at.values()) - set(self.rows))

    def _notify(self, come: set[str], gone: set[str], again: bool) -> None:
        self._notifying = asyncio.create_task(self._notify_all(self._notifying, come, gone, again), name="games move")

    async def _notify_all(self, last: asyncio.Task[None] | None, come: set[str], gone: set[str], again: bool) -> None:
        if last is not None:
            await asyncio.wait([last])
        calls = (resident.moved(come, gone, again) for resident in self._residents)
        for problem in await asyncio.gather(*calls, return_exceptions=True):
            if isinstance(problem, Exception):
                logger.error("games that have moved could not be looked after", exc_info=problem)


async def _is_refused(address: str) -> bool:
    """Return whether connections to an address are refused. A timeout does not count."""
    parts = urlsplit(address)
    try:
        async with asyncio.timeout(CONNECTING):
            _, writer = await asyncio.open_connection(parts.hostname, parts.port or (443 if parts.scheme == "https" else 80))
    except ConnectionRefusedError:
        return True
    except (OSError, TimeoutError):
        return False
    writer.close()
    return False
