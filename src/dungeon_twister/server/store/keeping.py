"""How long things are kept and how many of them, so that nobody can fill the disk: what has expired is deleted, and where there
is little room only games that have begun go on."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec

from dungeon_twister.server.errors import ProtocolError
from dungeon_twister.server.limits import TooMuchError
from dungeon_twister.server.store import changes
from dungeon_twister.server.store.changes import ConflictError

if TYPE_CHECKING:
    from dungeon_twister.server.store.writing import Store

DAY: Final = 86_400.0
MEGABYTE: Final = 1_000_000
KEEP_ANSWERS: Final = 2 * DAY
SEAL_KEY: Final = "seals"  # the name of the key of commitments (`games/seals.py`)
SEAL_SECONDS: Final = DAY  # for which a commitment may be named in a new game; its key is replaced as often
KEEP_SEALS: Final = 3 * SEAL_SECONDS  # keys of commitments, and which of them are used: longer than they can be named
AT_ONCE: Final = 20  # games deleted in one transaction: a long one has thousands of rows
MOST_ROUNDS: Final = 200  # of one tidying
MOST_PEOPLE: Final = 1000  # deleted in one tidying
PAUSE: Final = 0.05  # seconds between two of them, for those who play


class Keeping(msgspec.Struct, frozen=True):
    """Days since something last changed after which it is deleted; 0: never. What the settings say (docs/operations.md)."""

    open_days: float = 14.0  # games that wait for players
    given_up_days: float = 2.0
    idle_days: float = 365.0  # games in which nobody has done anything
    finished_days: float = 0.0
    bots_days: float = 7.0  # finished games that nobody but bots has played
    records_days: float = 90.0  # records that were handed in
    people_days: float = 90.0  # people without a game whom nobody has seen, rooms of clubs that nobody has entered
    records_per_address: int = 50
    records_megabytes: int = 200  # altogether
    disk_reserve_megabytes: int = 200  # with less room than that nothing new is begun


class Housekeeper:
    """Deletes what has expired and says whether there is room."""

    def __init__(self, store: Store, keeping: Keeping, forget: Callable[[str], None]) -> None:
        self._store = store
        self._keeping = keeping
        self._forget = forget

    async def tidy(self, now: float) -> None:
        """Delete what has expired, a little at a time."""
        with suppress(ConflictError):
            await self._store.write(changes.forget_answers(now - KEEP_ANSWERS))
            await self._store.write(changes.forget_chat())
            await self._store.write(changes.forget_used_seals(now - KEEP_SEALS))
            await self._store.write(changes.forget_pushes())
            if self._keeping.records_days:
                await self._store.write(changes.forget_records(now - DAY * self._keeping.records_days))
                await self._store.write(changes.forget_analyses(now - DAY * self._keeping.records_days))
        await self._store.keys.forget(SEAL_KEY, now - KEEP_SEALS)
        await self._store.forget_addresses(now)
        if self._keeping.people_days:
            before = now - DAY * self._keeping.people_days
            await self._store.people.forget(before)
            for person in await self._store.people.unused(before, MOST_PEOPLE):
                await self._store.personal.delete(person)
            await self._store.moves.forget(now)
        for _ in range(MOST_ROUNDS):
            ids = await self._expired(now)
            if not ids:
                return
            with suppress(ConflictError):
                await self._store.write(changes.delete_games(ids))
            for id in ids:
                self._forget(id)
            await asyncio.sleep(PAUSE)

    async def _expired(self, now: float) -> list[str]:
        keeping = self._keeping
        stages = {
            "open": keeping.open_days,
            "given-up": keeping.given_up_days,
            "playing": keeping.idle_days,
            "over": keeping.finished_days,
        }
        before = {stage: now - DAY * days for stage, days in stages.items() if days}
        bots_before = now - DAY * keeping.bots_days if keeping.bots_days else None
        return await self._store.expired(before, bots_before, AT_ONCE)

    # -- is there room? --------------------------------------------------------------------------------------------------

    def free_bytes(self) -> int | None:
        """On the disk of the database; None where that is not ours to know."""
        if self._store.file is None:
            return None
        try:
            return shutil.disk_usage(Path(self._store.file).parent).free
        except OSError:
            return None

    def check_room(self) -> None:
        """May anything new be begun?"""
        free, reserve = self.free_bytes(), self._keeping.disk_reserve_megabytes * MEGABYTE
        if reserve and free is not None and free < reserve:
            raise ProtocolError("no-room", "The server has no room for anything new just now.", 503)

    async def check_room_for_record(self, address: Sequence[str]) -> None:
        """May an address (its hashes) hand in another record?"""
        self.check_room()
        count, size = await self._store.kept_records(address)
        if self._keeping.records_per_address and count >= self._keeping.records_per_address:
            raise TooMuchError("too-many-records", "Too many records from here are kept already.", 3600.0)
        if self._keeping.records_megabytes and size >= self._keeping.records_megabytes * MEGABYTE:
            raise ProtocolError("no-room", "The server has no room for anything new just now.", 503)
