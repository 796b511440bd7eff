"""How processes on one PostgreSQL database hear of each other: LISTEN and NOTIFY, which tells with the commit, never before."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Any, Final

import sqlalchemy as sa

from dungeon_twister.server.tasks import end

CHANNEL: Final = "dungeon_twister"
AGAIN: Final = 2.0  # seconds until the next try after the connection was lost
ALL: Final = ""  # the game named after a gap: anything may have happened
logger = logging.getLogger(__name__)


class Hearing:
    """One connection that only listens. `hear("gap", "")` is called when something may have been missed."""

    def __init__(self, url: sa.URL, origin: str, hear: Callable[[str, str], Awaitable[None]]) -> None:
        self._url = url.set(drivername="postgresql").render_as_string(hide_password=False)
        self._origin = origin
        self._hear = hear
        self._told: asyncio.Queue[tuple[str, str]] = asyncio.Queue()
        self._lost = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    def telling(self, kinds: Sequence[tuple[str, str]]) -> sa.Executable:
        """What tells the others of kinds of things about games, as part of a transaction."""
        told = sa.func.unnest(sa.cast([f"{self._origin} {kind} {game}" for kind, game in kinds], sa.ARRAY(sa.Text)))
        return sa.select(sa.func.pg_notify(CHANNEL, told.column_valued("told")))

    async def open(self) -> None:
        connection = await self._connect()
        self._tasks = [
            asyncio.create_task(self._keep(connection), name="hearing"),
            asyncio.create_task(self._pass_on(), name="hearing passes on"),
        ]

    async def close(self) -> None:
        await end(*self._tasks)

    async def _connect(self) -> Any:
        import asyncpg  # type: ignore[import-untyped, unused-ignore]  # only where there is a PostgreSQL

        self._lost.clear()
        connection = await asyncpg.connect(self._url)
        connection.add_termination_listener(lambda _: self._lost.set())
        await connection.add_listener(CHANNEL, self._heard)
        return connection

    def _heard(self, _connection: object, _process: int, _channel: str, payload: str) -> None:
        origin, kind, game = payload.split(" ", 2)
        if origin != self._origin:
            self._told.put_nowait((kind, game))

    async def _keep(self, connection: Any) -> None:
        """Connect again whenever the connection is lost."""
        try:
            while True:
                await self._lost.wait()
                logger.warning("the connection to hear other processes is lost")
                with suppress(OSError, Exception):
                    connection = await self._connect()
                    self._told.put_nowait(("gap", ALL))
                    continue
                await asyncio.sleep(AGAIN)
        finally:
            with suppress(Exception):
                await connection.close(timeout=1)

    async def _pass_on(self) -> None:
        while True:
            kind, game = await self._told.get()
            try:
                await self._hear(kind, game)
            except Exception:
                logger.exception("what another process told could not be followed")
