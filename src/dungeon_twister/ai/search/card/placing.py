"""Placement of the cards of a revealed room (REV-7 to REV-9), by evaluation of the results."""

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

MOST: Final = 12  # placements to return
CHANCE_PART: Final = 1.0  # size of the random term that decides between nearly equal placements


class Placer:
    """Places the cards of one setting. `looked` counts the evaluated positions."""

    def __init__(self, evaluator: CardEvaluator) -> None:
        self.evaluator = evaluator
        self.looked = 0

    def choose(self, s: CardState, rng: Random) -> int:
        """Return the first choice of the best placement of the player's share."""
        me = s.decider()
        best, chosen = 0.0, -1
        for action in self._shares(s):
            value = self._value(action, me) + CHANCE_PART * rng.random()
            if chosen < 0 or value > best:
                best, chosen = value, action.path[0]
        return chosen

    def turn_actions(self, s: CardState) -> list[TurnAction]:
        """Return the best placements of the player's share, each with the opponent's share placed well for the opponent."""
        me = s.decider()
        shares = self._shares(s)
        for action in shares:
            self.rest(placed(action), None)
        order = sorted([(-self._value(action, me), number) for number, action in enumerate(shares)])
        return [shares[number] for _, number in order[:MOST]]

    def rest(self, s: CardState, rng: Random | None) -> None:
        """Let chance reveal the room, if still to do, and everybody place the rest. Changes the given state."""
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
        """Return the best placement, without a random term: the first of equal ones."""
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
        """Return every placement of the share of the player to decide."""
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
    """Return the position after a placement."""
    state = action.state
    assert isinstance(state, CardState)
    return state
