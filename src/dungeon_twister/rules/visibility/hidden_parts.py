"""The part of a choice that is hidden from other players."""

from __future__ import annotations

from typing import Final

from dungeon_twister.rules.engine import actions
from dungeon_twister.rules.engine.card import actions as card_actions
from dungeon_twister.rules.engine.card.state import card_of
from dungeon_twister.rules.engine.state import State
from dungeon_twister.rules.visibility.card import knows_team
from dungeon_twister.rules.visibility.shared import ALL_KNOWING

NOTHING: Final = ""
CARDS: Final = "cards"  # COMBAT-6, CMB-10
LETTER: Final = "letter"  # SET-9
TOKEN: Final = "token"
HIDDEN_TOKENS: Final = (actions.START, actions.LAY, actions.LEAVE_OUT)  # SETUP-3, SETUP-5, PYR-2; SET-5, SET-6


def hidden_part(state: State, action: int, viewer: int) -> str:
    """Return the part of a choice that a viewer may not know when it is made, from what lies on the table in the state before
    it."""
    kind = actions.kind_of(action)
    if viewer in (ALL_KNOWING, state.decider()):
        return NOTHING
    if kind == actions.COMBAT:
        return CARDS
    if kind == card_actions.FACE:
        return LETTER
    if kind == card_actions.PICK:
        return NOTHING if knows_team(card_of(state), state.decider(), viewer) else TOKEN  # SEL-1, SEL-4
    return TOKEN if kind in HIDDEN_TOKENS else NOTHING
