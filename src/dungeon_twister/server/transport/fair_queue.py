"""Fair queue of requests: a burst from one address must not hold up everybody else."""

from __future__ import annotations

from collections.abc import Callable

from litestar.types import ASGIApp, HTTPReceiveMessage, Receive, Scope, Send, WebSocketReceiveMessage

from dungeon_twister.server.limits import household
from dungeon_twister.server.workers import FairSemaphore


class FairQueue:
    """Middleware that works on a limited number of requests of one address at a time; its others
    wait. A request whose body is still arriving takes no slot, so that slow uploads hold up nobody.
    """

    def __init__(self, app: ASGIApp, most: int, factor: Callable[[str], int] = lambda household: 1) -> None:
        self.app = app
        self.most = most
        self._factor = factor  # multiple of a household
        self._lines: dict[str, FairSemaphore] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if "method" not in scope or not self.most:  # sockets have no method
            await self.app(scope, receive, send)
            return
        client = scope.get("client")
        slot = Slot(self, household(client[0] if client else ""))
        await slot.take()
        try:
            await self.app(scope, slot.while_receiving(receive), send)
        finally:
            slot.give_back()

    async def enter(self, key: str) -> None:
        await self._lines.setdefault(key, FairSemaphore(self._most(key))).enter(key)

    def _most(self, key: str) -> int:
        return self.most * self._factor(key)

    def leave(self, key: str) -> None:
        line = self._lines[key]
        line.leave()
        if line.free == self._most(key):
            del self._lines[key]


class Slot:
    """The slot of one request among those of its address."""

    def __init__(self, queue: FairQueue, key: str) -> None:
        self._queue, self._key = queue, key
        self._taken = False

    async def take(self) -> None:
        await self._queue.enter(self._key)
        self._taken = True

    def give_back(self) -> None:
        if self._taken:
            self._taken = False
            self._queue.leave(self._key)

    def while_receiving(self, receive: Receive) -> Receive:
        """Release the slot while waiting for the rest of the body, and take one again afterwards."""
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
