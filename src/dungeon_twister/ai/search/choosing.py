"""Choices out of a mixture."""

from __future__ import annotations

from random import Random
from typing import Final

RARE: Final = 0.03  # what would be chosen less often is not chosen at all


def drawn(mixture: list[float], rng: Random) -> int:
    """Which one of a mixture is chosen this time, as its number."""
    total = 0.0
    for weight in mixture:
        if weight > RARE:
            total += weight
    left = rng.random() * total
    last = 0
    for number, weight in enumerate(mixture):
        if weight > RARE:
            last = number
            left -= weight
            if left < 0.0:
                break
    return last
