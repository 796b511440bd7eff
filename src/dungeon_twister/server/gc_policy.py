"""Garbage-collector policy: young objects every second, a full collection once an hour or after
much growth. Reference counting frees nearly everything, and a full pass over hundreds of games
blocks the event loop for half a second.
"""

from __future__ import annotations

import asyncio
import gc
import time
from typing import Final

NEW: Final = 10_000  # objects after which what is new is looked at sooner
NEVER: Final = 1_000_000
NEW_SECONDS: Final = 1.0
COUNTING_SECONDS: Final = 60.0  # counting what has stayed takes some time, too
EVERYTHING_SECONDS: Final = 3600.0
# Or sooner, when so many times as many objects have stayed, and so many more: some of them may be nobody's any more.
GROWN: Final = 2
MANY: Final = 500_000


async def run_gc_policy() -> None:
    """Run the policy forever."""
    gc.set_threshold(NEW, NEVER, NEVER)
    while True:
        gc.unfreeze()
        gc.collect()
        gc.freeze()  # what is there now counts as staying
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
