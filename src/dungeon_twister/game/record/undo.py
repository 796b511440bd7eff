"""Undo: each game's own rule about what a player may take back, one choice at a time."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from dungeon_twister.game.record.notation import choice_text, to_choice
from dungeon_twister.rules import visibility
from dungeon_twister.rules.engine import actions
from dungeon_twister.rules.engine.by_edition import ByEdition
from dungeon_twister.rules.engine.card.events import ITEM_SHOWN
from dungeon_twister.rules.engine.card.state import CardState, card_of
from dungeon_twister.rules.engine.choice_kinds import FINAL
from dungeon_twister.rules.engine.decisions import ACT, TRAVEL
from dungeon_twister.rules.engine.game import apply
from dungeon_twister.rules.engine.rules import rules_of
from dungeon_twister.rules.engine.state import State
from dungeon_twister.rules.visibility.card import has_secrets, hides

BeforeIt = Callable[[], State]


class Undoing(NamedTuple):
    """The rule of undo of one game."""

    may_take_back: Callable[[State, int, BeforeIt], bool]
    nothing: str  # the sentence if there is nothing to take back


def may_take_back(after: State, action: int, before: BeforeIt) -> bool:
    """Return whether the last choice may be taken back. `before` computes the state before it, which is not always needed."""
    return UNDOING.of(after).may_take_back(after, action, before)


def undo_refusal(state: State) -> str:
    return UNDOING.of(state).nothing


def text_for_maker(after: State, action: int, text: str, who: int, before: BeforeIt) -> str:
    """Return the last choice as text, with the names its maker may know: secret objects are taken unseen (OPT-12)."""
    return choice_text(to_choice(before(), action, who)) if visibility.has_secrets(after) else text


def _in_board_game(after: State, action: int, before: BeforeIt) -> bool:
    """Return whether a choice that no other decision has followed may be taken back (ACT-8a): not if it reveals something."""
    return not rules_of(after.setting).table[actions.kind_of(action)].traits & FINAL


def _in_card_game(after: State, action: int, before: BeforeIt) -> bool:
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


UNDOING = ByEdition(
    board=Undoing(
        _in_board_game, "There is nothing you may take back: somebody has learned or decided something since (ACT-8a)."
    ),
    card=Undoing(
        _in_card_game, "There is nothing you may take back: somebody has learned or decided something since (ACT-2a)."
    ),
)
