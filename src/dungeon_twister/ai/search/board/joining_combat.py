"""Combats with allies (ALLY-20 to ALLY-27): which side to join, and which side others are likely to join."""

from __future__ import annotations

from random import Random
from typing import Final

from dungeon_twister.ai.search.board.combat_model import BoardCombat, chances, lead_of_attackers, partakers
from dungeon_twister.ai.search.board.evaluation import BoardEvaluator
from dungeon_twister.ai.search.game_adapter import LOSS, WIN, CombatModel
from dungeon_twister.rules.engine import actions
from dungeon_twister.rules.engine.board import actions as board_actions
from dungeon_twister.rules.engine.board.alliances import OUT
from dungeon_twister.rules.engine.board.combat import attacks, fighters_of
from dungeon_twister.rules.engine.board.decisions import JOINING
from dungeon_twister.rules.engine.board.state import BoardState, board_of
from dungeon_twister.rules.engine.game import apply, legal
from dungeon_twister.rules.engine.shared.duel import cards_in

RISK: Final = 0.8  # expected loss in victory points with every character, in addition to the points of the others
LEAST: Final = 0.3  # least expected gain for which others are assumed to join


class JoiningCombat(CombatModel):
    """A combat that the player may join: picks the side with the highest expected value, or staying out."""

    def __init__(self, evaluator: BoardEvaluator, s: BoardState, me: int, costs: list[float]) -> None:
        best, self.side = 0.0, -1
        for choice in legal(s):
            after = s.copy()
            apply(after, choice)
            combat = BoardCombat(foreseen(after), me, costs)
            worth = combat.worth([evaluator.value(board_of(outcome), me) for outcome in combat.outcomes])
            if self.side < 0 or worth > best:
                best, self.side = worth, choice
                self.combat = combat
        self.outcomes = self.combat.outcomes

    def worth(self, values: list[float]) -> float:
        return self.combat.worth(values)

    def choice(self, values: list[float], rng: Random) -> int:
        return self.side


def foreseen(s: BoardState) -> BoardState:
    """Let every player still to decide join the side with the best expected gain. Changes the given state."""
    while s.decision() == JOINING:
        player, best, chosen = s.decider(), LEAST, actions.pack(board_actions.JOIN, OUT)
        for choice in legal(s):
            if actions.first_of(choice) != OUT:
                hope = _hope(s, choice, player)
                if hope > best:
                    best, chosen = hope, choice
        apply(s, chosen)
    return s


def _hope(s: BoardState, choice: int, player: int) -> float:
    """Return the expected victory points of joining if everybody later stays out."""
    after = s.copy()
    apply(after, choice)
    while after.decision() == JOINING:
        apply(after, actions.pack(board_actions.JOIN, OUT))
    one, other = s.setting.owner[s.attacker], s.setting.owner[s.defender]
    odds = chances(lead_of_attackers(after, one, other), cards_in(after.combat_hand[one]), cards_in(after.combat_hand[other]))
    attacking = attacks(after, player)
    won, lost = (odds[WIN], odds[LOSS]) if attacking else (odds[LOSS], odds[WIN])
    victims = 0
    for enemy in partakers(after):
        if attacks(after, enemy) != attacking:
            victims += len(fighters_of(after, enemy))
    return won * victims - lost * len(fighters_of(after, player)) * RISK
