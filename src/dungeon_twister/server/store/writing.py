"""Where games are kept. Everything is handed to one writer (`writers`); whoever waits for `write` to return knows that it is
durable."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from secrets import token_hex

from sqlalchemy import Executable
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from dungeon_twister.server.addresses import FORGET_AFTER, KEY_NAME, ROTATE_AFTER
from dungeon_twister.server.store.changes import Change, ConflictError, Statement, StoreError
from dungeon_twister.server.store.connecting import full_url, make_engine, migrate
from dungeon_twister.server.store.hearing import Hearing
from dungeon_twister.server.store.keys import KeyBook
from dungeon_twister.server.store.member_table import MemberTable
from dungeon_twister.server.store.moves import MoveBook
from dungeon_twister.server.store.operators import OperatorBook
from dungeon_twister.server.store.order import OrderBook
from dungeon_twister.server.store.people import PeopleBook
from dungeon_twister.server.store.personal import PersonalBook
from dungeon_twister.server.store.pushes import PushBook
from dungeon_twister.server.store.reading import Reading
from dungeon_twister.server.store.recovery import RecoveryBook
from dungeon_twister.server.store.writers import Tally, TaskWriter, ThreadWriter, Writer

__all__ = ["Change", "ConflictError", "Statement", "Store", "StoreError"]


class Store(Reading):
    """A database by URL: `sqlite:///file.db` (or just a file name) or `postgresql://user@host/name`."""

    def __init__(self, url: str) -> None:
        super().__init__()
        self.url = full_url(url)
        self.origin = token_hex(4)  # tells this process from others on the same database
        self.written = Tally()
        self.quiet: Callable[[str], bool] = lambda game: False  # of which games need the others not hear?
        self._writer: Writer | None = None
        self._hearing: Hearing | None = None

    @property
    def shared(self) -> bool:
        """May several processes serve the games of this database? Only where they can hear of each other."""
        return self.url.get_backend_name() == "postgresql"

    @property
    def file(self) -> str | None:
        """The file of the database, where it is one."""
        return self.url.database if self.url.get_backend_name() == "sqlite" else None

    @property
    def book(self) -> OrderBook:
        """Reports, bans and blocks."""
        return OrderBook(self.engine)

    def members(self, changed: Callable[[], None] | None = None) -> MemberTable:
        """The processes that serve this database; `changed` is called when others have come or gone."""
        return MemberTable(self.url, changed)

    @property
    def people(self) -> PeopleBook:
        """People and the rooms of clubs."""
        return PeopleBook(self.engine, self.telling)

    @property
    def moves(self) -> MoveBook:
        """Moves of people to other devices."""
        return MoveBook(self.engine, self.telling)

    @property
    def recovery(self) -> RecoveryBook:
        """Passkeys and recovery codes."""
        return RecoveryBook(self.engine)

    @property
    def personal(self) -> PersonalBook:
        """What is kept about a person, for export and deletion."""
        return PersonalBook(self.engine, self.telling)

    @property
    def operators(self) -> OperatorBook:
        """What an operator lists and deletes."""
        return OperatorBook(self.engine)

    async def forget_addresses(self, now: float) -> None:
        """Delete hashes of addresses that nobody needs any more."""
        await self.book.forget_addresses(now)

    @property
    def pushes(self) -> PushBook:
        """Browsers that want to be told when it is a turn."""
        return PushBook(self.engine)

    @property
    def keys(self) -> KeyBook:
        """Secret keys of the server."""
        return KeyBook(self.engine)

    async def address_keys(self, now: float) -> list[bytes]:
        """The keys under which addresses are hashed, the newest first: a new one every month, two or three at a time."""
        await self.keys.current(KEY_NAME, now, ROTATE_AFTER)
        await self.keys.forget(KEY_NAME, now - FORGET_AFTER)
        return await self.keys.all(KEY_NAME)

    async def open(self) -> None:
        """Connect, bring the tables up to date, begin to write."""
        self._engine = make_engine(self.url)
        await migrate(self._engine)
        file = self.file
        written = self.written
        self._writer = ThreadWriter(file, written) if file else TaskWriter(self._engine, written, self._tell_with)

    async def close(self) -> None:
        """Write what is waiting, then disconnect."""
        if self._hearing is not None:
            await self._hearing.close()
            self._hearing = None
        if self._writer is not None:
            await self._writer.close()
            self._writer = None
        if self._engine is not None:
            await self._engine.dispose()
            self._engine = None

    async def listen(self, hear: Callable[[str, str], Awaitable[None]]) -> None:
        """From now on `hear(kind, game)` is called for what other processes write. Where there are none nothing happens."""
        if self.shared:
            self._hearing = Hearing(self.url, self.origin, hear)
            await self._hearing.open()

    # -- writing -----------------------------------------------------------------------------------------------------------

    async def write(self, change: Change) -> None:
        """Return when the change is durable. ConflictError: it is not in the database. StoreError: nobody knows."""
        if self._writer is None or not self._writer.works:
            raise StoreError("the store is not open")
        change.done = asyncio.get_running_loop().create_future()
        self._writer.put(change)
        await change.done  # whoever asked may go away: the change is made all the same

    async def beat(self) -> None:
        """Write something that changes nothing. StoreError: that does not work, as when the disk is full."""
        await self.write(Change("", [Statement("beat")]))

    async def _tell_with(self, connection: AsyncConnection, change: Change) -> None:
        """As part of the transaction that makes it so."""
        if self._hearing is not None and not self.quiet(change.game):
            await connection.execute(self._hearing.telling([(change.news, change.game)]))

    def telling(self, kinds: Sequence[tuple[str, str]]) -> Executable | None:
        """The statement that notifies the other processes as part of a transaction; None: there are none."""
        return self._hearing.telling(kinds) if self._hearing is not None else None

    async def tell(self, kinds: Sequence[tuple[str, str]]) -> None:
        """Tell the other processes kinds of things about games that are kept nowhere (presence)."""
        if self._hearing is not None and kinds:
            with suppress(SQLAlchemyError, OSError):
                async with self.engine.begin() as connection:
                    await connection.execute(self._hearing.telling(kinds))
