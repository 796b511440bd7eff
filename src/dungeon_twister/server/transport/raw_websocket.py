"""WebSockets that bypass ASGI after the handshake: frames go straight from uvicorn's protocol to
the handler.

uvicorn accepts the connection and keeps it alive. There is no ASGI queue, task or message per
frame, and nothing of the request stays in memory.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final

from litestar.types import Scope
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState

from dungeon_twister.server.limits import Bucket
from dungeon_twister.server.logs import LASTING, SWITCHED
from dungeon_twister.server.transport.connection_limits import ConnectionLimits
from dungeon_twister.server.transport.frames import CountedFrames

DIRECT: Final = "dungeon_twister.direct"  # the extension of a scope that identifies a socket


class GoneError(Exception):
    """The client has disconnected or was disconnected."""


class Inbox:
    """Received messages in order. It replaces uvicorn's queue, so it is also notified of the
    disconnect."""

    __slots__ = ("_failure", "_said", "_waiter")

    def __init__(self) -> None:
        self._said: deque[bytes] = deque()
        self._failure: Exception | None = None
        self._waiter: asyncio.Future[None] | None = None

    @property
    def waits(self) -> bool:
        """Whether all messages have been read."""
        return not self._said

    def put(self, text: bytes) -> None:
        self._said.append(text)
        self._wake()

    def end(self, failure: Exception) -> None:
        """Stop reading. The first reason counts, but a close by the server replaces a disconnect of
        the client."""
        if self._failure is None or isinstance(self._failure, GoneError):
            self._failure = failure
            self._wake()

    def put_nowait(self, event: Any) -> None:
        """Take an event of uvicorn. The only one now is the disconnect."""
        self.end(GoneError(event["type"]))

    async def next(self) -> bytes:
        """Return the next message; after the end, raise the reason."""
        while not self._said and self._failure is None:
            self._waiter = asyncio.get_running_loop().create_future()
            try:
                await self._waiter
            finally:
                self._waiter = None
        # Messages before a disconnect by the client count, those before a close by the server do not.
        if self._failure is not None and not (self._said and isinstance(self._failure, GoneError)):
            self._said.clear()
            failure, self._failure = self._failure, GoneError("over")
            try:
                raise failure
            finally:
                del failure  # break the reference cycle of the traceback
        return self._said.popleft()

    def _wake(self) -> None:
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)


class RawWebSocketProtocol(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket protocol, which a handler can take over."""

    queue: Any
    app: Any
    request: Any
    response: Any
    scope: Any
    connection_limits: ConnectionLimits | None = None  # the limits that apply

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        if self.connection_limits is not None:
            self.conn = CountedFrames(
                Bucket(self.connection_limits.frame_rate, self.connection_limits.frame_burst),
                extensions=self.conn.available_extensions,
                max_size=self.config.ws_max_size,
                logger=self.logger,
            )
        self.on_ready: Callable[[], None] | None = None  # called when more may be written
        self.on_end: list[Callable[[int], None]] = []  # called with the close code that was sent, if any
        self._parting = SWITCHED
        self._inbox: Inbox | None = None
        self._talk: Callable[[], Awaitable[None]] | None = None
        self._application, self.app = self.app, self._let_in_and_talk

    async def _let_in_and_talk(self, scope: Any, receive: Any, send: Any) -> None:
        """Run the ASGI application until it accepts, then the handler. This keeps nothing of the
        request in memory."""
        scope["extensions"][DIRECT] = self
        try:
            await self._application(scope, receive, send)
        finally:
            self.app = None  # break reference cycles
            del scope["extensions"][DIRECT]
        if self._talk is not None:
            self.scope = self.request = self.response = None
            talk, self._talk = self._talk, None
            try:
                await talk()
            finally:
                for notify in self.on_end:
                    notify(self._parting)

    def connection_lost(self, exc: Exception | None) -> None:
        """Break reference cycles, so that closed connections are freed at once."""
        super().connection_lost(exc)
        self.conn.parser.close()
        self.on_ready = None

    def take(self, talk: Callable[[], Awaitable[None]]) -> None:
        """Hand the socket over to `talk`, which starts when the application returns."""
        before, self._inbox, self._talk = self.queue, Inbox(), talk
        self.queue, self.scope[LASTING] = self._inbox, self.on_end
        while not before.empty():  # messages that arrived before the handler
            event = before.get_nowait()
            if event["type"] == "websocket.receive":
                self._inbox.put(event.get("bytes") or event.get("text", "").encode())
            else:
                self._inbox.put_nowait(event)

    # -- reading -----------------------------------------------------------------------------------------------------------

    def handle_parser_exception(self) -> None:
        """Close a connection whose input breaks the protocol or floods the server."""
        if self.connection_limits is not None:
            self.connection_limits.count_broken(self.client)
        super().handle_parser_exception()

    def send_receive_event_to_app(self) -> None:
        inbox = self._inbox
        if inbox is None:
            super().send_receive_event_to_app()
            return
        text = bytes(self.frames[0]) if len(self.frames) == 1 else b"".join(self.frames)
        self.frames = []
        if self.close_sent:
            return
        if not inbox.waits and not self.read_paused:  # back pressure: the client sends faster than it is read
            self.read_paused = True
            self.transport.pause_reading()
        inbox.put(text)

    async def receive_text(self) -> bytes:
        """Return the next message; GoneError: the client has disconnected."""
        assert self._inbox is not None
        text = await self._inbox.next()
        if self.read_paused and self._inbox.waits:
            self.read_paused = False
            self.transport.resume_reading()
        return text

    def interrupt(self, error: Exception) -> None:
        """Raise an error in the reader instead of returning further messages."""
        assert self._inbox is not None
        self._inbox.end(error)

    # -- writing -----------------------------------------------------------------------------------------------------------

    @property
    def ready(self) -> bool:
        """Whether the client reads what is sent."""
        return self.writable.is_set()

    def resume_writing(self) -> None:
        super().resume_writing()
        if self.on_ready is not None:
            self.on_ready()

    def write_texts(self, texts: Sequence[bytes]) -> None:
        """Write messages at once, unless the client has disconnected."""
        if self.disconnected or self.close_sent:
            return
        try:
            for text in texts:
                self.conn.send_text(text)
        except InvalidState:
            return
        self.transport.write(b"".join(self.conn.data_to_send()))

    async def close(self, code: int, why: str) -> None:
        """Send a close frame, or abort the connection of a client that does not read."""
        self._parting = code
        if self.ready:
            await self.send({"type": "websocket.close", "code": code, "reason": why})
        else:
            self.transport.abort()


def raw_websocket_protocol(connection_limits: ConnectionLimits) -> type[RawWebSocketProtocol]:
    """Return the socket protocol class with these connection limits."""
    return type("LimitedRawWebSocketProtocol", (RawWebSocketProtocol,), {"connection_limits": connection_limits})


def raw_websocket(scope: Scope) -> RawWebSocketProtocol | None:
    """Return the socket of a scope; None if another server made it."""
    extensions: Any = scope.get("extensions") or {}
    found: RawWebSocketProtocol | None = extensions.get(DIRECT)
    return found
