"""Connections before anybody has asked for anything: how long one may take over its request, and how many an address may have.

The HTTP server itself waits for ever for the rest of a request, so a few hundred half-open ones would lock everybody out. A
connection that becomes a socket is counted with the sockets from then on (`limits`).
"""

from __future__ import annotations

import asyncio
from collections import Counter
from ipaddress import ip_address, ip_network
from typing import Any, Final

from uvicorn.protocols.http.auto import AutoHTTPProtocol

from dungeon_twister.server.config import Settings, is_network
from dungeon_twister.server.limits import household

EVERYBODY: Final = "*"


class Doors:
    """Counts the connections of each address. A trusted proxy has as many as it likes: it speaks for many."""

    def __init__(self, settings: Settings) -> None:
        self.header_seconds = settings.header_seconds
        self.request_seconds = settings.request_seconds
        self._most = settings.connections_per_address
        self._open: Counter[str] = Counter()
        words = [word.strip() for word in settings.proxies.split(",") if word.strip()]
        self._all_trusted = EVERYBODY in words
        self._trusted = [ip_network(word, strict=False) for word in words if is_network(word)]
        self.neighbours: set[str] = set()  # other processes of ours, which speak for many as well
        self.refused = 0
        self.late = 0

    def enter(self, host: str) -> str | None:
        """The name under which a connection is counted; None: there are too many."""
        if not self._most or self._all_trusted or host in self.neighbours or not host or self._is_proxy(host):
            return ""
        key = household(host)
        if self._open[key] >= self._most:
            self.refused += 1
            return None
        self._open[key] += 1
        return key

    def figures(self) -> dict[str, float]:
        """Counters by name."""
        return {"connections_refused": self.refused, "connections_too_late": self.late}

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


def guarded_protocol(doors: Doors) -> type[asyncio.Protocol]:
    """The HTTP server's protocol with a patience that ends."""

    class Guarded(AutoHTTPProtocol):  # type: ignore[misc, valid-type]  # one of two classes, as the machine has it
        """A connection: `header_seconds` until a request is there, `request_seconds` until it is answered and that was read."""

        _door: str | None = None
        _timer: asyncio.TimerHandle | None = None
        loop: asyncio.AbstractEventLoop
        transport: asyncio.Transport
        cycle: Any
        parser: Any

        def connection_made(self, transport: asyncio.Transport) -> None:
            super().connection_made(transport)
            self._door = doors.enter(self.client[0] if self.client else "")
            if self._door is None:
                transport.abort()
            else:
                self._wait(doors.header_seconds)

        def connection_lost(self, exc: Exception | None) -> None:
            self._go()
            super().connection_lost(exc)

        def handle_websocket_upgrade(self, *args: Any) -> None:
            self._go()
            super().handle_websocket_upgrade(*args)
            self.parser = None  # each of the two would keep the other

        def on_response_complete(self) -> None:
            super().on_response_complete()
            if self._door is not None and not self.transport.is_closing():
                self._wait(doors.header_seconds)

        def _go(self) -> None:
            if self._timer is not None:
                self._timer.cancel()
                self._timer = None
            if self._door is not None:
                doors.leave(self._door)
                self._door = None

        def _wait(self, seconds: float) -> None:
            if self._timer is not None:
                self._timer.cancel()
            self._timer = self.loop.call_later(seconds, self._look, None) if seconds else None

        def _look(self, seen: Any) -> None:
            """Time is up: has a request come, and if it was there already, is it still not done with?"""
            asked = self.cycle if self.cycle is not None and not self.cycle.response_complete else None
            if asked is None or asked is seen:
                doors.late += 1
                self.transport.abort()
            else:
                self._timer = self.loop.call_later(doors.request_seconds, self._look, asked)

    return Guarded
