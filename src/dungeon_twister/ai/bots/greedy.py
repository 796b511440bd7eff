"""The bot `greedy`: plans its turn, follows the plan while it can, fights with mixed cards. It looks no further.

How it thinks about each game stands in `board` and `card`; following a plan is the same for both.
"""

from __future__ import annotations

from random import Random
from typing import Protocol

from dungeon_twister.ai.bots.board.thinker import BoardThinker
from dungeon_twister.ai.bots.card.thinker import CardThinker
from dungeon_twister.ai.bots.following import PlanningBot
from dungeon_twister.game.record.notation import Choice
from dungeon_twister.game.views import CardView, View
from dungeon_twister.rules.engine.by_edition import ByEdition


class Thinker(Protocol):
    """How one game is thought about."""

    def think(self, seen: View | CardView) -> list[Choice]:
        """What to choose now, and what is planned to be chosen after it in this turn."""
        ...


class GreedyBot(PlanningBot):
    """Plays either game, setup included, by what its seat may know."""

    name = "greedy"
    strength = 20

    def __init__(self, seed: str) -> None:
        super().__init__()
        rng = Random(seed)
        self._thinkers: ByEdition[Thinker] = ByEdition(BoardThinker(rng), CardThinker(rng))

    def think(self, view: View | CardView) -> list[Choice]:
        return self._thinkers.named(view.game).think(view)
