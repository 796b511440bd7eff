"""Rendezvous hashing: processes that know the same members agree on the home of each game.

If a member joins or leaves, only the games of that member move.
"""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha256
from typing import Final

REMEMBERED: Final = 65_536  # games
LOBBY: Final = "lobby"  # the lobby is routed like a game, so that all waiting players are in one process


@lru_cache(REMEMBERED)
def home_of(game: str, members: tuple[str, ...]) -> str:
    """Return the member with the highest hash of its name and the game."""
    return max(members, key=lambda member: sha256(f"{member}/{game}".encode()).digest())
