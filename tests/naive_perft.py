"""Counting sequences of choices by the naive rules of either game."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

World = TypeVar("World")


def perft(world: World, depth: int, choices: Callable[[World], list[str]], play: Callable[[World, str], World]) -> int:
    """Return how many sequences of exactly that many choices exist; a finished game has no choices."""
    if depth == 0:
        return 1
    if depth == 1:
        return len(choices(world))
    return sum(perft(play(world, text), depth - 1, choices, play) for text in choices(world))
