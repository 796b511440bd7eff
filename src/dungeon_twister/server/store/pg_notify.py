"""Notifications between processes on one PostgreSQL database, by LISTEN and NOTIFY. They are
delivered with the commit, never before."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Any, Final

import sqlalchemy as sa

from dungeon_twister.server.tasks import end

CHANNEL: Final = "dungeon_twister"
AGAIN: Final = 2.0  # seconds until the next try after a lost connection
ALL: Final = ""  # the game of a gap: any game may have changed
logger = logging.getLogger(__name__)


class PgListener:
    """Receives notifications over a connection of its own. It calls `hear("gap", "")` when some may
    have been lost."""

    def __init__(self, url: sa.URL, origin: str, hear: Callable[[str, str], Awaitable[None]]) -> None:
        self._url = url.set(drivername="postgresql").render_as_string(hide_password=False)
        self._origin = origin
        self._hear = hear
        self._received: asyncio.Queue[tuple[str, str]] = asyncio.Queue()
        self._lost = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    def notify_sql(self, kinds: Sequence[tuple[str, str]]) -> sa.Executable:
        """Return a statement that sends notifications, each a kind and a game, inside a
        transaction."""
        received = sa.func.unnest(sa.cast([f"{self._origin} {kind} {game}" for kind, game in kinds], sa.ARRAY(sa.Text)))
        return sa.select(sa.func.pg_notify(CHANNEL, received.column_valued("notification")))

    async def open(self) -> None:
        connection = await self._connect()
        self._tasks = [
            asyncio.create_task(self._keep(connection), name="notifications"),
            asyncio.create_task(self._dispatch(), name="notifications are dispatched"),
        ]

    async def close(self) -> None:
        await end(*self._tasks)

    async def _connect(self) -> Any:
        import asyncpg  # type: ignore[import-untyped, unused-ignore]  # only with PostgreSQL

        self._lost.clear()
        connection = await asyncpg.connect(self._url)
        connection.add_termination_listener(lambda _: self._lost.set())
        await connection.add_listener(CHANNEL, self._on_notify)
        return connection

    def _on_notify(self, _connection: object, _process: int, _channel: str, payload: str) -> None:
        origin, kind, game = payload.split(" ", 2)
        if origin != self._origin:
            self._received.put_nowait((kind, game))

    async def _keep(self, connection: Any) -> None:
        """Reconnect whenever the connection is lost."""
        try:
            while True:
                await self._lost.wait()
                logger.warning("the connection to hear other processes is lost")
                with suppress(OSError, Exception):
                    connection = await self._connect()
                    self._received.put_nowait(("gap", ALL))
                    continue
                await asyncio.sleep(AGAIN)
        finally:
            with suppress(Exception):
                await connection.close(timeout=1)

    async def _dispatch(self) -> None:
        while True:
            kind, game = await self._received.get()
            try:
                await self._hear(kind, game)
            except Exception:
                logger.exception("a notification could not be handled")
