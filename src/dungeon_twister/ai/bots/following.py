"""Following a plan: a bot that plans its turn chooses by the plan while it can, and thinks anew when it cannot."""

from __future__ import annotations

from dungeon_twister.ai.bots.memory import Memory
from dungeon_twister.game.record.notation import Choice
from dungeon_twister.game.views import CardView, View


class PlanningBot:
    """Plays by what its seat may know, and remembers what it has laid itself. How it thinks, a subclass says."""

    name = ""

    def __init__(self) -> None:
        self._memory = Memory()
        self._plan: list[Choice] = []
        self._turn = -1

    def think(self, view: View | CardView) -> list[Choice]:
        """What to choose now, and what is planned to be chosen after it in this turn."""
        raise NotImplementedError

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
        chosen, *self._plan = self.think(view)
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
