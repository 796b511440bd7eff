"""What a player may take back: each game's own rule, one choice at a time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from dungeon_twister.engine import actions
from dungeon_twister.engine.card.events import ITEM_SHOWN
from dungeon_twister.engine.card.state import CardState
from dungeon_twister.engine.game import apply
from dungeon_twister.engine.state import State
from dungeon_twister.knowledge.card import has_secrets, hides

# Board game: nobody takes these back: what they show cannot be unseen, and a rotation is final in any case (ACT-8).
FINAL_KINDS: Final = (actions.ROTATE, actions.COMBAT, actions.TIMEOUT, actions.RESIGN, actions.AGREE_DRAW)


def may_take_back(after: State, action: int, before: Callable[[], State]) -> bool:
    """May the last choice be taken back? `before` makes the state before it, which is not always needed.

    In the board game until anybody else has decided something (ACT-8a); in the Card Game only inside an unfinished Move or
    wall-walk, and not beyond a choice that showed a player something new (ACT-2).
    """
    if not isinstance(after, CardState):
        return actions.kind_of(action) not in FINAL_KINDS
    if after.mover < 0:
        return False
    return not has_secrets(after) or not _shows(before(), action)


def _shows(state: State, action: int) -> bool:
    """Does the choice show anybody an object or a character that was hidden from him (OPT-12)?"""
    assert isinstance(state, CardState)
    hidden = _hidden(state)
    state.events = []
    apply(state, action)
    return any(kind == ITEM_SHOWN for kind, *_ in state.events) or bool(hidden - _hidden(state))


def _hidden(state: CardState) -> set[tuple[int, int]]:
    """Who may not know which token."""
    tokens = range(state.setting.tokens)
    return {(viewer, token) for viewer in range(state.setting.players) for token in tokens if hides(state, token, viewer)}


def why_not_undo(state: State) -> str:
    if isinstance(state, CardState):
        return "There is nothing you may take back: only the choices of a Move that is still under way (ACT-2)."
    return "There is nothing you may take back: somebody has learned or decided something since (ACT-8a)."
