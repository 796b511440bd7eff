"""The game service: games, seats, commands, clocks and subscriptions. It knows no sockets and no
routes."""

from __future__ import annotations

from dungeon_twister.server.games.caller import NOBODY, Caller
from dungeon_twister.server.games.game_service import SPECTATOR, GameService
from dungeon_twister.server.games.lobby.game_creation import MOST_TOKENS
from dungeon_twister.server.games.lobby.pairing import CONTRIBUTE_SECONDS, Seeker
from dungeon_twister.server.games.queries.game_queries import LONGEST_DECLARED
from dungeon_twister.server.games.queries.public_shelf import PublicShelf, ShelfPolicy

__all__ = [
    "CONTRIBUTE_SECONDS",
    "LONGEST_DECLARED",
    "GameService",
    "MOST_TOKENS",
    "NOBODY",
    "SPECTATOR",
    "PublicShelf",
    "Seeker",
    "ShelfPolicy",
    "Caller",
]
