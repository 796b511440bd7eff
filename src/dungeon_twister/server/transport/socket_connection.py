"""Base class of socket connections, at a game or in the lobby: accepting, sending, closing."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import partial
from typing import Any, Final

from litestar import WebSocket

from dungeon_twister.presentation.guide.guide_shapes import Reason
from dungeon_twister.server.endpoints.close_codes import (
    GONE,
    LARGE,
    REFUSED,
    RESTART,
    RESTARTING,
    SLOW,
    TOO_LARGE,
    TOO_SLOW,
    UNKNOWN_GAME,
    close_code,
)
from dungeon_twister.server.errors import ProtocolError
from dungeon_twister.server.limits import TooMuchError
from dungeon_twister.server.logs import log
from dungeon_twister.server.socket_protocol import ErrorMessage
from dungeon_twister.server.transport.outbox import Outbox
from dungeon_twister.server.transport.raw_websocket import GoneError, RawWebSocketProtocol, raw_websocket
from dungeon_twister.server.transport.server_context import ServerContext

CLOSING_SECONDS: Final = 2.0


class CloseConnectionError(Exception):
    """Closes the connection with a code after a last message."""

    def __init__(self, code: int, reason: Reason) -> None:
        super().__init__(reason.sentence)
        self.code, self.reason = code, reason


class SocketConnection(ABC):
    """A connected client. At most `most` messages may wait for it; `text` encodes them. Subclasses
    define the messages."""

    def __init__(
        self, service: ServerContext, line: RawWebSocketProtocol, address: str, most: int, text: Callable[[Any], bytes]
    ) -> None:
        self.service, self.line, self.address = service, line, address
        self.outbox: Outbox[Any] = Outbox(line, most, text, service.metrics.messages.inc)
        self.messages = service.limits.message_bucket()

    @property
    @abstractmethod
    def stays(self) -> bool:
        """Whether this process still serves the client's game or room."""

    @abstractmethod
    async def talk(self) -> None:
        """Run the conversation from hello until GoneError, CloseConnectionError or ProtocolError ends it."""

    def put(self, message: Any) -> None:
        """Send a message in its turn."""
        self.send(message)

    def send(self, what: Any) -> None:
        """Put a message into the outbox; drop a client that does not read."""
        if not self.outbox.put(what):
            self.drop()

    def drop(self) -> None:
        self.close(TOO_SLOW, SLOW)

    async def next_message(self) -> bytes:
        """Return the next message, unless it is too large."""
        text = await self.line.receive_text()
        if len(text) > self.service.settings.message_bytes:
            raise CloseConnectionError(TOO_LARGE, LARGE)
        return text

    def close(self, code: int, reason: Reason) -> None:
        """Close the connection after a last message."""
        self.line.interrupt(CloseConnectionError(code, reason))

    def leave(self) -> None:
        """Make the client reconnect, possibly to another process."""
        self.close(RESTARTING, RESTART)

    async def run(self) -> None:
        """Run from hello to close. Commands under way are finished and answered first."""
        try:
            await self.talk()
        except GoneError:
            return
        except CloseConnectionError as error:
            code, reason = error.code, error.reason
        except ProtocolError as error:
            code, reason = close_code(error, UNKNOWN_GAME), error.reason
        except Exception as error:
            code, reason = GONE, self.service.jammed(error)
        if code == TOO_SLOW:
            self.service.metrics.dropped.labels(reason.code).inc()
        elif code != RESTARTING:
            self.put(ErrorMessage(reason))
        self.outbox.empty()
        await self.hang_up(code, reason.code)

    async def hang_up(self, code: int, why: str) -> None:
        try:
            async with asyncio.timeout(CLOSING_SECONDS):
                await self.line.close(code, why)
        except Exception as error:  # it has disconnected already, or does not read the close frame
            log.debug("close", kind=type(error).__name__)


async def accept_client(
    socket: WebSocket[Any, Any, Any], welcome: Callable[[ServerContext, RawWebSocketProtocol, str], SocketConnection]
) -> None:
    """Accept a socket. Its handler starts when the ASGI application returns."""
    await socket.accept()
    line = raw_websocket(socket.scope)
    assert line is not None, "only `server_config` makes such sockets"
    service: ServerContext = socket.app.state.service
    address = socket.client.host if socket.client else ""
    line.take(partial(admit, service, address, welcome(service, line, address)))


async def admit(service: ServerContext, address: str, client: SocketConnection) -> None:
    """Run a connection, unless there are too many."""
    if service.draining.is_set() or not client.stays:
        await client.hang_up(RESTARTING, RESTART.code)
        return
    try:
        service.limits.request(address)  # opening a socket costs as much as any request
    except TooMuchError as error:
        service.over_limit(error, address)
        await client.hang_up(REFUSED, error.reason.code)
        return
    if not service.limits.enter(address):
        service.metrics.dropped.labels("too-many").inc()
        service.refusals.note(address, "too-many-sockets")
        await client.hang_up(REFUSED, "too many sockets")
        return
    try:
        with service.connected(client):
            await client.run()
    finally:
        service.limits.leave(address)
