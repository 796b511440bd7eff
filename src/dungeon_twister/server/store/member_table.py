"""Table of the processes that serve a database. The clock of the database decides when a row
expires: the clocks of the processes may differ."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any, Final

import sqlalchemy as sa

from dungeon_twister.server.store.models import METADATA, Seconds
from dungeon_twister.server.store.table_rows import MemberRow

MEMBERS: Final = sa.Table(
    "members",
    METADATA,
    sa.Column("origin", sa.String(16), primary_key=True),
    sa.Column("address", sa.String(256), nullable=False),  # where other processes reach it
    sa.Column("key", sa.String(64), nullable=False),  # identifies requests of other processes
    sa.Column("place", sa.String(16), nullable=False, server_default=""),  # its name in the hashing of games; empty: none yet
    sa.Column("since", Seconds, nullable=False, server_default="0"),
    sa.Column("until", Seconds, nullable=False),
)
CHANNEL: Final = "dungeon_twister_members"  # NOTIFY: a process has joined, left or taken a place
JOINING: Final = 7_236_542  # key of an advisory lock: one process joins at a time
FORGOTTEN: Final = 3600.0  # seconds; otherwise two late processes could delete each other's rows and wait for each other
PATIENCE: Final = 5.0  # seconds for the database to answer
AGAIN: Final = 0.1  # seconds between two tries to get the lock
NOW: Final = "extract(epoch FROM clock_timestamp())"
COLUMNS: Final = "origin, address, key, place"

BEAT: Final = f"""
    INSERT INTO members ({COLUMNS}, since, until) VALUES ($1, $2, $3, $4, {NOW}, {NOW} + $5)
    ON CONFLICT (origin) DO UPDATE SET until = excluded.until RETURNING (xmax = 0)"""
ROWS: Final = f"SELECT {COLUMNS} FROM members WHERE until > {NOW} + $1 ORDER BY since, origin"
FORGET: Final = f"DELETE FROM members WHERE until < {NOW} - {FORGOTTEN}"
TAKE: Final = "UPDATE members SET place = origin WHERE origin = $1 AND place = '' RETURNING origin"
LEAVE: Final = "DELETE FROM members WHERE origin = $1 RETURNING place"
HAND_OVER: Final = f"""
    UPDATE members SET place = $1 WHERE origin = (
        SELECT origin FROM members WHERE place = '' AND until > {NOW} ORDER BY since DESC LIMIT 1 FOR UPDATE)"""
REPLACE: Final = "DELETE FROM members WHERE address = $1 AND origin <> $2 RETURNING place"
EXPEL: Final = f"DELETE FROM members WHERE origin = $1 AND until < {NOW} + $2 RETURNING origin"
TELL: Final = f"SELECT pg_notify('{CHANNEL}', '')"


class MemberTable:
    """Reads and writes the rows of all processes over its own connection. `changed` is called when
    another process has changed them."""

    def __init__(self, url: sa.URL, changed: Callable[[], None] | None = None) -> None:
        self._url = url.set(drivername="postgresql").render_as_string(hide_password=False)
        self._changed = changed
        self._connection: Any = None
        self._lock = asyncio.Lock()  # a connection does one thing at a time

    @asynccontextmanager
    async def _use(self) -> AsyncIterator[Any]:
        """Yield the connection; reconnect if it was lost."""
        async with self._lock, asyncio.timeout(PATIENCE):
            try:
                if self._connection is None or self._connection.is_closed():
                    await self._connect()
                yield self._connection
            except BaseException:
                self._drop()
                raise

    async def _connect(self) -> None:
        import asyncpg  # type: ignore[import-untyped, unused-ignore]  # only with PostgreSQL

        self._connection = await asyncpg.connect(self._url)
        if self._changed is not None:
            changed = self._changed
            await self._connection.add_listener(CHANNEL, lambda *_: changed())

    def _drop(self) -> None:
        if self._connection is not None:
            with suppress(Exception):
                self._connection.terminate()
            self._connection = None

    async def close(self) -> None:
        self._drop()

    async def rows(self, left: float = 0.0) -> list[MemberRow]:
        """Return the rows that are valid for at least `left` more seconds, the oldest first."""
        async with self._use() as connection:
            return [MemberRow(*row) for row in await connection.fetch(ROWS, left)]

    async def beat(self, row: MemberRow, seconds: float) -> tuple[bool, list[MemberRow]]:
        """Extend the lease of a process. Return whether its row was missing, and all valid rows."""
        async with self._use() as connection:
            missing = await connection.fetchval(BEAT, row.origin, row.address, row.key, row.place, seconds)
            if missing:
                await connection.execute(FORGET)
                await connection.execute(TELL)
            return missing, [MemberRow(*each) for each in await connection.fetch(ROWS, 0.0)]

    async def take_place(self, origin: str) -> None:
        """Give a place of its own to a process without one: games move to it."""
        async with self._use() as connection:
            if await connection.fetchval(TAKE, origin):
                await connection.execute(TELL)

    async def leave(self, origin: str) -> list[MemberRow]:
        """Delete the row of a process, give its place to the newest process without one, and return
        the other rows."""
        async with self._use() as connection:
            async with connection.transaction():
                place = await connection.fetchval(LEAVE, origin)
                if place:
                    await connection.execute(HAND_OVER, place)
                await connection.execute(TELL)
            return [MemberRow(*each) for each in await connection.fetch(ROWS, 0.0)]

    async def replace(self, address: str, origin: str) -> str:
        """Delete the rows of earlier processes at an address and return a place that becomes free."""
        async with self._use() as connection:
            return next((row[0] for row in await connection.fetch(REPLACE, address, origin) if row[0]), "")

    async def expel(self, origin: str, left: float) -> bool:
        """Delete a row unless it is valid for more than `left` more seconds."""
        async with self._use() as connection:
            gone = await connection.fetchval(EXPEL, origin, left) is not None
            if gone:
                await connection.execute(TELL)
            return gone

    async def lock(self) -> None:
        """Keep other processes from joining until `unlock` or the end of the connection."""
        while True:
            async with self._use() as connection:
                if await connection.fetchval("SELECT pg_try_advisory_lock($1)", JOINING):
                    return
            await asyncio.sleep(AGAIN)

    async def unlock(self) -> None:
        async with self._use() as connection:
            await connection.fetchval("SELECT pg_advisory_unlock($1)", JOINING)
