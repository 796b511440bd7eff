"""Base class of bots that plan a turn: they follow the plan while it is legal, and think again otherwise."""

from __future__ import annotations

from dungeon_twister.ai.bots.memory import Memory
from dungeon_twister.game.record.notation import Choice
from dungeon_twister.game.views import CardView, View


class PlanningBot:
    """Plays by the view of its seat, and remembers the tokens it has laid. A subclass implements `think`."""

    name = ""

    def __init__(self) -> None:
        self._memory = Memory()
        self._plan: list[Choice] = []
        self._turn = -1

    def think(self, view: View | CardView) -> list[Choice]:
        """Return the choice to make now, followed by the choices planned after it in this turn."""
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
        """Return the next choice of the plan if it is of this turn and legal; otherwise drop the plan."""
        if self._plan and self._turn == view.turn:
            choice = self._plan.pop(0)
            if choice in view.choices:
                return choice
        self._plan = []
        return None
