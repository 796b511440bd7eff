"""Retention: deletes what has expired and limits how much is kept, so that nobody can fill the
disk.

When little space is left, only games that have begun go on.
"""

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
    from dungeon_twister.server.store.sql_store import Store

DAY: Final = 86_400.0
MEGABYTE: Final = 1_000_000
KEEP_ANSWERS: Final = 2 * DAY
SEAL_KEY: Final = "seals"  # the name of the key of commitments (`games/commitments.py`)
SEAL_SECONDS: Final = DAY  # during which a commitment may be used for a new game; its key rotates as often
KEEP_SEALS: Final = 3 * SEAL_SECONDS  # commitment keys and used commitments are kept longer than commitments are valid
AT_ONCE: Final = 20  # games deleted in one transaction: a long one has thousands of rows
MOST_ROUNDS: Final = 200  # of one cleanup
MOST_PEOPLE: Final = 1000  # deleted in one cleanup
PAUSE: Final = 0.05  # seconds between two transactions, so that players are not slowed down


class RetentionPolicy(msgspec.Struct, frozen=True):
    """How many days after its last change something is deleted; 0: never (docs/operations.md)."""

    open_days: float = 14.0  # games that wait for players
    given_up_days: float = 2.0
    idle_days: float = 365.0  # games without any activity
    finished_days: float = 0.0
    bots_days: float = 7.0  # finished games that only bots have played
    records_days: float = 90.0  # records that were handed in
    people_days: float = 90.0  # people without a game, and rooms of clubs, that were not seen or entered
    records_per_address: int = 50
    records_megabytes: int = 200  # altogether
    disk_reserve_megabytes: int = 200  # with less free space, nothing new is started


class Retention:
    """Deletes expired data and checks the free space."""

    def __init__(self, store: Store, policy: RetentionPolicy, forget: Callable[[str], None]) -> None:
        self._store = store
        self._policy = policy
        self._forget = forget

    async def tidy(self, now: float) -> None:
        """Delete expired data in small steps."""
        with suppress(ConflictError):
            await self._store.write(changes.forget_answers(now - KEEP_ANSWERS))
            await self._store.write(changes.forget_chat())
            await self._store.write(changes.forget_used_seals(now - KEEP_SEALS))
            await self._store.write(changes.forget_pushes())
            if self._policy.records_days:
                await self._store.write(changes.forget_records(now - DAY * self._policy.records_days))
                await self._store.write(changes.forget_analyses(now - DAY * self._policy.records_days))
        await self._store.keys.forget(SEAL_KEY, now - KEEP_SEALS)
        await self._store.forget_addresses(now)
        if self._policy.people_days:
            before = now - DAY * self._policy.people_days
            await self._store.people.forget(before)
            for person in await self._store.people.unused(before, MOST_PEOPLE):
                await self._store.personal.delete(person)
            await self._store.transfers.forget(now)
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
        policy = self._policy
        stages = {
            "open": policy.open_days,
            "given-up": policy.given_up_days,
            "playing": policy.idle_days,
            "over": policy.finished_days,
        }
        before = {stage: now - DAY * days for stage, days in stages.items() if days}
        bots_before = now - DAY * policy.bots_days if policy.bots_days else None
        return await self._store.expired(before, bots_before, AT_ONCE)

    # -- disk space --------------------------------------------------------------------------------------------------------

    def free_bytes(self) -> int | None:
        """Return the free bytes on the disk of the database, or None if it is not a local file."""
        if self._store.file is None:
            return None
        try:
            return shutil.disk_usage(Path(self._store.file).parent).free
        except OSError:
            return None

    def check_room(self) -> None:
        """Refuse new games and records when the disk is nearly full."""
        free, reserve = self.free_bytes(), self._policy.disk_reserve_megabytes * MEGABYTE
        if reserve and free is not None and free < reserve:
            raise ProtocolError("no-room", "The server has no room for anything new just now.", 503)

    async def check_room_for_record(self, address: Sequence[str]) -> None:
        """Refuse another record from an address (its hashes) that has too many."""
        self.check_room()
        count, size = await self._store.kept_records(address)
        if self._policy.records_per_address and count >= self._policy.records_per_address:
            raise TooMuchError("too-many-records", "Too many records from here are stored already.", 3600.0)
        if self._policy.records_megabytes and size >= self._policy.records_megabytes * MEGABYTE:
            raise ProtocolError("no-room", "The server has no room for anything new just now.", 503)
