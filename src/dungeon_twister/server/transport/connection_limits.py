"""Limits on connections: how many an address may have, how long a request may take, and how large
its head may be.

The HTTP server itself waits without limit for the rest of a request and accepts a head of any size,
so a few clients could lock everybody out or use up the memory. A connection that becomes a socket
is counted with the sockets from then on (`limits`).
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from ipaddress import ip_address, ip_network
from typing import Any, Final

import httptools
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from dungeon_twister.server.config import KILOBYTE, Settings, is_network
from dungeon_twister.server.limits import Clubs, household

EVERYBODY: Final = "*"
HEAD_BYTES: Final = 32 * KILOBYTE  # of the request line and all headers
SLICE_BYTES: Final = 8 * KILOBYTE  # parsed at once
MOST_PIPELINED: Final = 8  # requests that wait for the answer to an earlier one; browsers and proxies do not pipeline
FRAMES_PER_MESSAGE: Final = 2.0  # frames that a client may send for each message on average: pings, pongs, fragments
MORE_FRAMES: Final = 200  # burst above that of messages: a client that sends slightly too many messages gets a sentence first


class ConnectionLimits:
    """Counts the connections of each address. Trusted proxies and peers are not limited: they speak
    for many."""

    def __init__(self, settings: Settings) -> None:
        self.header_seconds = settings.header_seconds
        self.request_seconds = settings.request_seconds
        self.frame_rate = FRAMES_PER_MESSAGE * settings.message_rate
        self.frame_burst = settings.message_burst + MORE_FRAMES
        self._most = settings.connections_per_address
        self._clubs = Clubs(settings)
        self._open: Counter[str] = Counter()
        words = [word.strip() for word in settings.proxies.split(",") if word.strip()]
        self._all_trusted = EVERYBODY in words
        self._trusted = [ip_network(word, strict=False) for word in words if is_network(word)]
        self.peers: set[str] = set()  # other processes of the cluster, which speak for many clients
        self.refused = 0
        self.late = 0
        self.broken = 0
        self.note: Callable[[str, str], None] = lambda host, code: None  # called with every refusal

    def enter(self, host: str) -> str | None:
        """Count a connection and return the key to release it with; None: there are too many."""
        if not self._most or self._all_trusted or host in self.peers or not host or self._is_proxy(host):
            return ""
        key = household(host)
        if self._open[key] >= self._most * self._clubs.factor(key):
            self.refused += 1
            self.note(host, "too-many-connections")
            return None
        self._open[key] += 1
        return key

    def figures(self) -> dict[str, float]:
        """Counters by name."""
        return {
            "connections_refused": self.refused,
            "connections_too_late": self.late,
            "connections_broken": self.broken,
        }

    def count_broken(self, client: tuple[str, int] | None) -> None:
        """Count a connection that breaks the protocol or floods the server. A proxy is not named:
        it speaks for many."""
        self.broken += 1
        if client is not None and not self._is_proxy(client[0]):
            self.note(client[0], "broken-connection")

    def leave(self, key: str) -> None:
        if key:
            self._open[key] -= 1
            if self._open[key] <= 0:
                del self._open[key]

    def _is_proxy(self, host: str) -> bool:
        try:
            address = ip_address(host)
        except ValueError:
            return False
        return any(address in network for network in self._trusted)


class RefusedRequestError(Exception):
    """Stops the parser; the connection is closed."""


def guarded_protocol(connection_limits: ConnectionLimits) -> type[asyncio.Protocol]:
    """Return the HTTP server's protocol class with limits on time and size."""

    class Guarded(HttpToolsProtocol):
        """A connection: `header_seconds` until a request is there, `request_seconds` until the answer was read.
        Input is parsed in slices, and a request head is counted before it is parsed."""

        _door: str | None = None
        _timer: asyncio.TimerHandle | None = None
        _in_head = True
        _head_bytes = 0
        parser: Any

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
            super().connection_made(transport)
            self._door = connection_limits.enter(self.client[0] if self.client else "")
            if self._door is None:
                transport.abort()
            else:
                self._wait(connection_limits.header_seconds)

        def connection_lost(self, exc: Exception | None) -> None:
            self._go()
            super().connection_lost(exc)

        # -- bytes -------------------------------------------------------------------------------------------------------

        def data_received(self, data: bytes) -> None:
            self._unset_keepalive_if_required()
            for start in range(0, len(data), SLICE_BYTES):
                if self.transport.is_closing() or self.parser is None:  # refused, or a socket already
                    return
                self._parse(data[start : start + SLICE_BYTES])

        def _parse(self, data: bytes) -> None:
            if self._in_head:
                self._head_bytes += len(data)
                if self._head_bytes > HEAD_BYTES:
                    self._refuse(431, "The head of the request is too large.")
                    return
            try:
                self.parser.feed_data(data)
            except httptools.HttpParserUpgrade:
                if self._should_upgrade():
                    self.handle_websocket_upgrade()
                else:
                    self._refuse(400, "This server offers WebSockets only.")
            except httptools.HttpParserError:
                if not self.transport.is_closing():
                    self._refuse(400, "This is not HTTP.")

        def on_headers_complete(self) -> None:
            self._in_head, self._head_bytes = False, 0
            if len(self.pipeline) >= MOST_PIPELINED:
                connection_limits.count_broken(self.client)
                self.transport.close()  # an answer would mix with those to earlier requests
                raise RefusedRequestError
            if any(name == b"transfer-encoding" for name, _ in self.headers):
                self._refuse(411, "Say how long the body is: Content-Length instead of Transfer-Encoding.")
                raise RefusedRequestError
            super().on_headers_complete()

        def on_message_complete(self) -> None:
            self._in_head = True
            super().on_message_complete()

        def _refuse(self, status: int, sentence: str) -> None:
            """Answer input that never becomes a request, and close the connection."""
            connection_limits.count_broken(self.client)
            head = [b"content-type: text/plain; charset=utf-8", b"content-length: %d" % len(sentence), b"connection: close"]
            self.transport.write(STATUS_LINE[status] + b"\r\n".join([*head, b"", sentence.encode("ascii")]))
            self.transport.close()

        # -- time --------------------------------------------------------------------------------------------------------

        def handle_websocket_upgrade(self) -> None:
            self._go()
            super().handle_websocket_upgrade()
            self.parser = None  # break a reference cycle

        def on_response_complete(self) -> None:
            super().on_response_complete()
            if self._door is not None and not self.transport.is_closing():
                self._wait(connection_limits.header_seconds)

        def _go(self) -> None:
            if self._timer is not None:
                self._timer.cancel()
                self._timer = None
            if self._door is not None:
                connection_limits.leave(self._door)
                self._door = None

        def _wait(self, seconds: float) -> None:
            if self._timer is not None:
                self._timer.cancel()
            self._timer = self.loop.call_later(seconds, self._look, None) if seconds else None

        def _look(self, seen: Any) -> None:
            """Abort the connection if no request has come or the same one is still unfinished; otherwise wait again."""
            asked = self.cycle if self.cycle is not None and not self.cycle.response_complete else None
            if asked is None or asked is seen:
                connection_limits.late += 1
                self.transport.abort()
            else:
                self._timer = self.loop.call_later(connection_limits.request_seconds, self._look, asked)

    return Guarded
