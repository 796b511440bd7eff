"""Tables that are written seldom: each question and each change of them is a transaction of its own. And how the errors of a
database that is away become `StoreError`."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, NotSupportedError, ProgrammingError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from dungeon_twister.server.store.changes import StoreError

TRIES: Final = 3
Telling = Callable[[Sequence[tuple[str, str]]], sa.Executable | None]
DRIVER: Final = "asyncpg"  # whose errors while it connects nobody translates
OURS: Final = (ProgrammingError, IntegrityError, DataError, NotSupportedError)  # the database answers, the question is wrong
AWAY: Final = (DBAPIError, PoolTimeoutError, OSError)


def store_error(error: Exception) -> Exception:
    """Return StoreError for a database that is away, locked, full or damaged; any other error as it is."""
    away = isinstance(error, AWAY) or type(error).__module__.partition(".")[0] == DRIVER
    return StoreError(type(error).__name__) if away and not isinstance(error, OURS) else error


@asynccontextmanager
async def reading(engine: AsyncEngine) -> AsyncIterator[AsyncConnection]:
    """A connection for questions. It may raise StoreError."""
    try:
        async with engine.connect() as connection:
            yield connection
    except Exception as error:
        raise store_error(error) from error


@asynccontextmanager
async def changing(engine: AsyncEngine) -> AsyncIterator[AsyncConnection]:
    """A transaction. It may raise StoreError."""
    try:
        async with engine.begin() as connection:
            yield connection
    except Exception as error:
        raise store_error(error) from error


class Book:
    """Some tables, by connections of its own. `telling` makes the statement that notifies the other processes."""

    def __init__(self, engine: AsyncEngine, telling: Telling | None = None) -> None:
        self._engine = engine
        self._telling = telling

    async def _rows(self, question: sa.Select[Any]) -> list[dict[str, Any]]:
        async with reading(self._engine) as connection:
            return [dict(row._mapping) for row in await connection.execute(question)]

    async def _change(self, change: sa.Update | sa.Delete) -> int:
        async with changing(self._engine) as connection:
            return (await connection.execute(change)).rowcount

    async def _replace(self, table: sa.Table, person: str, row: dict[str, Any]) -> None:
        """Put a row in place of the one that a person has. Of two requests at the same time the later one counts."""
        for attempt in range(TRIES):
            try:
                async with changing(self._engine) as connection:
                    await connection.execute(sa.delete(table).where(table.c.person == person))
                    await connection.execute(sa.insert(table).values(row))
                return
            except IntegrityError:
                if attempt == TRIES - 1:
                    raise

    async def _tell(self, connection: AsyncConnection, kinds: Sequence[tuple[str, str]]) -> None:
        """Notify the other processes as part of a transaction: they hear of it if and only if it is committed."""
        statement = self._telling(kinds) if self._telling is not None and kinds else None
        if statement is not None:
            await connection.execute(statement)
