"""The games themselves: the hall, who sits where, what a command does, clocks, who hears of it. No socket, no route."""

from __future__ import annotations

from dungeon_twister.server.games.guide import LONGEST_DECLARED
from dungeon_twister.server.games.hall import SPECTATOR, Hall
from dungeon_twister.server.games.pairing import CONTRIBUTE_SECONDS, Seeker
from dungeon_twister.server.games.reception import MOST_TOKENS
from dungeon_twister.server.games.who import NOBODY, Who

__all__ = ["CONTRIBUTE_SECONDS", "LONGEST_DECLARED", "Hall", "MOST_TOKENS", "NOBODY", "SPECTATOR", "Seeker", "Who"]
