"""One address after another: a burst of requests from one must not be worked off in one go while everybody else waits."""

from __future__ import annotations

from litestar.types import ASGIApp, Receive, Scope, Send

from dungeon_twister.server.limits import household
from dungeon_twister.server.workers import Line


class Paced:
    """The application, which works on so many requests of one address at a time; the others of that address wait."""

    def __init__(self, app: ASGIApp, most: int) -> None:
        self.app = app
        self.most = most
        self._lines: dict[str, Line] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if "method" not in scope or not self.most:  # a socket has none
            await self.app(scope, receive, send)
            return
        client = scope.get("client")
        key = household(client[0] if client else "")
        line = self._lines.setdefault(key, Line(self.most))
        await line.enter(key)
        try:
            await self.app(scope, receive, send)
        finally:
            line.leave()
            if line.free == self.most:
                self._lines.pop(key, None)
