"""The bot `random`, which chooses any legal choice with equal probability."""

from __future__ import annotations

from random import Random

from dungeon_twister.game.record.notation import Choice
from dungeon_twister.game.views import CardView, View


class RandomBot:
    """Chooses uniformly among the legal choices."""

    name = "random"
    strength = 0

    def __init__(self, seed: str) -> None:
        self._rng = Random(seed)

    def choose(self, view: View | CardView) -> Choice:
        return self._rng.choice(view.choices)
