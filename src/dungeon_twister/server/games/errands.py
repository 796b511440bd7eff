"""Work that goes on by itself: what somebody has asked for and gone away from, and small things that nobody waits for."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, Final, TypeVar

T = TypeVar("T")
LOOK: Final = 0.01  # seconds between two looks whether everything is done


class Errands:
    """The tasks of a hall."""

    def __init__(self) -> None:
        self._running: set[asyncio.Task[None]] = set()
        self._working: set[asyncio.Task[Any]] = set()
        self._sheltered = 0  # work in the tasks of those who asked for it

    async def finish(self, work: Coroutine[Any, Any, T]) -> T:
        """Work that is done to its end even if whoever asked for it goes away meanwhile: what is written must be told."""
        task = asyncio.create_task(work)
        self._working.add(task)
        task.add_done_callback(self._worked)
        return await asyncio.shield(task)

    async def shelter(self, work: Coroutine[Any, Any, T]) -> T:
        """The same for whoever sees to it himself that he is not cut off meanwhile: it needs no task of its own."""
        self._sheltered += 1
        try:
            return await work
        finally:
            self._sheltered -= 1

    def _worked(self, task: asyncio.Task[Any]) -> None:
        self._working.discard(task)
        if not task.cancelled():
            task.exception()  # nobody may be left to be told

    def run(self, errand: Coroutine[Any, Any, None]) -> None:
        """Nobody waits for this."""
        task = asyncio.create_task(errand)
        self._running.add(task)
        task.add_done_callback(self._running.discard)

    @property
    def busy(self) -> bool:
        """Is something being carried out for somebody?"""
        return bool(self._working or self._sheltered)

    async def close(self) -> None:
        """Work is done to its end, errands are not."""
        for errand in list(self._running):
            errand.cancel()
        await asyncio.gather(*self._running, *self._working, return_exceptions=True)
        while self._sheltered:
            await asyncio.sleep(LOOK)
