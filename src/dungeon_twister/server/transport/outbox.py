"""What is to be sent to one client, in order. Whoever puts something in does not wait."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable

from dungeon_twister.server.protocol import FromServer


class Outbox:
    """Messages that wait, and the one task that sends them: it is woken once for all that wait together."""

    __slots__ = ("_emptied", "_most", "_sending", "_waiting", "_wake")

    def __init__(self, most: int) -> None:
        self._most = most
        self._waiting: deque[FromServer] = deque()
        self._sending = False
        self._wake: asyncio.Future[None] | None = None
        self._emptied: asyncio.Future[None] | None = None

    def put(self, message: FromServer) -> bool:
        """False: too much waits already."""
        if len(self._waiting) >= self._most:
            return False
        self._waiting.append(message)
        if self._wake is not None and not self._wake.done():
            self._wake.set_result(None)
        return True

    async def run(self, send: Callable[[FromServer], Awaitable[None]], count: Callable[[int], None]) -> None:
        """Send whatever is put in, for ever; `count` is told how many messages have gone out."""
        loop = asyncio.get_running_loop()
        while True:
            if not self._waiting:
                self._tell_empty()
                self._wake = loop.create_future()
                await self._wake
                self._wake = None
            sent, self._sending = 0, True
            while self._waiting:
                await send(self._waiting.popleft())
                sent += 1
            self._sending = False
            count(sent)

    def _tell_empty(self) -> None:
        if self._emptied is not None and not self._emptied.done():
            self._emptied.set_result(None)

    async def join(self) -> None:
        """Until everything has been sent. Only one may wait for it."""
        while self._waiting or self._sending:
            self._emptied = asyncio.get_running_loop().create_future()
            await self._emptied
