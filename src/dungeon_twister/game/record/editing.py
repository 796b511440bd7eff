"""Edits of a position, one per line (docs/positions.md): where a token is, how a room lies, what a player has, whose turn it
is.

The result is written and read again, so it is a valid position, or else an error with a sentence.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from dungeon_twister.game.record.editions import edition_of
from dungeon_twister.game.record.position import read_position, write_position
from dungeon_twister.rules.engine.setting import COMBAT_CARDS
from dungeon_twister.rules.engine.shared.duel import cards_in
from dungeon_twister.rules.engine.state import State
from dungeon_twister.rules.geometry.text import TextError

VERBS: Final = "clear, put, give, wound, heal, mark, room, gate, walls, turn, or a colour"


def edited(state: State, lines: Sequence[str]) -> str:
    """Return the position with all these changes, as text. Raise a TextError for a wrong change; the state does not change."""
    changed = state.copy()
    for line in lines:
        words = line.split()
        try:
            known = edition_of(state).edit(changed, words)
        except ValueError as error:
            raise TextError(error.problem if isinstance(error, TextError) else str(error)) from None
        if not known:
            raise TextError(f"{line[:40]!r} is no change of a position ({VERBS})")
        if words[0] in state.setting.colours and "combat" in words:
            _count_used(changed, state.setting.colours.index(words[0]))
    text = write_position(changed)
    try:
        again = read_position(text)
    except TextError as error:
        raise TextError(error.problem) from None
    if write_position(again) != text or (again.loc, again.status) != (changed.loc, changed.status):
        raise TextError("such a position cannot be written down")
    return text


def _count_used(state: State, player: int) -> None:
    """COMBAT-9: set the combat cards that are not in hand as used."""
    left = list(COMBAT_CARDS)
    for card in cards_in(state.combat_hand[player]):
        if card in left:
            left.remove(card)
    state.set_used(player, sum(1 << 2 * card for card in left))
