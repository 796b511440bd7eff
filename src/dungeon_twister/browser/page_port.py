"""The worker port of a page at a game: a transport of `server/endpoints/game_connection.py`."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from dungeon_twister.presentation.guide.guide_shapes import Reason
from dungeon_twister.server.endpoints.game_connection import GameConnection
from dungeon_twister.server.endpoints.service import Service
from dungeon_twister.server.socket_protocol import ErrorMessage, FromServer


class PagePort:
    """One page at one game. `post` takes the text of a message; `hang_up` takes the close code."""

    def __init__(self, service: Service, game: str, post: Callable[[str], None], hang_up: Callable[[int], None]) -> None:
        self.game = game
        self._service = service
        self._post = post
        self._hang_up = hang_up
        self._open = True
        self._turn = asyncio.Lock()  # passes messages one at a time, in order
        self._connection = GameConnection(service, self, game)

    def send(self, message: FromServer) -> None:
        self._post(self._service.encoded(message).decode())

    def close(self, code: int, reason: Reason) -> None:
        if self._open:
            self.leave()
            self.send(ErrorMessage(reason))
            self._hang_up(code)

    def leave(self) -> None:
        """End the connection: the page has gone."""
        self._open = False
        self._connection.close()

    async def receive(self, text: str) -> None:
        """Pass a message of the page to the connection."""
        async with self._turn:
            if self._open:
                await self._connection.receive(text)
