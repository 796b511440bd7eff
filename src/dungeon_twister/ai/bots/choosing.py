"""Small decisions, made alike in both games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Final, TypeVar

from dungeon_twister.rules.engine.game import apply, legal
from dungeon_twister.rules.engine.state import State

T = TypeVar("T")
DUEL_ROUNDS: Final = 150
RARE: Final = 0.03  # cards that would be laid less often are not laid at all


def best_choice(state: State, value: Callable[[State], float], rng: Random) -> int:
    """The choice after which the position is best; of those that are as good any."""
    best, chosen = 0.0, -1
    for action in legal(state):
        after = state.copy()
        apply(after, action)
        worth = value(after) + rng.random()
        if chosen < 0 or worth > best:
            best, chosen = worth, action
    return chosen


def drawn(cards: Sequence[T], mixture: list[float], rng: Random) -> T:
    """What to lay, if it is to be laid that often."""
    return rng.choices(cards, [weight if weight > RARE else 0.0 for weight in mixture])[0]
