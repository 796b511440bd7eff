"""Watch over the file handles of this process: without a free one no connection is accepted, and
nothing else reports it."""

from __future__ import annotations

import asyncio
import errno
import os
import sys
import time
from collections.abc import Callable
from typing import Final

from dungeon_twister.server.logs import log
from dungeon_twister.server.tasks import end

EVERY: Final = 1.0  # seconds between two checks
PAUSE: Final = 60.0  # seconds between two lines in the log
NEARLY_ALL: Final = 0.9  # of the handles that a process may have
OUT_OF_HANDLES: Final = (errno.EMFILE, errno.ENFILE)


def most_handles() -> int:
    """Return the limit of handles of this process; 0: unknown."""
    if sys.platform == "win32":
        return 0
    import resource

    soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return 0 if soft == resource.RLIM_INFINITY else soft


def next_handle() -> int | None:
    """Return the number that the next handle gets, which is the lowest free one; None: there is
    none."""
    try:
        handle = os.open(os.devnull, os.O_RDONLY)
    except OSError as error:
        if error.errno in OUT_OF_HANDLES:
            return None
        raise
    os.close(handle)
    return handle


class FileHandleWatch:
    """Logs now and then when handles are running out."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._said = -PAUSE
        self._task: asyncio.Task[None] | None = None

    def open(self) -> None:
        self._task = asyncio.create_task(self._run(), name="handle watch")

    async def close(self) -> None:
        await end(self._task)
        self._task = None

    async def _run(self) -> None:
        while True:
            self.look()
            await asyncio.sleep(EVERY)

    def look(self) -> None:
        """Try to get a handle; log if there is none or if few are left."""
        if self._now() - self._said < PAUSE:
            return
        most, free = most_handles(), next_handle()
        if free is None:
            log.error("handles-gone", most=most)
        elif most and free >= NEARLY_ALL * most:
            log.warning("handles-low", used=free, most=most)
        else:
            return
        self._said = self._now()
