"""Spaced repetition: what failed comes back after a day, then after longer and longer times."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from dungeon_twister.learning.progress.entries import Entry

DAY: Final = 86_400.0
INTERVALS: Final = (1.0, 3.0, 7.0, 21.0)  # days until the next attempt; after the last success it is learned


@dataclass(frozen=True, slots=True)
class Review:
    """When something has to be repeated. `box`: the number of successes since the last failure."""

    box: int
    due: float

    @property
    def learned(self) -> bool:
        return self.box >= len(INTERVALS)


def review(attempts: Iterable[Entry]) -> Review | None:
    """Return when the subject of these attempts, in order of time, has to be repeated; None if it never failed.

    A success before it is due does not count, so that the same solution cannot be repeated from memory.
    """
    found: Review | None = None
    for attempt in attempts:
        if attempt.score < 1:
            found = Review(0, attempt.at + INTERVALS[0] * DAY)
        elif found is not None and not found.learned and attempt.at >= found.due:
            box = found.box + 1
            found = Review(box, attempt.at + INTERVALS[box] * DAY if box < len(INTERVALS) else attempt.at)
    return found
