"""Makes rows of numbers (`vectors`)."""

from __future__ import annotations

from dungeon_twister.rules.geometry.vectors import Floats, Numbers, Shorts, Table, i16, i64, vec


def numbers_of(items: list[int]) -> Numbers:
    return vec[i64](items)


def shorts(count: int, item: int) -> Shorts:
    """Return a row of so many equal items."""
    return vec[i16]([item] * count)


def floats_of(items: list[float]) -> Floats:
    return vec[float](items)


def zeros(count: int) -> Numbers:
    return vec[i64]([0] * count)


def zero_floats(count: int) -> Floats:
    return vec[float]([0.0] * count)


def empty_rows(count: int) -> Table:
    """Return so many rows without numbers, to be replaced."""
    return vec[Numbers]([vec[i64]() for _ in range(count)])
