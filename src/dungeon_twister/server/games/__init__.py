"""The game service: games, seats, commands, clocks and subscriptions. It knows no sockets and no
routes."""

from __future__ import annotations

from dungeon_twister.server.games.caller import NOBODY, Caller
from dungeon_twister.server.games.game_creation import MOST_TOKENS
from dungeon_twister.server.games.game_queries import LONGEST_DECLARED
from dungeon_twister.server.games.game_service import SPECTATOR, GameService
from dungeon_twister.server.games.pairing import CONTRIBUTE_SECONDS, Seeker

__all__ = ["CONTRIBUTE_SECONDS", "LONGEST_DECLARED", "GameService", "MOST_TOKENS", "NOBODY", "SPECTATOR", "Seeker", "Caller"]
