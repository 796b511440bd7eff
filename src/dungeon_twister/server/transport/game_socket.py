"""The web socket of a game: a transport of `endpoints/game_connection.py`.

Each socket has one task, which reads messages and puts the answers into the outbox. The game service puts events into the same
outbox. A client that does not read is dropped when its outbox is full.
"""

from __future__ import annotations

import asyncio
from typing import Any

from litestar import WebSocket, websocket
from litestar.params import FromPath

from dungeon_twister.server.endpoints.close_codes import NO_HELLO, NO_MESSAGE
from dungeon_twister.server.endpoints.game_connection import GameConnection
from dungeon_twister.server.transport.raw_websocket import RawWebSocketProtocol
from dungeon_twister.server.transport.server_context import ServerContext
from dungeon_twister.server.transport.socket_connection import CloseConnectionError, SocketConnection, accept_client


class GameSocket(SocketConnection):
    """One client at one game."""

    def __init__(self, service: ServerContext, line: RawWebSocketProtocol, game: str, address: str) -> None:
        super().__init__(service, line, address, service.settings.queue_messages, service.encoded)
        self.game = game

    @property
    def stays(self) -> bool:
        return self.service.games.router.is_local(self.game)

    async def talk(self) -> None:
        connection = GameConnection(self.service, self, self.game, self.address)
        try:
            await connection.receive(await self._first())
            while True:
                await connection.receive(await self.next_message())
        finally:
            connection.close()

    async def _first(self) -> bytes:
        """Return the first message, within a time limit."""
        try:
            async with asyncio.timeout(self.service.settings.hello_seconds):
                return await self.next_message()
        except TimeoutError:
            raise CloseConnectionError(NO_HELLO, NO_MESSAGE) from None


@websocket("/api/games/{game_id:str}/socket")
async def game_socket(socket: WebSocket[Any, Any, Any], game_id: FromPath[str]) -> None:
    """Play or watch a game."""
    await accept_client(socket, lambda service, line, address: GameSocket(service, line, game_id, address))
