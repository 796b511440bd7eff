"""Counting: how many sequences of choices a position has. Two engines that count the same know the same rules (docs/perft.md)."""

from __future__ import annotations

from dungeon_twister.engine.game import apply, legal
from dungeon_twister.engine.state import State
from dungeon_twister.record.notation import write


def perft(state: State, depth: int) -> int:
    """The number of sequences of exactly `depth` choices, chance's included; a finished game has none."""
    if depth == 0:
        return 1
    found = legal(state)
    if depth == 1:
        return len(found)
    return sum(perft(_after(state, action), depth - 1) for action in found)


def divide(state: State, depth: int) -> dict[str, int]:
    """The same number split by the first choice, each as text; a depth below 1 has no first choice."""
    if depth < 1:
        return {}
    return {write(state, action): perft(_after(state, action), depth - 1) for action in legal(state)}


def _after(state: State, action: int) -> State:
    after = state.copy()
    apply(after, action)
    return after
