"""The choice of a combat card as a small matrix game: both choose at once, so a good choice is a mixture of cards.

In a combat with allies (ALLY-25) the matrix is that of the player and the leader of the other side; whoever else takes part is
thought to play a middling card.
"""

from __future__ import annotations

from dungeon_twister.ai.bots.board.evaluation import Judge
from dungeon_twister.ai.bots.matrix import solve
from dungeon_twister.ai.bots.worths import CARD_WORTH
from dungeon_twister.rules.engine import actions
from dungeon_twister.rules.engine.board.combat import attacks, fighters_of, side_value
from dungeon_twister.rules.engine.board.state import BoardState
from dungeon_twister.rules.engine.decisions import CHOOSE_COMBAT
from dungeon_twister.rules.engine.game import apply
from dungeon_twister.rules.engine.shared.duel import cards_in, copies


class Duel:
    """A combat in which the player has not chosen yet: his cards, and what they bring against the other's."""

    def __init__(self, judge: Judge, s: BoardState, me: int) -> None:
        other = s.setting.owner[s.defender if attacks(s, me) else s.attacker]
        others = {player: middling(s, player) for player in partakers(s) if player not in (me, other)}
        lead = lead_of_attackers(s, others)
        if not attacks(s, me):
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
                    value = judge.value(fought(s, others | {me: mine, other: card}), me)
                    outcomes[result] = value + CARD_WORTH[mine] - CARD_WORTH[card]  # as if neither had been spent
                row.append(outcomes[result] - CARD_WORTH[mine] + CARD_WORTH[card])
            self.matrix.append(row)

    def solve(self, rounds: int) -> tuple[list[float], float]:
        return solve(self.matrix, rounds)


def partakers(s: BoardState) -> list[int]:
    """The players who have somebody in the combat."""
    return [player for player in range(s.setting.players) if fighters_of(s, player)]


def middling(s: BoardState, player: int) -> int:
    """A card that a player may be thought to play."""
    hand = cards_in(s.combat_hand[player])
    return hand[len(hand) // 2]


def lead_of_attackers(s: BoardState, cards: dict[int, int]) -> int:
    """How far the attacking side is ahead, with the cards that are given."""
    lead = 0
    for player in partakers(s):
        attacking = attacks(s, player)
        strength = side_value(s, player, attacking) + cards.get(player, 0)
        lead += strength if attacking else -strength
    return lead


def fought(s: BoardState, cards: dict[int, int]) -> BoardState:
    """The position after these cards, whatever has been chosen before."""
    after = s.copy()
    for player, card in cards.items():
        if after.chosen[player] >= 0:
            after.set_chosen(player, card)
    while not after.over and after.decision() == CHOOSE_COMBAT:
        apply(after, actions.pack(actions.COMBAT, cards[after.decider()]))
    return after
