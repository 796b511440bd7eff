"""Placing the cards of a room that was turned up (REV-7 to REV-9), by a look at what comes of it."""

from __future__ import annotations

from random import Random
from typing import Final

from dungeon_twister.ai.search.card.evaluation import CardEvaluator
from dungeon_twister.ai.search.turn_actions import TurnAction
from dungeon_twister.rules.engine import actions
from dungeon_twister.rules.engine.card.reveal import place_choices
from dungeon_twister.rules.engine.card.state import CardState
from dungeon_twister.rules.engine.decisions import CHANCE, PLACE_TOKENS, frame_argument
from dungeon_twister.rules.engine.game import apply, legal

WORTH_A_THOUGHT: Final = 12  # ways to place one's share that are offered
CHANCE_PART: Final = 1.0  # by how much chance decides between what is nearly the same


class Placer:
    """Places the cards of one setting. `looked` counts the positions it valued."""

    def __init__(self, evaluator: CardEvaluator) -> None:
        self.evaluator = evaluator
        self.looked = 0

    def choose(self, s: CardState, rng: Random) -> int:
        """A choice that begins the way of placing the own share that looks best."""
        me = s.decider()
        best, chosen = 0.0, -1
        for action in self._shares(s):
            value = self._value(action, me) + CHANCE_PART * rng.random()
            if chosen < 0 or value > best:
                best, chosen = value, action.path[0]
        return chosen

    def turn_actions(self, s: CardState) -> list[TurnAction]:
        """The ways of placing the own share that look best, each with the other's share placed as he would like it."""
        me = s.decider()
        shares = self._shares(s)
        for action in shares:
            self.rest(placed(action), None)
        order = sorted([(-self._value(action, me), number) for number, action in enumerate(shares)])
        return [shares[number] for _, number in order[:WORTH_A_THOUGHT]]

    def rest(self, s: CardState, rng: Random | None) -> None:
        """Let chance turn the room up, if it has not, and everybody place what is left. The state that is given goes on."""
        while not s.over:
            if s.decider() == CHANCE and rng is not None:
                choices = legal(s)
                apply(s, choices[rng.randrange(len(choices))])
            elif s.decider() != CHANCE and s.decision() == PLACE_TOKENS:
                for choice in self._best(s).path:
                    apply(s, choice)
            else:
                return

    def _best(self, s: CardState) -> TurnAction:
        """Without chance: the first of those that look best."""
        me = s.decider()
        shares = self._shares(s)
        best, chosen = 0.0, shares[0]
        for number, action in enumerate(shares):
            value = self._value(action, me)
            if number == 0 or value > best:
                best, chosen = value, action
        return chosen

    def _value(self, action: TurnAction, me: int) -> float:
        self.looked += 1
        return self.evaluator.value(placed(action), me)

    def _shares(self, s: CardState) -> list[TurnAction]:
        """Every way of placing the share of whoever places now."""
        me = s.decider()
        tile = frame_argument(s.stack[-1])
        found = [TurnAction((), s)]
        while True:
            grown: list[TurnAction] = []
            for action in found:
                before = placed(action)
                choices = place_choices(before)
                token = actions.first_of(choices[0])  # the order makes no difference: the cards come one after the other
                for choice in choices:
                    if actions.first_of(choice) == token:
                        after = before.copy()
                        apply(after, choice)
                        grown.append(TurnAction((*action.path, choice), after))
            found = grown
            last = found[0].state
            if last.over or last.decision() != PLACE_TOKENS or last.decider() != me or frame_argument(last.stack[-1]) != tile:
                return found


def placed(action: TurnAction) -> CardState:
    """The position after a way of placing."""
    state = action.state
    assert isinstance(state, CardState)
    return state
