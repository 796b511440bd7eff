"""Sampling from a mixed strategy."""

from __future__ import annotations

from random import Random
from typing import Final

RARE: Final = 0.03  # options with at most this probability are never chosen


def sample_mixture(mixture: list[float], rng: Random) -> int:
    """Draw the index of an option from a mixed strategy."""
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
