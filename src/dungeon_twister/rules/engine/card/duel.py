"""The card phase of a combat (CMB-10 to CMB-13): Killer rage, Mind control, Combat skills, and laying the cards."""

from __future__ import annotations

from typing import Final

from dungeon_twister.rules.engine import actions
from dungeon_twister.rules.engine.card import actions as card_actions
from dungeon_twister.rules.engine.card.decisions import NAMING, RAGING
from dungeon_twister.rules.engine.card.events import HAND_SHOWN, NAMED, RAGED
from dungeon_twister.rules.engine.card.pieces import COMBAT_SKILLS, CONTROLS_MINDS, RAGES
from dungeon_twister.rules.engine.card.players import opponent
from dungeon_twister.rules.engine.card.refusals import CARD_FORCED, NO_SUCH_VALUE, ONE_CARD, TWO_CARDS
from dungeon_twister.rules.engine.card.state import SHOOTING, CardState
from dungeon_twister.rules.engine.card.values import fighters_of, is_one_on_one
from dungeon_twister.rules.engine.decisions import CHOOSE_COMBAT, frame, frame_kind
from dungeon_twister.rules.engine.events import COMBAT_CHOSEN
from dungeon_twister.rules.engine.refusals import COMBAT_CARD_NOT_IN_HAND, LEGAL
from dungeon_twister.rules.engine.shared.duel import cards_in, copies

# one or two laid cards as one number
CARD_MASK: Final = 15
SECOND_CARD_SHIFT: Final = 4

# -- the order of the phase ---------------------------------------------------------------------------------------------


def begin_card_phase(s: CardState) -> None:
    """CMB-10: announcement before naming, naming before laying; a combat started by a shot only has the laying (RNG-8)."""
    attacker = s.setting.owner[s.attacker]
    s.stack += _laying(s)
    if s.manner == SHOOTING or not is_one_on_one(s):
        return
    telepath = mind_controller(s)
    if telepath >= 0:
        s.stack.append(frame(NAMING, s.setting.owner[telepath]))
    if s.abilities(s.attacker) & RAGES and len(cards_in(s.combat_hand[attacker])) > 1:
        s.stack.append(frame(RAGING, attacker))


def mind_controller(s: CardState) -> int:
    """CMB-10.2, TLP-1: Return the unwounded Telepath of a one-on-one combat, if there is exactly one; or -1."""
    found = [man for man in (s.attacker, s.defender) if s.abilities(man) & CONTROLS_MINDS]
    return found[0] if len(found) == 1 else -1


def skilled_side(s: CardState) -> int:
    """CMB-10.3, WPM-1: Return the player who sees the other's cards before laying, or -1; never a player with a forced card."""
    if s.manner == SHOOTING:
        return -1
    sides = [player for player in (0, 1) if any(s.abilities(man) & COMBAT_SKILLS for man in fighters_of(s, player))]
    return sides[0] if len(sides) == 1 and not card_forced(s, sides[0]) else -1


def laying_order(s: CardState) -> tuple[int, int]:
    """Return the players in the order of laying: the side without Combat skills first; if both lay unseen, the attacker is
    asked first."""
    attacker = s.setting.owner[s.attacker]
    if skilled_side(s) == attacker:
        return opponent(attacker), attacker
    return attacker, opponent(attacker)


def _laying(s: CardState) -> list[int]:
    """Return the decisions of laying, the last one first."""
    first, second = laying_order(s)
    return [frame(CHOOSE_COMBAT, second), frame(CHOOSE_COMBAT, first)]


# -- announcing and naming ----------------------------------------------------------------------------------------------


def rage_choices(s: CardState) -> list[int]:
    return [actions.pack(card_actions.RAGE, 1), actions.pack(card_actions.RAGE, 2)]


def announce(s: CardState, cards: int) -> None:
    """CMB-10.1, BER-1: announce one or two cards, openly."""
    s.stack.pop()
    s.rage = cards
    s.note(RAGED, s.setting.owner[s.attacker], cards)


def name_choices(s: CardState) -> list[int]:
    return [actions.pack(card_actions.NAME, value) for value in range(7)]


def refuse_number(number: int, low: int, high: int) -> int:
    return LEGAL if low <= number <= high else NO_SUCH_VALUE


def name(s: CardState, value: int) -> None:
    """CMB-10.2: the other player must lay the named card, or else shows the hand to the player who named it."""
    player = s.decider()
    other = opponent(player)
    s.stack.pop()
    s.named = value
    s.note(NAMED, player, value)
    if value and copies(s.combat_hand[other], value):
        s.forced = value
        s.stack[-2:] = _laying(s)  # a forced card is laid without seeing the other's card (WPM-1)
    elif value:
        s.peek = player
        s.note(HAND_SHOWN, other)


# -- laying -------------------------------------------------------------------------------------------------------------


def cards_to_lay(s: CardState, player: int) -> int:
    """CMB-11: Return how many cards a player lays: one, or the two that a raging attacker announced."""
    return s.rage if player == s.setting.owner[s.attacker] else 1


def card_forced(s: CardState, player: int) -> int:
    """CMB-10.2, CMB-12: Return the card the player must lay, alone or as one of two; 0 for none."""
    if not s.forced:
        return 0
    return 0 if s.setting.owner[mind_controller(s)] == player else s.forced


def combat_choices(s: CardState) -> list[int]:
    player = s.decider()
    hand, forced = s.combat_hand[player], card_forced(s, player)
    values = [card for card in range(7) if copies(hand, card)]
    if cards_to_lay(s, player) == 1:
        return [actions.pack(actions.COMBAT, forced)] if forced else [actions.pack(actions.COMBAT, card) for card in values]
    return [
        actions.pack(actions.COMBAT, high, low + 1)
        for high in values
        for low in values
        if (low < high or (low == high and copies(hand, low) > 1)) and (not forced or forced in (high, low))
    ]


def refuse_cards(s: CardState, card: int, second: int) -> int:
    """CMB-11, CMB-12: refuse these cards, or return LEGAL; `second` is the other of two cards, or -1."""
    player = s.decider()
    hand, forced = s.combat_hand[player], card_forced(s, player)
    if cards_to_lay(s, player) == 1 and second >= 0:
        return ONE_CARD
    if cards_to_lay(s, player) == 2 and (second < 0 or second > card):
        return TWO_CARDS
    if card > 6 or not copies(hand, card) or (second >= 0 and not copies(hand, second)):
        return COMBAT_CARD_NOT_IN_HAND
    if second == card and copies(hand, card) < 2:
        return COMBAT_CARD_NOT_IN_HAND
    return CARD_FORCED if forced and forced not in (card, second) else LEGAL


def laid(card: int, second: int) -> int:
    """Pack one or two laid cards into one number."""
    return card | (second + 1) << SECOND_CARD_SHIFT


def laid_cards(packed: int) -> list[int]:
    """Return the cards in such a number; none before they are laid."""
    if packed < 0:
        return []
    card, second = packed & CARD_MASK, (packed >> SECOND_CARD_SHIFT) - 1
    return [card] if second < 0 else [card, second]


def lay_cards(s: CardState, card: int, second: int) -> bool:
    """Lay the cards face down. True when both sides have laid theirs."""
    player = s.decider()
    s.stack.pop()
    s.set_chosen(player, laid(card, second))
    s.note(COMBAT_CHOSEN, player, card, second)
    return frame_kind(s.stack[-1]) != CHOOSE_COMBAT
