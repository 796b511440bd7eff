"""Work of the game service that must finish even if its caller is cancelled, and background tasks that nobody awaits."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, Final, TypeVar

T = TypeVar("T")
LOOK: Final = 0.01  # seconds between two checks whether everything is done


class BackgroundTasks:
    """The tasks of a game service."""

    def __init__(self) -> None:
        self._running: set[asyncio.Task[None]] = set()
        self._working: set[asyncio.Task[Any]] = set()
        self._sheltered = 0  # number of sheltered calls in the tasks of their callers

    async def finish(self, work: Coroutine[Any, Any, T]) -> T:
        """Run work to its end even if the caller is cancelled: what is written must also be sent."""
        task = asyncio.create_task(work)
        self._working.add(task)
        task.add_done_callback(self._worked)
        return await asyncio.shield(task)

    async def shelter(self, work: Coroutine[Any, Any, T]) -> T:
        """Count work of a caller that is never cancelled meanwhile, without a task of its own."""
        self._sheltered += 1
        try:
            return await work
        finally:
            self._sheltered -= 1

    def _worked(self, task: asyncio.Task[Any]) -> None:
        self._working.discard(task)
        if not task.cancelled():
            task.exception()  # the caller may have gone

    def run(self, work: Coroutine[Any, Any, None]) -> None:
        """Run a coroutine that nobody awaits."""
        task = asyncio.create_task(work)
        self._running.add(task)
        task.add_done_callback(self._running.discard)

    @property
    def busy(self) -> bool:
        """Whether work for a caller is running."""
        return bool(self._working or self._sheltered)

    async def close(self) -> None:
        """Wait for work and cancel background tasks."""
        for task in list(self._running):
            task.cancel()
        await asyncio.gather(*self._running, *self._working, return_exceptions=True)
        while self._sheltered:
            await asyncio.sleep(LOOK)
