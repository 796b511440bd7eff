"""The store of games in a database. One writer (`writers`) commits all changes; when `write`
returns, the change is durable."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from secrets import token_hex

from sqlalchemy import Executable
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from dungeon_twister.server.address_hashes import FORGET_AFTER, KEY_NAME, ROTATE_AFTER
from dungeon_twister.server.store.changes import Change, ConflictError, Statement, StoreError
from dungeon_twister.server.store.database_engine import full_url, make_engine, migrate
from dungeon_twister.server.store.device_transfer_repository import DeviceTransferRepository
from dungeon_twister.server.store.key_repository import KeyRepository
from dungeon_twister.server.store.member_table import MemberTable
from dungeon_twister.server.store.moderation_repository import ModerationRepository
from dungeon_twister.server.store.operator_repository import OperatorRepository
from dungeon_twister.server.store.people_repository import PeopleRepository
from dungeon_twister.server.store.personal_data_repository import PersonalDataRepository
from dungeon_twister.server.store.pg_notify import PgListener
from dungeon_twister.server.store.progress_repository import ProgressRepository
from dungeon_twister.server.store.push_repository import PushRepository
from dungeon_twister.server.store.queries import Queries
from dungeon_twister.server.store.recovery_repository import RecoveryRepository
from dungeon_twister.server.store.shelf_repository import ShelfRepository
from dungeon_twister.server.store.writers import StoreWriter, TaskWriter, ThreadWriter, WriteStats

__all__ = ["Change", "ConflictError", "Statement", "Store", "StoreError"]


class Store(Queries):
    """A database by URL: `sqlite:///file.db` (or just a file name) or
    `postgresql://user@host/name`."""

    def __init__(self, url: str) -> None:
        super().__init__()
        self.url = full_url(url)
        self.origin = token_hex(4)  # identifies this process among those on the database
        self.written = WriteStats()
        self.quiet: Callable[[str], bool] = lambda game: False  # of which games other processes need no notification
        self._writer: StoreWriter | None = None
        self._listener: PgListener | None = None

    @property
    def shared(self) -> bool:
        """Whether several processes may serve the games of this database. They need notifications
        for that."""
        return self.url.get_backend_name() == "postgresql"

    @property
    def file(self) -> str | None:
        """The file of an SQLite database."""
        return self.url.database if self.url.get_backend_name() == "sqlite" else None

    @property
    def moderation(self) -> ModerationRepository:
        """Reports, bans and blocks."""
        return ModerationRepository(self.engine)

    def members(self, changed: Callable[[], None] | None = None) -> MemberTable:
        """Return the table of the processes that serve this database. `changed` is called when it
        changes."""
        return MemberTable(self.url, changed)

    @property
    def people(self) -> PeopleRepository:
        """People and the rooms of clubs."""
        return PeopleRepository(self.engine, self.notify_sql)

    @property
    def transfers(self) -> DeviceTransferRepository:
        """Transfers of people to other devices."""
        return DeviceTransferRepository(self.engine, self.notify_sql)

    @property
    def recovery(self) -> RecoveryRepository:
        """Passkeys and recovery codes."""
        return RecoveryRepository(self.engine)

    @property
    def personal(self) -> PersonalDataRepository:
        """Personal data, for export and deletion."""
        return PersonalDataRepository(self.engine, self.notify_sql)

    @property
    def progress(self) -> ProgressRepository:
        """The progress of people in lessons, puzzles and games against bots."""
        return ProgressRepository(self.engine)

    @property
    def shelf(self) -> ShelfRepository:
        """Scenarios that people have published."""
        return ShelfRepository(self.engine)

    @property
    def operators(self) -> OperatorRepository:
        """Lists and deletions for an operator."""
        return OperatorRepository(self.engine)

    async def forget_addresses(self, now: float) -> None:
        """Delete hashes of addresses that are no longer needed."""
        await self.moderation.forget_addresses(now)

    @property
    def pushes(self) -> PushRepository:
        """Push subscriptions."""
        return PushRepository(self.engine)

    @property
    def keys(self) -> KeyRepository:
        """Secret keys of the server."""
        return KeyRepository(self.engine)

    async def address_keys(self, now: float) -> list[bytes]:
        """Return the keys of the address hashes, the newest first. There is a new key every month,
        and two or three exist at a time."""
        await self.keys.current(KEY_NAME, now, ROTATE_AFTER)
        await self.keys.forget(KEY_NAME, now - FORGET_AFTER)
        return await self.keys.all(KEY_NAME)

    async def open(self) -> None:
        """Connect, migrate the tables and start the writer."""
        self._engine = make_engine(self.url)
        await migrate(self._engine)
        file = self.file
        written = self.written
        self._writer = ThreadWriter(file, written) if file else TaskWriter(self._engine, written, self._notify_with)

    async def close(self) -> None:
        """Write all pending changes, then disconnect."""
        if self._listener is not None:
            await self._listener.close()
            self._listener = None
        if self._writer is not None:
            await self._writer.close()
            self._writer = None
        if self._engine is not None:
            await self._engine.dispose()
            self._engine = None

    async def listen(self, hear: Callable[[str, str], Awaitable[None]]) -> None:
        """Call `hear(kind, game)` for each notification of another process, if there can be any."""
        if self.shared:
            self._listener = PgListener(self.url, self.origin, hear)
            await self._listener.open()

    # -- writing -----------------------------------------------------------------------------------------------------------

    async def write(self, change: Change) -> None:
        """Return when the change is durable.

        ConflictError: it is not in the database. StoreError: the outcome is unknown.
        """
        if self._writer is None or not self._writer.works:
            raise StoreError("the store is not open")
        change.done = asyncio.get_running_loop().create_future()
        self._writer.put(change)
        await change.done  # the change is made even if the caller is cancelled

    async def beat(self) -> None:
        """Write without changing anything. StoreError: writing is impossible, for example because
        the disk is full."""
        await self.write(Change("", [Statement("beat")]))

    async def _notify_with(self, connection: AsyncConnection, change: Change) -> None:
        """Notify the other processes inside the transaction of a change."""
        if self._listener is not None and not self.quiet(change.game):
            await connection.execute(self._listener.notify_sql([(change.news, change.game)]))

    def notify_sql(self, kinds: Sequence[tuple[str, str]]) -> Executable | None:
        """Return the statement that notifies the other processes inside a transaction, or None if
        there are none."""
        return self._listener.notify_sql(kinds) if self._listener is not None else None

    async def notify(self, kinds: Sequence[tuple[str, str]]) -> None:
        """Notify the other processes of something that is not stored, such as presence."""
        if self._listener is not None and kinds:
            with suppress(SQLAlchemyError, OSError):
                async with self.engine.begin() as connection:
                    await connection.execute(self._listener.notify_sql(kinds))
