"""A hash of everything the rules remember, made of names and coordinates and not of the engine's own numbers.

Records carry it to prove a replay, so it must come out the same on every later version: neither a change of how things are
numbered or packed inside touches it, nor a piece, a room or a scenario that comes later. It is the hash of a description, and
of descriptions there are two formats: the first named every token that a player could have chosen, the second names only what
is in that game.
"""

from __future__ import annotations

from typing import Final

from dungeon_twister.rules.engine.board.digest import describe_board
from dungeon_twister.rules.engine.by_edition import ByEdition
from dungeon_twister.rules.engine.card.digest import describe_card
from dungeon_twister.rules.engine.shared.description import NEWEST, Describe, hashed
from dungeon_twister.rules.engine.state import State

__all__ = ["NEWEST", "describe", "digest"]

_DESCRIBE: Final[ByEdition[Describe]] = ByEdition(board=describe_board, card=describe_card)


def digest(s: State, version: int = NEWEST) -> str:
    """A short hash of the description: equal games have equal hashes."""
    return hashed(describe(s, version))


def describe(s: State, version: int = NEWEST) -> list[str]:
    """Everything the rules remember, a line each, as the game of this state tells it in a format."""
    assert 1 <= version <= NEWEST
    return _DESCRIBE.of(s)(s, version)
