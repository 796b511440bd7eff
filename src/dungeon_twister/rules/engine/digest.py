"""The hash of everything the rules remember, computed from names and coordinates, not from the engine's own numbers.

Records carry it to prove a replay, so every later version must compute the same hash, even if numbering or packing changes or
pieces, rooms and scenarios are added. It hashes a description of the state. Descriptions have two formats: the first names
every token that a player could have chosen, the second only the tokens of that game.
"""

from __future__ import annotations

from dungeon_twister.rules.engine.rules import rules_of
from dungeon_twister.rules.engine.shared.description import NEWEST, hashed
from dungeon_twister.rules.engine.state import State

__all__ = ["NEWEST", "describe", "digest"]


def digest(s: State, version: int = NEWEST) -> str:
    """Return a short hash of the description. Equal games have equal hashes."""
    return hashed(describe(s, version))


def describe(s: State, version: int = NEWEST) -> list[str]:
    """Describe everything the rules remember in a format, one item per line."""
    assert 1 <= version <= NEWEST
    return rules_of(s.setting).describe(s, version)
