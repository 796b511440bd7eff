"""The bot `greedy`: plans its turn, follows the plan while it can, fights with mixed cards. It looks no further.

How it thinks about each game stands in `board` and `card`; following a plan is the same for both.
"""

from __future__ import annotations

from random import Random
from typing import Protocol

from dungeon_twister.bots.board.thinker import BoardThinker
from dungeon_twister.bots.card.thinker import CardThinker
from dungeon_twister.bots.memory import Memory
from dungeon_twister.engine.per_game import PerGame
from dungeon_twister.observe import CardView, View
from dungeon_twister.record.notation import Choice


class Thinker(Protocol):
    """How one game is thought about."""

    def think(self, seen: View | CardView) -> list[Choice]:
        """What to choose now, and what is planned to be chosen after it in this turn."""
        ...


class GreedyBot:
    """Plays either game, setup included, by what its seat may know."""

    name = "greedy"
    strength = 20

    def __init__(self, seed: str) -> None:
        rng = Random(seed)
        self._thinkers: PerGame[Thinker] = PerGame(BoardThinker(rng), CardThinker(rng))
        self._memory = Memory()
        self._plan: list[Choice] = []
        self._turn = -1

    def choose(self, view: View | CardView) -> Choice:
        choice = self._decide(self._memory.recall(view))
        self._memory.note(choice)
        return choice

    def _decide(self, view: View | CardView) -> Choice:
        planned = self._follow(view)
        if len(view.choices) == 1:
            return view.choices[0]
        if planned is not None:
            return planned
        chosen, *self._plan = self._thinkers.named(view.game).think(view)
        self._turn = view.turn
        return chosen

    def _follow(self, view: View | CardView) -> Choice | None:
        """The next choice of the plan, if it is one of this turn and still possible; else the plan is forgotten."""
        if self._plan and self._turn == view.turn:
            choice = self._plan.pop(0)
            if choice in view.choices:
                return choice
        self._plan = []
        return None
