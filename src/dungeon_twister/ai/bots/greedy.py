"""The bot `greedy`: plans its turn, follows the plan while it can, and fights with a mixed strategy. It does not look ahead.

The modules `board` and `card` plan for each game; following a plan is common to both.
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
    """Plans turns and decisions of one game."""

    def think(self, seen: View | CardView) -> list[Choice]:
        """Return the choice to make now, followed by the choices planned after it in this turn."""
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
