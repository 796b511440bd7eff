"""How `greedy` thinks about the board game: it plans its turn, fights with mixed cards, and looks no further."""

from __future__ import annotations

from random import Random

from dungeon_twister.ai.bots.board.duels import Duel
from dungeon_twister.ai.bots.board.evaluation import AP_WORTH, Judge
from dungeon_twister.ai.bots.board.joining import choose_side
from dungeon_twister.ai.bots.board.journeys import journeys
from dungeon_twister.ai.bots.board.opening import choose_setup
from dungeon_twister.ai.bots.board.planning import Planner, best_leaf, worth
from dungeon_twister.ai.bots.choosing import DUEL_ROUNDS, best_choice, drawn
from dungeon_twister.ai.bots.plans import written
from dungeon_twister.game.determinization import determinize, for_search
from dungeon_twister.game.record.notation import Choice, to_choice
from dungeon_twister.game.views import CardView, View
from dungeon_twister.game.views.board_view import board_view
from dungeon_twister.rules.engine import actions
from dungeon_twister.rules.engine.board import actions as board_actions
from dungeon_twister.rules.engine.board.decisions import CHOOSE_CARD, JOINING
from dungeon_twister.rules.engine.board.setting import BoardSetting
from dungeon_twister.rules.engine.board.state import BoardState, board_of
from dungeon_twister.rules.engine.decisions import ACT, CHOOSE_COMBAT, PLACE_TOKENS, TRAVEL
from dungeon_twister.rules.engine.game import apply, legal


class BoardThinker:
    """Answers every decision of the board game, setup included."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self._judges: dict[BoardSetting, Judge] = {}

    def __getstate__(self) -> dict[str, object]:
        """What a copy needs: judges are made anew."""
        return {"_rng": self._rng, "_judges": {}}

    def think(self, seen: View | CardView) -> list[Choice]:
        """What to choose now, and what is planned to be chosen after it in this turn."""
        state = determinize(for_search(board_view(seen)), self._rng)
        me = state.decider()
        judge = self._judges.setdefault(state.board_setting, Judge(state.board_setting))
        decision = state.decision()
        if decision == CHOOSE_CARD:
            return self._choose_card(judge, state, me)
        if decision == ACT:
            return self._act(judge, state, me)
        if decision == TRAVEL:
            action = self._travel(judge, state, me)
        elif decision == CHOOSE_COMBAT:
            action = self._fight(judge, state, me)
        elif decision == JOINING:
            action = choose_side(judge, state, me)
        elif decision == PLACE_TOKENS:
            action = best_choice(state, lambda after: judge.value(board_of(after), me), self._rng)
        else:
            action = choose_setup(state, self._rng)
        return [to_choice(state, action)]

    # -- decisions -----------------------------------------------------------------------------------------------------

    def _choose_card(self, judge: Judge, state: BoardState, me: int) -> list[Choice]:
        """Plan with the most points one can have; the card is the one whose plan is worth most for its points."""
        cards = [actions.first_of(choice) for choice in legal(state)]
        most = state.copy()
        apply(most, actions.pack(board_actions.CARD, max(cards)))
        leaves = Planner(judge, me, self._rng).plan(most)
        best, chosen, plan = 0.0, -1, leaves[0]
        for card in cards:
            leaf = best_leaf(leaves, card)
            value = worth(leaf, card) - AP_WORTH * card
            if chosen < 0 or value > best:
                best, chosen, plan = value, card, leaf
        return written(state, (actions.pack(board_actions.CARD, chosen), *plan.path, actions.PASS), me)

    def _act(self, judge: Judge, state: BoardState, me: int) -> list[Choice]:
        leaves = Planner(judge, me, self._rng).plan(state)
        return written(state, (*best_leaf(leaves, state.ap).path, actions.PASS), me)

    def _travel(self, judge: Judge, state: BoardState, me: int) -> int:
        """Without a plan: to the best end that can be seen, or on along the way."""
        best, chosen = 0.0, -1
        for way in journeys(state):
            after = state.copy()
            for action in way:
                if not after.over and after.decision() == TRAVEL:
                    apply(after, action)
            value = judge.value(after, me)
            if chosen < 0 or value > best:
                best, chosen = value, way[0]
        choices = legal(state)
        if chosen in choices:
            return chosen
        return actions.STOP if actions.STOP in choices else choices[0]

    def _fight(self, judge: Judge, state: BoardState, me: int) -> int:
        duel = Duel(judge, state, me)
        mixture, _ = duel.solve(DUEL_ROUNDS)
        return actions.pack(actions.COMBAT, drawn(duel.cards, mixture, self._rng))
