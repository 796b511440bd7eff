"""Undo: what a player may take back by the rules of each game, one choice at a time."""

from __future__ import annotations

from dungeon_twister.game.record.editions import StateBefore, edition_of
from dungeon_twister.game.record.notation import choice_text, to_choice
from dungeon_twister.rules import visibility
from dungeon_twister.rules.engine.state import State


def may_take_back(after: State, action: int, before: StateBefore) -> bool:
    """Return whether the last choice may be taken back. `before` computes the state before it, which is not always needed."""
    return edition_of(after).may_take_back(after, action, before)


def undo_refusal(state: State) -> str:
    """Return the sentence for a game in which nothing can be taken back."""
    return edition_of(state).undo_refusal


def text_for_maker(after: State, action: int, text: str, who: int, before: StateBefore) -> str:
    """Return the last choice as text, with the names its maker may know: secret objects are taken unseen (OPT-12)."""
    return choice_text(to_choice(before(), action, who)) if visibility.has_secrets(after) else text
