"""One address after another: a burst of requests from one must not be worked off in one go while everybody else waits."""

from __future__ import annotations

from collections.abc import Callable

from litestar.types import ASGIApp, HTTPReceiveMessage, Receive, Scope, Send, WebSocketReceiveMessage

from dungeon_twister.server.limits import household
from dungeon_twister.server.workers import Line


class Paced:
    """The application, which works on so many requests of one address at a time; the others of that address wait. A request
    whose body has not arrived yet takes no place: slow uploads keep nobody waiting."""

    def __init__(self, app: ASGIApp, most: int, factor: Callable[[str], int] = lambda household: 1) -> None:
        self.app = app
        self.most = most
        self._factor = factor  # how many times as many a household has
        self._lines: dict[str, Line] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if "method" not in scope or not self.most:  # a socket has none
            await self.app(scope, receive, send)
            return
        client = scope.get("client")
        place = Place(self, household(client[0] if client else ""))
        await place.take()
        try:
            await self.app(scope, place.while_receiving(receive), send)
        finally:
            place.give_back()

    async def enter(self, key: str) -> None:
        await self._lines.setdefault(key, Line(self._most(key))).enter(key)

    def _most(self, key: str) -> int:
        return self.most * self._factor(key)

    def leave(self, key: str) -> None:
        line = self._lines[key]
        line.leave()
        if line.free == self._most(key):
            del self._lines[key]


class Place:
    """The place of one request among those of its address that are worked on."""

    def __init__(self, paced: Paced, key: str) -> None:
        self._paced, self._key = paced, key
        self._taken = False

    async def take(self) -> None:
        await self._paced.enter(self._key)
        self._taken = True

    def give_back(self) -> None:
        if self._taken:
            self._taken = False
            self._paced.leave(self._key)

    def while_receiving(self, receive: Receive) -> Receive:
        """Give the place back while the rest of the body is awaited, and take one again when it is there."""
        complete = False

        async def receive_outside() -> HTTPReceiveMessage | WebSocketReceiveMessage:
            nonlocal complete
            if complete:
                return await receive()
            self.give_back()
            message = await receive()
            complete = not message.get("more_body", False)
            await self.take()
            return message

        return receive_outside
