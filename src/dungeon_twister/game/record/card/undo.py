"""Which choices of the Card Game may be taken back (ACT-2a)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from dungeon_twister.rules.engine import actions
from dungeon_twister.rules.engine.card.events import ITEM_SHOWN
from dungeon_twister.rules.engine.card.state import CardState, card_of
from dungeon_twister.rules.engine.choice_kinds import FINAL
from dungeon_twister.rules.engine.decisions import ACT, TRAVEL
from dungeon_twister.rules.engine.game import apply
from dungeon_twister.rules.engine.rules import rules_of
from dungeon_twister.rules.engine.state import State
from dungeon_twister.rules.visibility.card import has_secrets, hides

REFUSAL: Final = "There is nothing you may take back: somebody has learned or decided something since (ACT-2a)."


def may_take_back(after: State, action: int, before: Callable[[], State]) -> bool:
    """Return whether a choice that no other decision has followed may be taken back: only actions of characters, no rotations,
    and nothing that showed a player something new (ACT-2a)."""
    kind = rules_of(after.setting).table[actions.kind_of(action)]
    if kind.when not in (ACT, TRAVEL) or kind.traits & FINAL:
        return False
    return not has_secrets(card_of(after)) or not _shows(card_of(before()), action)


def _shows(state: CardState, action: int) -> bool:
    """Return whether the choice shows a player an object or a character that was hidden before (OPT-12)."""
    hidden = _hidden(state)
    state.events = []
    apply(state, action)
    return any(kind == ITEM_SHOWN for kind, *_ in state.events) or bool(hidden - _hidden(state))


def _hidden(state: CardState) -> set[tuple[int, int]]:
    """Return the pairs of a viewer and a token that is hidden from this viewer."""
    tokens = range(state.setting.tokens)
    return {(viewer, token) for viewer in range(state.setting.players) for token in tokens if hides(state, token, viewer)}
