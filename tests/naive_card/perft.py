"""Counting sequences of choices."""

from __future__ import annotations

from .choices import choices, play
from .world import World


def perft(world: World, depth: int) -> int:
    """How many sequences of exactly that many choices exist; a finished game has no choices."""
    if depth == 0:
        return 1
    if depth == 1:
        return len(choices(world))
    return sum(perft(play(world, text), depth - 1) for text in choices(world))


def divide(world: World, depth: int) -> dict[str, int]:
    """The same, for each first choice."""
    return {text: perft(play(world, text), depth - 1) for text in choices(world)}
