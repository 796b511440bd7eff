"""A cache of answers that take long to compute."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Hashable
from typing import Any, Generic, TypeVar

from dungeon_twister.server.errors import ProtocolError

K = TypeVar("K", bound=Hashable)


class SharedAnswers(Generic[K]):
    """Answers by key. The latest ones are kept, and equal requests share one computation."""

    def __init__(self, most: int, stale: Callable[[], ProtocolError]) -> None:
        self._most = most
        self._stale = stale  # for clients whose request is cancelled
        self._known: OrderedDict[K, bytes] = OrderedDict()
        self._working: dict[K, asyncio.Task[bytes]] = {}

    async def get(self, key: K, compute: Callable[[], Coroutine[Any, Any, bytes]]) -> bytes:
        """Return the answer to a key. The computation goes on if this client leaves."""
        if key in self._known:
            self._known.move_to_end(key)
            return self._known[key]
        task = self._working.get(key)
        if task is None:
            task = self._working[key] = asyncio.create_task(compute())
            task.add_done_callback(lambda done: self._finish(key, done))
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            if task.cancelled():
                raise self._stale() from None
            raise

    def _finish(self, key: K, done: asyncio.Task[bytes]) -> None:
        self._working.pop(key, None)
        if done.cancelled() or done.exception():  # an error is also fetched here, as nobody may wait for it any more
            return
        self._known[key] = done.result()
        while len(self._known) > self._most:
            self._known.popitem(last=False)

    def cancel(self, outdated: Callable[[K], bool]) -> None:
        """Cancel computations that nobody wants any more."""
        for key, task in list(self._working.items()):
            if outdated(key):
                task.cancel()

    async def close(self) -> None:
        """Release all waiting clients."""
        tasks = list(self._working.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
