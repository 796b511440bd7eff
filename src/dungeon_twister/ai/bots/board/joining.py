"""Combats with allies (ALLY-20 to ALLY-27): which side to join, and which one others are likely to join."""

from __future__ import annotations

from typing import Final

from dungeon_twister.ai.bots.board.duels import fought, lead_of_attackers, middling, partakers
from dungeon_twister.ai.bots.board.evaluation import Judge
from dungeon_twister.ai.bots.worths import CARD_WORTH, CHANCE_TO_WIN, VICTORY_POINT
from dungeon_twister.rules.engine import actions
from dungeon_twister.rules.engine.board import actions as board_actions
from dungeon_twister.rules.engine.board.alliances import OUT
from dungeon_twister.rules.engine.board.combat import attacks, fighters_of
from dungeon_twister.rules.engine.board.decisions import JOINING
from dungeon_twister.rules.engine.board.state import BoardState
from dungeon_twister.rules.engine.game import apply, legal

TRUMP: Final = 60  # a card that decides every combat, for the sake of thinking
RISK: Final = 0.8 * VICTORY_POINT  # what a player may think to lose with every character, besides the others' points
LEAST: Final = 0.3 * VICTORY_POINT  # what joining must promise before one thinks others do it


def choose_side(judge: Judge, s: BoardState, me: int) -> int:
    """The side that promises most, staying out among them."""
    best, chosen = 0.0, -1
    for choice in legal(s):
        after = s.copy()
        apply(after, choice)
        worth = expected(judge, foreseen(after), me)
        if actions.first_of(choice) != OUT:
            worth -= CARD_WORTH[middling(s, me)]
        if chosen < 0 or worth > best:
            best, chosen = worth, choice
    return chosen


def foreseen(s: BoardState) -> BoardState:
    """The combat when everybody who is still asked does what seems good for him."""
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
    """What a player may hope for when he joins and everybody after him stays out."""
    after = s.copy()
    apply(after, choice)
    while after.decision() == JOINING:
        apply(after, actions.pack(board_actions.JOIN, OUT))
    attacking = attacks(after, player)
    chance = chance_of_attackers(after)
    if not attacking:
        chance = 1 - chance
    victims = sum(len(fighters_of(after, other)) for other in partakers(after) if attacks(after, other) != attacking)
    return chance * victims * VICTORY_POINT - (1 - chance) * len(fighters_of(after, player)) * RISK


def chance_of_attackers(s: BoardState) -> float:
    """How likely the attackers win, as far as strengths and hands tell."""
    lead = lead_of_attackers(s, {player: middling(s, player) for player in partakers(s)})
    return CHANCE_TO_WIN[max(0, min(24, lead + 12))]


def expected(judge: Judge, s: BoardState, me: int) -> float:
    """What a combat is worth to somebody, whether he takes part or not, before any card lies."""
    chance = chance_of_attackers(s)
    worth = 0.0
    for attackers_win, part in ((True, chance), (False, 1 - chance)):
        after = fought(s, {player: TRUMP if attacks(s, player) == attackers_win else 0 for player in partakers(s)})
        after.take_hands(s)
        worth += part * judge.value(after, me)
    return worth
