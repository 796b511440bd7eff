"""A small graph of a rating over its results, as text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

WIDTH, HEIGHT = 60, 6
LEAST_RANGE: Final = 60.0  # points from the lowest to the highest row, so that small changes look small


def rating_graph(values: Sequence[float], width: int = WIDTH, height: int = HEIGHT) -> list[str]:
    """Return the rows of a graph, the highest first, each with its value. Of many values, the last ones of equal parts."""
    if not values:
        return []
    columns = min(width, len(values))
    shown = [values[(at + 1) * len(values) // columns - 1] for at in range(columns)]
    middle = (max(shown) + min(shown)) / 2
    span = max(LEAST_RANGE, max(shown) - min(shown))
    lowest = middle - span / 2
    step = span / (height - 1)
    rows = [round((value - lowest) / step) for value in shown]
    return [
        f"{lowest + row * step:5.0f} |" + "".join("*" if row == here else " " for here in rows).rstrip()
        for row in reversed(range(height))
    ]
