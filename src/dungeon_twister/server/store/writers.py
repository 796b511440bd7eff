"""Writers: all pending changes are committed in one transaction, so that many games share the cost
of a commit. A refused change is retried alone, so that it cannot spoil the others.

SQLite is written by a thread, PostgreSQL by a task on the event loop. A task that writes to SQLite
through an asynchronous driver makes a choice 1.3 times as dear (docs/data/caches.md).
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import time
from collections.abc import Awaitable, Callable
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, Final, Protocol

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from dungeon_twister.server.store.changes import Change, ConflictError, StoreError
from dungeon_twister.server.store.database_engine import make_file_engine
from dungeon_twister.server.store.statements import SQL

MOST_AT_ONCE: Final = 500
logger = logging.getLogger(__name__)

Outcome = tuple[Change, Exception | None]  # None: the change is durable


class LockedError(StoreError):
    """Another program has locked the file. Retrying the changes of a batch one by one would not
    help."""


class WriteStats:
    """Counts what was written."""

    def __init__(self) -> None:
        self.commits = 0
        self.changes = 0
        self.seconds = 0.0

    def count(self, changes: int, began: float) -> None:
        self.commits += 1
        self.changes += changes
        self.seconds += time.perf_counter() - began


class StoreWriter(Protocol):
    """Writes changes and sets the `done` future of each in the event loop that made it."""

    @property
    def works(self) -> bool: ...
    def put(self, change: Change) -> None: ...
    async def close(self) -> None: ...


class ThreadWriter:
    """Writes to an SQLite file in a thread with its own connection. Changes arrive through a queue."""

    def __init__(self, file: str, tally: WriteStats) -> None:
        self._file = file
        self._tally = tally
        self._queue: SimpleQueue[Change | None] = SimpleQueue()
        self._loop = asyncio.get_running_loop()
        self._ended = self._loop.create_future()
        self._connection: sa.Connection | None = None
        self._thread = Thread(target=self._run, name="store writer", daemon=True)
        self._thread.start()

    @property
    def works(self) -> bool:
        return self._thread.is_alive()

    def put(self, change: Change) -> None:
        self._queue.put(change)

    async def close(self) -> None:
        """Write what is waiting, then end."""
        self._queue.put(None)
        await self._ended

    # -- in the thread -----------------------------------------------------------------------------------------------------

    def _run(self) -> None:
        closing = False
        while not closing:
            batch: list[Change] = []
            change = self._queue.get()
            while change is not None:
                batch.append(change)
                if len(batch) == MOST_AT_ONCE:
                    break
                try:
                    change = self._queue.get_nowait()
                except Empty:
                    break
            closing = change is None
            if batch:
                self._loop.call_soon_threadsafe(_notify, self._commit(batch))
        self._disconnect()
        self._loop.call_soon_threadsafe(self._ended.set_result, None)

    def _commit(self, batch: list[Change]) -> list[Outcome]:
        began = time.perf_counter()
        problem = self._attempt(batch)
        if problem is not None and len(batch) > 1 and not isinstance(problem, LockedError):
            return [outcome for change in batch for outcome in self._commit([change])]
        self._tally.count(len(batch), began)
        return [(change, problem) for change in batch]

    def _attempt(self, batch: list[Change]) -> Exception | None:
        """Write a whole batch or nothing; return the error."""
        try:
            if self._connection is None:
                self._connection = make_file_engine(self._file).connect()
            with self._connection.begin():
                _write(self._connection, batch)
        except IntegrityError as error:
            return ConflictError(str(error.orig))
        except ConflictError as error:
            return error
        except Exception as error:  # after any error the next change must find a writer
            self._disconnect()
            if getattr(getattr(error, "orig", None), "sqlite_errorcode", None) == sqlite3.SQLITE_BUSY:
                logger.error("the database is locked by another program")
                return LockedError(type(error).__name__)
            logger.error("the database refused: %s", type(error).__name__, exc_info=error)
            return StoreError(type(error).__name__)
        return None

    def _disconnect(self) -> None:
        """Roll back and disconnect; the next change connects again."""
        connection, self._connection = self._connection, None
        if connection is not None:
            try:
                connection.close()
            except SQLAlchemyError as error:
                logger.warning("the database could not be closed: %s", error)


class TaskWriter:
    """Writes to PostgreSQL. The `news` of a change is notified inside its transaction."""

    def __init__(
        self, engine: AsyncEngine, tally: WriteStats, notify_sql: Callable[[AsyncConnection, Change], Awaitable[None]]
    ) -> None:
        self._engine = engine
        self._tally = tally
        self._telling = notify_sql
        self._queue: asyncio.Queue[Change | None] = asyncio.Queue()
        self._task = asyncio.create_task(self._run(), name="store writer")

    @property
    def works(self) -> bool:
        return not self._task.done()

    def put(self, change: Change) -> None:
        self._queue.put_nowait(change)

    async def close(self) -> None:
        """Write what is waiting, then end."""
        self._queue.put_nowait(None)
        await self._task

    async def _run(self) -> None:
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
        began = time.perf_counter()
        problem = await self._attempt(batch)
        if problem is not None and len(batch) > 1:
            for change in batch:
                await self._commit([change])
            return
        self._tally.count(len(batch), began)
        _notify([(change, problem) for change in batch])

    async def _attempt(self, batch: list[Change]) -> Exception | None:
        """Write a whole batch or nothing; return the error."""
        try:
            async with self._engine.begin() as connection:
                await connection.run_sync(_write, batch)
                for change in batch:
                    if change.news:
                        await self._telling(connection, change)
        except IntegrityError as error:
            return ConflictError(str(error.orig))
        except ConflictError as error:
            return error
        except Exception as error:  # after any error the next change must find a writer
            logger.error("the database refused: %s", type(error).__name__, exc_info=error)
            return StoreError(type(error).__name__)
        return None


def _write(connection: sa.Connection, batch: list[Change]) -> None:
    """Execute the statements of a batch, the same one of several changes for all at once unless
    the driver then does not count the rows that must be counted."""
    for alike in _alike(batch):
        for together in zip(*(change.statements for change in alike), strict=True):
            sql, each = SQL[together[0].name], [one for statement in together for one in statement.each]
            if not together[0].guarded:
                _execute(connection, sql, each)
            elif connection.dialect.supports_sane_multi_rowcount:
                _execute_guarded(connection, sql, each)
            else:
                for one in each:
                    _execute_guarded(connection, sql, [one])


def _execute(connection: sa.Connection, sql: sa.Executable, each: list[dict[str, Any]]) -> sa.CursorResult[Any]:
    return connection.execute(sql, each if len(each) > 1 else each[0])


def _execute_guarded(connection: sa.Connection, sql: sa.Executable, each: list[dict[str, Any]]) -> None:
    changed = _execute(connection, sql, each).rowcount
    if changed != len(each):
        raise ConflictError(f"{changed} rows instead of {len(each)}")


def _alike(batch: list[Change]) -> list[list[Change]]:
    """Group the statements of a batch. Changes that wait together do not depend on each other."""
    groups: dict[tuple[str, ...], list[Change]] = {}
    for change in batch:
        groups.setdefault(tuple(statement.name for statement in change.statements), []).append(change)
    return list(groups.values())


def _notify(outcomes: list[Outcome]) -> None:
    """Report the outcome of each change to its waiting task."""
    for change, problem in outcomes:
        if change.done.cancelled():
            continue
        if problem is None:
            change.done.set_result(None)
        else:
            change.done.set_exception(problem)
            change.done.exception()  # the caller may have been cancelled; this marks the error as seen
