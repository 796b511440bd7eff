"""What is to be sent to one client, in order. Whoever puts something in does not wait."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from typing import Generic, Protocol, TypeVar

T = TypeVar("T")


class Line(Protocol):
    """The way to a client."""

    on_ready: Callable[[], None] | None  # called when the client reads again

    @property
    def ready(self) -> bool:
        """Does the client read what it is told?"""

    def write_texts(self, texts: Sequence[bytes]) -> None: ...


class Outbox(Generic[T]):
    """Messages that wait. All that are put in together are written together; while the client does not read they stay here."""

    __slots__ = ("_count", "_due", "_line", "_most", "_text", "_waiting")

    def __init__(self, line: Line, most: int, text: Callable[[T], bytes], count: Callable[[int], None]) -> None:
        self._line, self._most, self._text, self._count = line, most, text, count
        self._waiting: deque[T] = deque()
        self._due = False
        line.on_ready = self._send

    def put(self, message: T) -> bool:
        """False: too much waits already."""
        if len(self._waiting) >= self._most:
            return False
        self._waiting.append(message)
        if not self._due:
            self._due = True
            asyncio.get_running_loop().call_soon(self._send)
        return True

    def empty(self) -> None:
        """Everything, now: nothing will follow."""
        if self._waiting:
            texts = [self._text(message) for message in self._waiting]
            self._waiting.clear()
            self._line.write_texts(texts)
            self._count(len(texts))

    def _send(self) -> None:
        self._due = False
        if self._line.ready:
            self.empty()
