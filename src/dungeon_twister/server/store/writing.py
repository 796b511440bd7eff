"""Where games are kept. Everything is written by one task that commits all that is waiting in one transaction, so that many
games share the cost of making things durable. Whoever waits for `write` to return knows that it is."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from secrets import token_hex
from typing import Final

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from dungeon_twister.server.store.changes import Change, ConflictError, Statement, StoreError
from dungeon_twister.server.store.connecting import full_url, make_engine, migrate
from dungeon_twister.server.store.hearing import Hearing
from dungeon_twister.server.store.reading import Reading
from dungeon_twister.server.store.statements import SQL

MOST_AT_ONCE: Final = 500
__all__ = ["Change", "ConflictError", "Statement", "Store", "StoreError"]
logger = logging.getLogger(__name__)


class Store(Reading):
    """A database by URL: `sqlite:///file.db` (or just a file name) or `postgresql://user@host/name`."""

    def __init__(self, url: str) -> None:
        super().__init__()
        self.url = full_url(url)
        self.origin = token_hex(4)  # tells this process from others on the same database
        self.commits = 0
        self.changes = 0
        self.commit_seconds = 0.0
        self._queue: asyncio.Queue[Change | None] = asyncio.Queue()
        self._writer: asyncio.Task[None] | None = None
        self._hearing: Hearing | None = None

    @property
    def shared(self) -> bool:
        """May several processes serve the games of this database? Only where they can hear of each other."""
        return self.url.get_backend_name() == "postgresql"

    @property
    def file(self) -> str | None:
        """The file of the database, where it is one."""
        return self.url.database if self.url.get_backend_name() == "sqlite" else None

    async def open(self) -> None:
        """Connect, bring the tables up to date, begin to write."""
        self._engine = make_engine(self.url)
        await migrate(self._engine)
        self._queue = asyncio.Queue()
        self._writer = asyncio.create_task(self._write_all(), name="store writer")

    async def close(self) -> None:
        """Write what is waiting, then disconnect."""
        if self._hearing is not None:
            await self._hearing.close()
            self._hearing = None
        if self._writer is not None:
            self._queue.put_nowait(None)
            await self._writer
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
        if self._writer is None or self._writer.done():
            raise StoreError("the store is not open")
        change.done = asyncio.get_running_loop().create_future()
        self._queue.put_nowait(change)
        # Shielded: whoever asked may go away, the change is made all the same.
        await asyncio.shield(change.done)

    async def beat(self) -> None:
        """Write something that changes nothing. StoreError: that does not work, as when the disk is full."""
        await self.write(Change("", [Statement("beat")]))

    async def _write_all(self) -> None:
        while (change := await self._queue.get()) is not None:
            batch = [change]
            closing = False
            while len(batch) < MOST_AT_ONCE and not self._queue.empty():
                more = self._queue.get_nowait()
                if more is None:
                    closing = True
                    break
                batch.append(more)
            await self._commit(batch)
            if closing:
                return

    async def _commit(self, batch: list[Change]) -> None:
        """All at once; if anything in it is refused each change by itself, so that one cannot spoil the others."""
        begun = time.perf_counter()
        try:
            await self._attempt(batch)
        except (ConflictError, StoreError) as problem:
            if len(batch) == 1:
                _fail(batch[0], problem)
            else:
                for change in batch:
                    await self._commit([change])
                return
        else:
            for change in batch:
                if not change.done.cancelled():
                    change.done.set_result(None)
        self.commits += 1
        self.changes += len(batch)
        self.commit_seconds += time.perf_counter() - begun

    async def _attempt(self, batch: list[Change]) -> None:
        try:
            async with self.engine.begin() as connection:
                for alike in [[change] for change in batch] if self.shared else _alike(batch):
                    await self._execute(connection, alike)
        except IntegrityError as error:
            raise ConflictError(str(error.orig)) from error
        except ConflictError:
            raise
        except Exception as error:  # whatever it was, the next change must find a writer
            logger.error("the database refused: %s", type(error).__name__, exc_info=error)
            raise StoreError(type(error).__name__) from error

    async def _execute(self, connection: AsyncConnection, alike: list[Change]) -> None:
        """Changes of the same statements, each statement for all of them at once: every call is a trip to SQLite's thread."""
        for together in zip(*(change.statements for change in alike), strict=True):
            parameters = [one for statement in together for one in statement.each]
            result = await connection.execute(SQL[together[0].name], parameters if len(parameters) > 1 else parameters[0])
            rows = sum(statement.rows or 0 for statement in together)
            if together[0].rows is not None and isinstance(result, sa.CursorResult) and result.rowcount != rows:
                raise ConflictError(f"{result.rowcount} rows instead of {rows}")
        for change in alike:
            if change.news and self._hearing is not None:
                await connection.execute(self._hearing.telling(change.news, change.game))

    async def tell(self, kind: str, game: str) -> None:
        """Tell the other processes something that is kept nowhere (presence)."""
        if self._hearing is not None:
            with suppress(SQLAlchemyError, OSError):
                async with self.engine.begin() as connection:
                    await connection.execute(self._hearing.telling(kind, game))


def _alike(batch: list[Change]) -> list[list[Change]]:
    """The changes of a batch by the statements they are made of. What waits together does not build on each other."""
    groups: dict[tuple[str, ...], list[Change]] = {}
    for change in batch:
        groups.setdefault(tuple(statement.name for statement in change.statements), []).append(change)
    return list(groups.values())


def _fail(change: Change, problem: Exception) -> None:
    if not change.done.cancelled():
        change.done.set_exception(problem)
        change.done.exception()  # whoever waited may have gone away: then nobody is to be told
