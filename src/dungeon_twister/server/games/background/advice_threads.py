"""Threads for the guide's advice and for plans. No blocking input or output runs in them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")
THREADS: Final = 2  # one for advice, which is computed one at a time, and one for plans


class AdviceThreads:
    """An executor that starts its threads when they are needed."""

    def __init__(self) -> None:
        self._executor = ThreadPoolExecutor(THREADS, "advice")

    async def run(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Call a function in one of the threads."""
        return await asyncio.get_running_loop().run_in_executor(self._executor, lambda: work(*args, **kwargs))

    def close(self) -> None:
        self._executor.shutdown(wait=False, cancel_futures=True)
