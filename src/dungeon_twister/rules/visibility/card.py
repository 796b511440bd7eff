"""Visibility in the Card Game alone: teams, secret objects and their wounded carriers, laid combat cards, shown hands.

With secret objects (OPT-10) only its player knows what a character carries, and which character a wounded card is.
"""

from __future__ import annotations

from dungeon_twister.rules.engine.card.decisions import FACING, SELECT
from dungeon_twister.rules.engine.card.duel import skilled_side
from dungeon_twister.rules.engine.card.pieces import BOW, SHIELD, SPEAR
from dungeon_twister.rules.engine.card.state import SHOOTING, SHOWN, CardState, card_of
from dungeon_twister.rules.engine.decisions import frame_kind
from dungeon_twister.rules.engine.state import SPARE, SUPPLY, UNDER, WOUNDED, State
from dungeon_twister.rules.geometry.zone_plan import UNKNOWN
from dungeon_twister.rules.visibility import shared
from dungeon_twister.rules.visibility.shared import ALL_KNOWING, is_of


def has_secrets(state: State) -> bool:
    """Return whether the order of a list could reveal secrets (OPT-10). Lists are then ordered by the names the viewer
    knows."""
    return card_of(state).card_setting.secret


def is_open(state: State) -> bool:
    """Return whether both players may see the same at this moment: while open teams are picked (HID-1)."""
    return state.decision() == SELECT and card_of(state).card_setting.open_teams


# -- tokens ---------------------------------------------------------------------------------------------------------------


def hides(state: CardState, token: int, viewer: int) -> bool:
    """Return whether a character or object in play is hidden from a viewer (OPT-10, OPT-11). A shield that was shown this turn
    stays known (OPT-13), and the weapons of a combat during the combat (OPT-12)."""
    if not state.card_setting.secret or viewer == ALL_KNOWING or not state.in_play(token) or state.status[token] & SHOWN:
        return False
    if state.setting.is_character[token]:
        return bool(state.status[token] & WOUNDED) and state.setting.owner[token] != viewer
    carrier = state.carrier[token]
    if carrier < 0 or state.setting.owner[carrier] == viewer:
        return False
    weapon = BOW if state.manner == SHOOTING else SPEAR
    uses_it = (state.shooters & ~state.crossbows) >> carrier & 1
    return not (uses_it and state.setting.capabilities[token] & weapon)


def knows_token(state: CardState, token: int, viewer: int) -> bool:
    """Return whether a viewer may call a character or object in play by its name (SET-9, OPT-10)."""
    return shared.knows_starter(state, token, viewer) and not hides(state, token, viewer)


def may_ask_for(state: CardState, token: int, viewer: int) -> bool:
    """Return whether a viewer may name a token. With secret objects, players may name only what they see or own, so that naming
    reveals nothing (OPT-10)."""
    if not state.card_setting.secret or viewer == ALL_KNOWING:
        return True
    if state.in_play(token) and knows_token(state, token, viewer):
        return True
    if state.loc[token] >= UNDER and state.maze.room_of[state.loc[token] - UNDER] != UNKNOWN:
        return True  # a card to be placed is visible to all, as its room is turned up (SET-8)
    at_hand = state.setting.is_character[token] or state.loc[token] in (SUPPLY, SPARE)
    return state.setting.owner[token] == viewer and at_hand


def knows_team(state: CardState, player: int, viewer: int) -> bool:
    """Return whether a viewer knows the cards a player has picked (HID-1, SEL-1, SEL-4). In full frontal only the player
    does."""
    return state.card_setting.open_teams or is_of(player, viewer)


def knows_facing(state: CardState, token: int, viewer: int) -> bool:
    """Return whether a viewer knows which letter a starting character faces. All are shown when all are chosen (SET-9)."""
    return shared.owns(state, token, viewer) or not any(frame_kind(packed) == FACING for packed in state.stack)


def knows_rescued(state: CardState, token: int, viewer: int) -> bool:
    """Return whether a rescued token is known: a hidden wounded character stays hidden (OPT-12 lists what is shown)."""
    return not state.card_setting.secret or shared.owns(state, token, viewer)


def knows_removed(state: CardState, token: int, viewer: int) -> bool:
    """Return whether a token out of the game is known: eliminated characters are; discarded objects may never have been shown
    (OPT-12)."""
    return not state.card_setting.secret or state.setting.is_character[token] or viewer == ALL_KNOWING


def knows_passed(state: CardState, item: int, hands: list[int], viewer: int) -> bool:
    """Return whether a viewer knows an item that changes hands: its holders do, others only if they see it now (HID-1)."""
    return any(shared.owns(state, hand, viewer) for hand in hands) or knows_token(state, item, viewer)


def knows_spreads(state: CardState, viewer: int) -> bool:
    """Return whether a viewer knows the distributions of a journey; with secret objects, only the mover's player does
    (HID-3)."""
    return not state.card_setting.secret or shared.owns(state, state.mover, viewer)


def knows_shield(state: CardState, thing: int, viewer: int) -> bool:
    """Return whether a viewer could know before a shot that a carried object wards it off (OPT-13)."""
    hidden = state.card_setting.secret and state.setting.capabilities[thing] & SHIELD
    return not hidden or shared.owns(state, state.carrier[thing], viewer)


# -- combat ---------------------------------------------------------------------------------------------------------------


def knows_gear(state: CardState, player: int, viewer: int) -> bool:
    """Return whether a viewer counts a player's Swords and Armors. Hidden ones are shown when the totals are added (OPT-12)."""
    return not state.card_setting.secret or is_of(player, viewer)


def sees_hand(state: CardState, viewer: int) -> bool:
    """Return whether Mind control shows a viewer the other player's hand now (CMB-10.2)."""
    return viewer >= 0 and state.peek == viewer


def knows_hand(state: State, player: int, viewer: int) -> bool:
    """Return whether a viewer knows a hand: by the rule of both games, or because Mind control shows it (CMB-10.2)."""
    return shared.knows_hand(state, player, viewer) or sees_hand(card_of(state), viewer)


def may_look(state: CardState, viewer: int) -> bool:
    """Return whether Combat skills show a viewer the cards the other player has laid (CMB-10.3)."""
    return viewer >= 0 and state.attacker >= 0 and skilled_side(state) == viewer


def knows_chosen(state: State, player: int, viewer: int) -> bool:
    """Return whether a viewer knows the laid cards: by the rule of both games, or by Combat skills (CMB-10.3)."""
    return shared.knows_chosen(state, player, viewer) or may_look(card_of(state), viewer)
