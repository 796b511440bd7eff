"""The bot `greedy`: plans its turn, follows the plan while it can, fights with mixed cards. It looks no further."""

from __future__ import annotations

from random import Random
from typing import Final

from dungeon_twister.bots.duels import Duel
from dungeon_twister.bots.evaluation import AP_WORTH, Judge
from dungeon_twister.bots.imagine import imagine
from dungeon_twister.bots.journeys import journeys
from dungeon_twister.bots.opening import choose_setup
from dungeon_twister.bots.planning import Leaf, Planner
from dungeon_twister.engine import actions
from dungeon_twister.engine.board.state import BoardState
from dungeon_twister.engine.decisions import ACT, CHOOSE_CARD, CHOOSE_COMBAT, PLACE_TOKENS, TRAVEL
from dungeon_twister.engine.game import apply, legal
from dungeon_twister.engine.setting import Setting
from dungeon_twister.observe import View
from dungeon_twister.record.notation import Choice, to_choice

DUEL_ROUNDS: Final = 150


class GreedyBot:
    """Plays the whole game, setup included, by what its seat may know."""

    name = "greedy"

    def __init__(self, seed: str) -> None:
        self._rng = Random(seed)
        self._plan: list[Choice] = []
        self._turn = -1
        self._judges: dict[Setting, Judge] = {}

    def choose(self, view: View) -> Choice:
        if len(view.choices) == 1:
            self._follow(view)
            return view.choices[0]
        planned = self._follow(view)
        if planned is not None:
            return planned
        state = imagine(view, self._rng)
        me = state.decider()
        judge = self._judges.setdefault(state.setting, Judge(state.setting))
        decision = state.decision()
        if decision == CHOOSE_CARD:
            action = self._choose_card(judge, state, me)
        elif decision == ACT:
            action = self._act(judge, state, me)
        elif decision == TRAVEL:
            action = self._travel(judge, state, me)
        elif decision == CHOOSE_COMBAT:
            action = self._fight(judge, state, me)
        elif decision == PLACE_TOKENS:
            action = self._place(judge, state, me)
        else:
            action = choose_setup(state, self._rng)
        return to_choice(state, action)

    # -- following a plan ----------------------------------------------------------------------------------------------

    def _follow(self, view: View) -> Choice | None:
        """The next choice of the plan, if it is one of this turn and still possible; else the plan is forgotten."""
        if self._plan and self._turn == view.turn:
            choice = self._plan.pop(0)
            if choice in view.choices:
                return choice
        self._plan = []
        return None

    def _keep(self, state: BoardState, path: tuple[int, ...]) -> int:
        """Remember the choices of a plan after the first one, and return that."""
        self._turn = state.turn
        self._plan = []
        after = state.copy()
        for action in path:
            if after.over or action not in legal(after):
                continue  # a journey that has ended by itself is not stopped
            self._plan.append(to_choice(after, action))
            apply(after, action)
        self._plan.pop(0)
        return path[0]

    # -- decisions -----------------------------------------------------------------------------------------------------

    def _choose_card(self, judge: Judge, state: BoardState, me: int) -> int:
        """Plan with the most points one can have; the card is the one whose plan is worth most for its points."""
        cards = [actions.first_of(choice) for choice in legal(state)]
        most = state.copy()
        apply(most, actions.pack(actions.CARD, max(cards)))
        leaves = Planner(judge, me, self._rng).plan(most)
        best, chosen, plan = 0.0, -1, leaves[0]
        for card in cards:
            leaf = best_leaf(leaves, card)
            worth = leaf.worth(card) - AP_WORTH * card
            if chosen < 0 or worth > best:
                best, chosen, plan = worth, card, leaf
        return self._keep(state, (actions.pack(actions.CARD, chosen), *plan.path, actions.PASS))

    def _act(self, judge: Judge, state: BoardState, me: int) -> int:
        leaves = Planner(judge, me, self._rng).plan(state)
        return self._keep(state, (*best_leaf(leaves, state.ap).path, actions.PASS))

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
        weights = [weight if weight > 0.03 else 0.0 for weight in mixture]
        return actions.pack(actions.COMBAT, self._rng.choices(duel.cards, weights)[0])

    def _place(self, judge: Judge, state: BoardState, me: int) -> int:
        """One token after the other, each where the position is best."""
        best, chosen = 0.0, -1
        for action in legal(state):
            after = state.copy()
            apply(after, action)
            value = judge.value(after, me) + self._rng.random()
            if chosen < 0 or value > best:
                best, chosen = value, action
        return chosen


def best_leaf(leaves: list[Leaf], points: int) -> Leaf:
    """The best plan for so many action points."""
    return max((leaf for leaf in leaves if leaf.spent <= points), key=lambda leaf: leaf.worth(points))
