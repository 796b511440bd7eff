"""The choice of a combat card as a small matrix game: both choose at once, so a good choice is a mixture of cards."""

from __future__ import annotations

from dungeon_twister.bots.board.evaluation import CARD_WORTH, Judge
from dungeon_twister.bots.matrix import solve
from dungeon_twister.engine import actions
from dungeon_twister.engine.board.combat import side_value
from dungeon_twister.engine.board.state import BoardState
from dungeon_twister.engine.decisions import CHOOSE_COMBAT
from dungeon_twister.engine.game import apply
from dungeon_twister.engine.shared.duel import copies


class Duel:
    """A combat in which the player has not chosen yet: his cards, and what they bring against the other's."""

    def __init__(self, judge: Judge, s: BoardState, me: int) -> None:
        owner = s.setting.owner
        attacker, defender = owner[s.attacker], owner[s.defender]
        other = defender if me == attacker else attacker
        lead = side_value(s, attacker, True) - side_value(s, defender, False)
        if me == defender:
            lead = -lead
        self.cards = [card for card in range(7) if copies(s.combat_hand[me], card)]
        theirs = [card for card in range(7) if copies(s.combat_hand[other], card)]
        outcomes: dict[int, float] = {}
        self.matrix: list[list[float]] = []
        for mine in self.cards:
            row: list[float] = []
            for card in theirs:
                result = (lead + mine > card) - (lead + mine < card)
                if result not in outcomes:
                    outcomes[result] = _outcome(judge, s, me, mine, other, card)
                row.append(outcomes[result] - CARD_WORTH[mine] + CARD_WORTH[card])
            self.matrix.append(row)

    def solve(self, rounds: int) -> tuple[list[float], float]:
        return solve(self.matrix, rounds)


def _outcome(judge: Judge, s: BoardState, me: int, mine: int, other: int, card: int) -> float:
    """The position after these two cards, as if neither had been spent."""
    after = s.copy()
    after.chosen[other] = card
    while not after.over and after.decision() == CHOOSE_COMBAT:
        apply(after, actions.pack(actions.COMBAT, mine if after.decider() == me else card))
    value = judge.value(after, me)
    return value + CARD_WORTH[mine] - CARD_WORTH[card]
