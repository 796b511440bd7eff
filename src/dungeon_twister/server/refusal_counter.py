"""Recent refusals by address: a small table in memory, shown to the operator on the machine itself
and to nobody else."""

from __future__ import annotations

import time
from collections import Counter, OrderedDict
from collections.abc import Callable
from typing import Final

import msgspec

from dungeon_twister.server.limits import household

WINDOW: Final = 600.0  # seconds covered: at least this, at most half as much again
MOST: Final = 1000  # addresses; the one refused longest ago is dropped first
SHOWN: Final = 50


class RefusalCount(msgspec.Struct, frozen=True):
    """An address, its number of recent refusals by code, and the seconds since the last one."""

    address: str
    times: int
    codes: dict[str, int]
    ago: float


class RefusalCounter:
    """Counts refusals of each address in two halves of a window: the older half is dropped as a
    whole."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._began = now()
        self._counts: OrderedDict[str, Counter[str]] = OrderedDict()
        self._before: OrderedDict[str, Counter[str]] = OrderedDict()
        self._last: dict[str, float] = {}

    def note(self, address: str, code: str) -> None:
        """Count a refusal."""
        if not address:
            return
        self._turn_over()
        key = household(address)
        self._counts.setdefault(key, Counter())[code] += 1
        self._counts.move_to_end(key)
        self._last[key] = self._now()
        if len(self._counts) > MOST:
            self._forget(self._counts.popitem(last=False)[0])

    def worst(self, most: int = SHOWN) -> list[RefusalCount]:
        """Return the addresses refused most often."""
        self._turn_over()
        both = {key: self._counts.get(key, Counter()) + self._before.get(key, Counter()) for key in self._last}
        found = sorted(both.items(), key=lambda one: -one[1].total())[:most]
        now = self._now()
        return [RefusalCount(key, count.total(), dict(count.most_common()), now - self._last[key]) for key, count in found]

    def _turn_over(self) -> None:
        if self._now() - self._began < WINDOW:
            return
        gone, self._before, self._counts = self._before, self._counts, OrderedDict()
        if self._now() - self._began >= 2 * WINDOW:
            gone, self._before = OrderedDict((*gone.items(), *self._before.items())), OrderedDict()
        self._began = self._now()
        for key in gone:
            self._forget(key)

    def _forget(self, key: str) -> None:
        if key not in self._before and key not in self._counts:
            self._last.pop(key, None)
