"""Background tasks of the server."""

from __future__ import annotations

import asyncio
from contextlib import suppress


async def end(*tasks: asyncio.Task[None] | None) -> None:
    """Cancel tasks and wait until they have ended."""
    running = [task for task in tasks if task is not None]
    for task in running:
        task.cancel()
    for task in running:
        with suppress(asyncio.CancelledError):
            await task
