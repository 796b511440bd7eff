"""Base class of the repositories of rarely written tables: each query and each change is a
transaction of its own.

Errors of a database that is away become `StoreError`.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, NotSupportedError, ProgrammingError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from dungeon_twister.server.store.changes import StoreError
from dungeon_twister.server.store.database_engine import WRITES

TRIES: Final = 3
NotifySql = Callable[[Sequence[tuple[str, str]]], sa.Executable | None]
DRIVER: Final = "asyncpg"  # SQLAlchemy does not translate its connection errors
OURS: Final = (ProgrammingError, IntegrityError, DataError, NotSupportedError)  # the database works, but the query is wrong
AWAY: Final = (DBAPIError, PoolTimeoutError, OSError)


def store_error(error: Exception) -> Exception:
    """Return StoreError for a database that is away, locked, full or damaged; any other error as it
    is."""
    away = isinstance(error, AWAY) or type(error).__module__.partition(".")[0] == DRIVER
    return StoreError(type(error).__name__) if away and not isinstance(error, OURS) else error


@asynccontextmanager
async def connected(engine: AsyncEngine) -> AsyncIterator[AsyncConnection]:
    """Yield a connection for queries. It may raise StoreError."""
    try:
        async with engine.connect() as connection:
            yield connection
    except Exception as error:
        raise store_error(error) from error


@asynccontextmanager
async def transaction(engine: AsyncEngine) -> AsyncIterator[AsyncConnection]:
    """Yield a connection inside a transaction that writes. It may raise StoreError."""
    try:
        async with engine.connect() as connection:
            await connection.execution_options(**{WRITES: True})
            async with connection.begin():
                yield connection
    except Exception as error:
        raise store_error(error) from error


class Repository:
    """Queries and changes of some tables, each over a pooled connection.

    `notify_sql` makes the statement that notifies the other processes.
    """

    def __init__(self, engine: AsyncEngine, notify_sql: NotifySql | None = None) -> None:
        self._engine = engine
        self._notify_sql = notify_sql

    async def _rows(self, question: sa.Select[Any]) -> list[dict[str, Any]]:
        async with connected(self._engine) as connection:
            return [dict(row._mapping) for row in await connection.execute(question)]

    async def _change(self, change: sa.Update | sa.Delete) -> int:
        async with transaction(self._engine) as connection:
            return (await connection.execute(change)).rowcount

    async def _replace(self, table: sa.Table, person: str, row: dict[str, Any]) -> None:
        """Replace the row of a person. Of two concurrent requests the later one wins."""
        for attempt in range(TRIES):
            try:
                async with transaction(self._engine) as connection:
                    await connection.execute(sa.delete(table).where(table.c.person == person))
                    await connection.execute(sa.insert(table).values(row))
                return
            except IntegrityError:
                if attempt == TRIES - 1:
                    raise

    async def _notify(self, connection: AsyncConnection, kinds: Sequence[tuple[str, str]]) -> None:
        """Notify the other processes as part of a transaction: they are notified if and only if it
        commits."""
        statement = self._notify_sql(kinds) if self._notify_sql is not None and kinds else None
        if statement is not None:
            await connection.execute(statement)
