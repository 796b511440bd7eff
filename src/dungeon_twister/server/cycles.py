"""When Python looks for objects that only hold on to each other. Nearly everything is freed by counting references, and looking
through hundreds of games stops everybody for half a second: so what is new is looked at every second, which takes some
milliseconds, and what has stayed once in an hour, or when it has become much."""

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


async def look_for_cycles() -> None:
    """For ever."""
    gc.set_threshold(NEW, NEVER, NEVER)
    while True:
        gc.unfreeze()
        gc.collect()
        gc.freeze()  # what is there now counts as staying
        looked, stayed = time.monotonic(), gc.get_freeze_count()
        while time.monotonic() - looked < EVERYTHING_SECONDS and gc.get_freeze_count() < GROWN * stayed + MANY:
            await look_at_new_ones()


async def look_at_new_ones() -> None:
    """For a while."""
    began = time.monotonic()
    while time.monotonic() - began < COUNTING_SECONDS:
        await asyncio.sleep(NEW_SECONDS)
        gc.collect(0)
        gc.freeze()
