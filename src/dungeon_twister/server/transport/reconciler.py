"""Checks every few seconds for deletions in the database and closes the affected sockets."""

from __future__ import annotations

import asyncio
from typing import Final

from dungeon_twister.presentation.guide.guide_shapes import Reason
from dungeon_twister.server.endpoints.close_codes import UNKNOWN_GAME
from dungeon_twister.server.logs import log
from dungeon_twister.server.tasks import end
from dungeon_twister.server.transport.game_socket import GameSocket
from dungeon_twister.server.transport.server_context import ServerContext

EVERY: Final = 3.0  # seconds between two checks
DELETED: Final = Reason("unknown-game", sentence="There is no such game.")


class Reconciler:
    """A background task of the server."""

    def __init__(self, service: ServerContext) -> None:
        self._service = service
        self._task: asyncio.Task[None] | None = None

    def open(self) -> None:
        self._task = asyncio.create_task(self._keep(), name="reconciler")

    async def close(self) -> None:
        await end(self._task)
        self._task = None

    async def look(self) -> None:
        """Drop deleted data once."""
        gone = await self._service.games.removals.look()
        for socket in list(self._service.sockets):
            if isinstance(socket, GameSocket) and socket.game in gone:
                socket.close(UNKNOWN_GAME, DELETED)
        if gone:
            log.info("removed", games=len(gone))

    async def _keep(self) -> None:
        while True:
            await asyncio.sleep(EVERY)
            try:
                await self.look()
            except Exception as error:  # the database is unavailable for a while
                log.warning("reconciler", kind=type(error).__name__)
