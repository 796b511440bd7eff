"""How `greedy` thinks about the Card Game: it plans its turn, fights with mixed cards, and looks no further."""

from __future__ import annotations

from random import Random

from dungeon_twister.ai.bots.card.duels import Duel, choose_name, choose_rage
from dungeon_twister.ai.bots.card.evaluation import Judge
from dungeon_twister.ai.bots.card.journeys import journeys
from dungeon_twister.ai.bots.card.opening import choose_setup
from dungeon_twister.ai.bots.card.planning import Planner
from dungeon_twister.ai.bots.choosing import DUEL_ROUNDS, best_choice, drawn
from dungeon_twister.ai.bots.plans import written
from dungeon_twister.game.determinization import determinize, for_search
from dungeon_twister.game.record.notation import Choice
from dungeon_twister.game.views import CardView, View
from dungeon_twister.game.views.card_view import card_view
from dungeon_twister.rules.engine import actions
from dungeon_twister.rules.engine.card.decisions import NAMING, RAGING
from dungeon_twister.rules.engine.card.setting import CardSetting
from dungeon_twister.rules.engine.card.state import CardState, card_of
from dungeon_twister.rules.engine.decisions import ACT, CHOOSE_COMBAT, PLACE_TOKENS, TRAVEL


class CardThinker:
    """Answers every decision of the Card Game, setup included."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self._judges: dict[CardSetting, Judge] = {}

    def __getstate__(self) -> dict[str, object]:
        """What a copy needs: judges are made anew."""
        return {"_rng": self._rng, "_judges": {}}

    def think(self, seen: View | CardView) -> list[Choice]:
        """What to choose now, and what is planned to be chosen after it in this turn."""
        view = card_view(seen)
        state = determinize(for_search(view), self._rng)
        plan = written(state, self._path(state), state.decider())
        if plan and plan[0] in view.choices:
            return plan
        return [self._rng.choice(view.choices)]  # what is hidden makes another choice legal than was imagined

    def _path(self, state: CardState) -> tuple[int, ...]:
        me, decision = state.decider(), state.decision()
        judge = self._judges.setdefault(state.card_setting, Judge(state.card_setting))
        if decision == ACT:
            return (*Planner(judge, me, self._rng).plan(state).path, actions.PASS)
        if decision == TRAVEL:
            return self._travel(judge, state, me)
        if decision == PLACE_TOKENS:
            return (best_choice(state, lambda after: judge.value(card_of(after), me), self._rng),)
        if decision == CHOOSE_COMBAT:
            return (self._fight(judge, state, me),)
        if decision == RAGING:
            return (choose_rage(judge, state, me, DUEL_ROUNDS),)
        if decision == NAMING:
            return (choose_name(judge, state, me, DUEL_ROUNDS),)
        return (choose_setup(state, self._rng),)

    def _travel(self, judge: Judge, state: CardState, me: int) -> tuple[int, ...]:
        """Without a plan: to the best end that can be seen."""
        ends = journeys(state)
        if not ends:
            return ()
        return max(ends, key=lambda end: judge.value(end.after(), me)).path

    def _fight(self, judge: Judge, state: CardState, me: int) -> int:
        duel = Duel(judge, state, me)
        cards = drawn(duel.rows, duel.mixture(DUEL_ROUNDS), self._rng)
        return actions.pack(actions.COMBAT, cards[0], cards[1] + 1 if len(cards) > 1 else 0)
