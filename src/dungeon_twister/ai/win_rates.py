"""Win rates with their confidence intervals."""

from __future__ import annotations

from math import sqrt
from typing import Final

CONFIDENCE_95: Final = 1.959963984540054


def wilson(wins: float, games: float) -> tuple[float, float]:
    """Return the 95% confidence interval of a rate by Wilson's score; without games, 0 to 1."""
    if games == 0:
        return 0.0, 1.0
    z, rate = CONFIDENCE_95, wins / games
    scale = 1 + z * z / games
    middle = (rate + z * z / (2 * games)) / scale
    half = z * sqrt(rate * (1 - rate) / games + z * z / (4 * games * games)) / scale
    return middle - half if wins else 0.0, middle + half if wins < games else 1.0


def rate_of(wins: int, games: int) -> tuple[float, float, float]:
    """Return the rate and its 95% confidence interval."""
    return (wins / games if games else 0.0, *wilson(wins, games))
