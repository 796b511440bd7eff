"""A hash of everything the rules remember, made of names and coordinates and not of the engine's own numbers.

Records carry it to prove a replay, so it must come out the same on every later version: a change of how things are numbered
or packed inside does not touch it.
"""

from __future__ import annotations

from dungeon_twister.engine.board.digest import describe_board
from dungeon_twister.engine.board.state import BoardState
from dungeon_twister.engine.card.digest import describe_card
from dungeon_twister.engine.card.state import CardState
from dungeon_twister.engine.shared.description import hashed
from dungeon_twister.engine.state import State


def digest(s: State) -> str:
    """A short hash of the description: equal games have equal hashes."""
    return hashed(describe(s))


def describe(s: State) -> list[str]:
    """Everything the rules remember, a line each, as the game of this state tells it."""
    if isinstance(s, BoardState):
        return describe_board(s)
    assert isinstance(s, CardState)
    return describe_card(s)
