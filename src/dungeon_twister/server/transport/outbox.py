"""Outgoing messages of one client, in order. Adding one never blocks."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from typing import Generic, Protocol, TypeVar

T = TypeVar("T")


class MessageSink(Protocol):
    """The connection to a client."""

    on_ready: Callable[[], None] | None  # called when the client reads again

    @property
    def ready(self) -> bool:
        """Whether the client reads what is sent."""

    def write_texts(self, texts: Sequence[bytes]) -> None: ...


class Outbox(Generic[T]):
    """Messages that wait to be sent. Messages added together are written together; they stay here
    while the client does not read."""

    __slots__ = ("_count", "_due", "_most", "_sink", "_text", "_waiting")

    def __init__(self, sink: MessageSink, most: int, text: Callable[[T], bytes], count: Callable[[int], None]) -> None:
        self._sink, self._most, self._text, self._count = sink, most, text, count
        self._waiting: deque[T] = deque()
        self._due = False
        sink.on_ready = self._send

    def put(self, message: T) -> bool:
        """Add a message. False: too many wait already."""
        if len(self._waiting) >= self._most:
            return False
        self._waiting.append(message)
        if not self._due:
            self._due = True
            asyncio.get_running_loop().call_soon(self._send)
        return True

    def empty(self) -> None:
        """Write all messages now."""
        if self._waiting:
            texts = [self._text(message) for message in self._waiting]
            self._waiting.clear()
            self._sink.write_texts(texts)
            self._count(len(texts))

    def _send(self) -> None:
        self._due = False
        if self._sink.ready:
            self.empty()
