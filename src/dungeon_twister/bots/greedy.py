"""The bot `greedy`."""

from __future__ import annotations

from random import Random

from dungeon_twister.observe import View
from dungeon_twister.record.notation import Choice


class GreedyBot:
    """Chooses uniformly among the legal choices."""

    name = "greedy"

    def __init__(self, seed: str) -> None:
        self._rng = Random(seed)

    def choose(self, view: View) -> Choice:
        return self._rng.choice(view.choices)
