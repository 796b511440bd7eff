"""Garbage-collector policy: young objects every second, a full collection once an hour or after
much growth. Reference counting frees nearly everything, and a full pass over hundreds of games
blocks the event loop for half a second (0.12 s for the states of 300 games alone), when a choice takes some milliseconds.
"""

from __future__ import annotations

import asyncio
import gc
import time
from typing import Final

NEW: Final = 10_000  # new objects that trigger an early collection
NEVER: Final = 1_000_000
NEW_SECONDS: Final = 1.0
COUNTING_SECONDS: Final = 60.0  # counting the surviving objects takes some time, too
EVERYTHING_SECONDS: Final = 3600.0
# A full collection runs early when survivors exceed GROWN times their former number plus MANY: some may be garbage.
GROWN: Final = 2
MANY: Final = 500_000


async def run_gc_policy() -> None:
    """Run the policy forever."""
    gc.set_threshold(NEW, NEVER, NEVER)
    while True:
        gc.unfreeze()
        gc.collect()
        gc.freeze()  # surviving objects are not scanned again
        looked, stayed = time.monotonic(), gc.get_freeze_count()
        while time.monotonic() - looked < EVERYTHING_SECONDS and gc.get_freeze_count() < GROWN * stayed + MANY:
            await collect_young()


async def collect_young() -> None:
    """Collect young objects every second for a while."""
    began = time.monotonic()
    while time.monotonic() - began < COUNTING_SECONDS:
        await asyncio.sleep(NEW_SECONDS)
        gc.collect(0)
        gc.freeze()
