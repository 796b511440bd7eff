"""Sockets without a detour. uvicorn makes the connection and keeps it alive, the application lets somebody in; from then on
what a client says is handed over as it comes, and what it is told is written at once: no queue, no task and no message of ASGI
in between, and nothing of the request is kept."""

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
from dungeon_twister.server.transport.connections import Doors
from dungeon_twister.server.transport.frames import CountedFrames

DIRECT: Final = "dungeon_twister.direct"  # the extension of a scope by which a socket is found


class GoneError(Exception):
    """The client has left, or has been told to."""


class Ear:
    """What a client says, in order. It takes the place of uvicorn's queue, so it hears that the client has left, too."""

    __slots__ = ("_failure", "_said", "_waiter")

    def __init__(self) -> None:
        self._said: deque[bytes] = deque()
        self._failure: Exception | None = None
        self._waiter: asyncio.Future[None] | None = None

    @property
    def waits(self) -> bool:
        """Is nobody behind with listening?"""
        return not self._said

    def hear(self, text: bytes) -> None:
        self._said.append(text)
        self._wake()

    def end(self, failure: Exception) -> None:
        """Nothing more is listened to. The first reason counts, but that we want it more than that the client has left."""
        if self._failure is None or isinstance(self._failure, GoneError):
            self._failure = failure
            self._wake()

    def put_nowait(self, event: Any) -> None:
        """What uvicorn has to tell the application now is only that the client has left."""
        self.end(GoneError(event["type"]))

    async def next(self) -> bytes:
        """What is said next; once it has ended, why."""
        while not self._said and self._failure is None:
            self._waiter = asyncio.get_running_loop().create_future()
            try:
                await self._waiter
            finally:
                self._waiter = None
        # Whoever says something and leaves at once has said it; whoever is to go has not.
        if self._failure is not None and not (self._said and isinstance(self._failure, GoneError)):
            self._said.clear()
            failure, self._failure = self._failure, GoneError("over")
            try:
                raise failure
            finally:
                del failure  # what is raised holds on to whoever listened, who must not hold on to it
        return self._said.popleft()

    def _wake(self) -> None:
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)


class DirectProtocol(WebSocketsSansIOProtocol):
    """uvicorn's socket, which can be taken over by whoever is let in."""

    queue: Any
    app: Any
    request: Any
    response: Any
    scope: Any
    doors: Doors | None = None  # whose limits count

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        if self.doors is not None:
            self.conn = CountedFrames(
                Bucket(self.doors.frame_rate, self.doors.frame_burst),
                extensions=self.conn.available_extensions,
                max_size=self.config.ws_max_size,
                logger=self.logger,
            )
        self.on_ready: Callable[[], None] | None = None  # called when more may be written
        self.on_end: list[Callable[[int], None]] = []  # called with the code of our good-bye, if we said it
        self._parting = SWITCHED
        self._ear: Ear | None = None
        self._talk: Callable[[], Awaitable[None]] | None = None
        self._application, self.app = self.app, self._let_in_and_talk

    async def _let_in_and_talk(self, scope: Any, receive: Any, send: Any) -> None:
        """The application returns when somebody has been let in, so that nothing of it is kept while he talks."""
        scope["extensions"][DIRECT] = self
        try:
            await self._application(scope, receive, send)
        finally:
            self.app = None  # these two would keep the socket that keeps them
            del scope["extensions"][DIRECT]
        if self._talk is not None:
            self.scope = self.request = self.response = None
            talk, self._talk = self._talk, None
            try:
                await talk()
            finally:
                for tell in self.on_end:
                    tell(self._parting)

    def connection_lost(self, exc: Exception | None) -> None:
        """What holds on to the socket that holds on to it lets go: whoever comes and goes leaves nothing behind."""
        super().connection_lost(exc)
        self.conn.parser.close()
        self.on_ready = None

    def take(self, talk: Callable[[], Awaitable[None]]) -> None:
        """From now on the socket is for `talk`, which begins when the application is done with it."""
        before, self._ear, self._talk = self.queue, Ear(), talk
        self.queue, self.scope[LASTING] = self._ear, self.on_end
        while not before.empty():  # somebody was quick
            event = before.get_nowait()
            if event["type"] == "websocket.receive":
                self._ear.hear(event.get("bytes") or event.get("text", "").encode())
            else:
                self._ear.put_nowait(event)

    # -- hearing -----------------------------------------------------------------------------------------------------------

    def handle_parser_exception(self) -> None:
        """Close a connection whose input breaks the protocol or floods the server."""
        if self.doors is not None:
            self.doors.count_broken(self.client)
        super().handle_parser_exception()

    def send_receive_event_to_app(self) -> None:
        ear = self._ear
        if ear is None:
            super().send_receive_event_to_app()
            return
        text = bytes(self.frames[0]) if len(self.frames) == 1 else b"".join(self.frames)
        self.frames = []
        if self.close_sent:
            return
        if not ear.waits and not self.read_paused:  # whoever says more than is listened to has to wait
            self.read_paused = True
            self.transport.pause_reading()
        ear.hear(text)

    async def receive_text(self) -> bytes:
        """What the client says next; GoneError when it has left."""
        assert self._ear is not None
        text = await self._ear.next()
        if self.read_paused and self._ear.waits:
            self.read_paused = False
            self.transport.resume_reading()
        return text

    def interrupt(self, error: Exception) -> None:
        """Whoever listens hears this instead of what else is said."""
        assert self._ear is not None
        self._ear.end(error)

    # -- telling -----------------------------------------------------------------------------------------------------------

    @property
    def ready(self) -> bool:
        """Does the client read what it is told?"""
        return self.writable.is_set()

    def resume_writing(self) -> None:
        super().resume_writing()
        if self.on_ready is not None:
            self.on_ready()

    def write_texts(self, texts: Sequence[bytes]) -> None:
        """Tell these, one after the other, in one piece. A client that has left hears nothing any more."""
        if self.disconnected or self.close_sent:
            return
        try:
            for text in texts:
                self.conn.send_text(text)
        except InvalidState:
            return
        self.transport.write(b"".join(self.conn.data_to_send()))

    async def close(self, code: int, why: str) -> None:
        """Say good-bye. One that does not read hears nothing any more."""
        self._parting = code
        if self.ready:
            await self.send({"type": "websocket.close", "code": code, "reason": why})
        else:
            self.transport.abort()


def direct_protocol(doors: Doors) -> type[DirectProtocol]:
    """The socket protocol with the limits of these doors."""
    return type("LimitedDirectProtocol", (DirectProtocol,), {"doors": doors})


def direct(scope: Scope) -> DirectProtocol | None:
    """The socket behind a scope; None where another server has made it."""
    extensions: Any = scope.get("extensions") or {}
    found: DirectProtocol | None = extensions.get(DIRECT)
    return found
