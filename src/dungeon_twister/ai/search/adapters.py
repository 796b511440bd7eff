"""What every caller of the search needs: the shared adapter of a setting, and a pause of the garbage collector."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Final

from dungeon_twister.ai.search.editions import WeightChanges, make_adapter
from dungeon_twister.ai.search.game_adapter import GameAdapter
from dungeon_twister.rules.engine.setting import Setting

MOST_ADAPTERS: Final = 6  # number of cached adapters, one for each setting and weights


@lru_cache(maxsize=MOST_ADAPTERS)
def adapter_for(setting: Setting, weights: WeightChanges = ()) -> GameAdapter:
    """Return the adapter of a setting. The whole process shares it: its maze caches take tens of megabytes,
    and a bot's turn takes 1.3 to 1.8 times as long with new ones."""
    return make_adapter(setting, weights)


@contextmanager
def gc_paused() -> Iterator[None]:
    """Pause the garbage collector.

    A search makes and drops tens of thousands of positions without reference cycles. Looking for cycles among them takes 1.16
    times as long (docs/data/caches.md).
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
