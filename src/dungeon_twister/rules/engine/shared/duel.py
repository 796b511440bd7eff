"""The card choice of a combat: chosen in secret, revealed together, discarded except the 0 (COMBAT-6, COMBAT-8)."""

from __future__ import annotations

from dungeon_twister.rules.engine import actions
from dungeon_twister.rules.engine.decisions import CHOOSE_COMBAT, frame_kind
from dungeon_twister.rules.engine.events import COMBAT_CHOSEN, COMBAT_SHOWN
from dungeon_twister.rules.engine.refusals import COMBAT_CARD_NOT_IN_HAND, LEGAL
from dungeon_twister.rules.engine.state import State


def copies(hand: int, card: int) -> int:
    """Return how many cards of a value a packed hand holds (two bits for each value)."""
    return hand >> 2 * card & 3


def cards_in(hand: int) -> list[int]:
    """Return the cards of a packed hand in order."""
    return [card for card in range(7) for _ in range(hand >> 2 * card & 3)]


def combat_choices(s: State) -> list[int]:
    hand = s.combat_hand[s.decider()]
    return [actions.pack(actions.COMBAT, card) for card in range(7) if copies(hand, card)]


def refuse_combat_card(s: State, card: int) -> int:
    """COMBAT-6: exactly one card from hand; the 0 is always there."""
    return LEGAL if card < 7 and copies(s.combat_hand[s.decider()], card) else COMBAT_CARD_NOT_IN_HAND


def choose_combat_card(s: State, card: int) -> bool:
    """Lay the card face down. True when all players have chosen."""
    player = s.decider()
    s.stack.pop()
    s.set_chosen(player, card)
    s.note(COMBAT_CHOSEN, player, card)
    return frame_kind(s.stack[-1]) != CHOOSE_COMBAT


def spend(s: State, player: int, card: int) -> None:
    """Discard a card from hand, which is progress; the 0 stays in hand (TURN-9, STALL-5). Ignore values above 6, with which the
    guide predicts combats."""
    if 0 < card < 7:
        s.set_combat_hand(player, s.combat_hand[player] - (1 << 2 * card))
        s.set_used(player, s.used[player] + (1 << 2 * card))
        s.progress = True


def reveal_cards(s: State, players: list[int], values: list[int]) -> list[int]:
    """Turn the chosen cards up and discard them; the 0 returns to hand (COMBAT-8, TURN-9). Return the cards."""
    cards: list[int] = []
    for player, value in zip(players, values, strict=True):
        card = s.chosen[player]
        s.set_chosen(player, -1)
        cards.append(card)
        spend(s, player, card)
        s.note(COMBAT_SHOWN, player, card, value + card)
    return cards
