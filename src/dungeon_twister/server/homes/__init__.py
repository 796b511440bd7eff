"""Which process looks after a game: every game has one home among the processes that serve a database (docs/processes.md)."""

from __future__ import annotations

from dungeon_twister.server.homes.addresses import member_address
from dungeon_twister.server.homes.alone import Homes
from dungeon_twister.server.homes.calling import KEY, PATH, MemberError, call
from dungeon_twister.server.homes.members import Members
from dungeon_twister.server.homes.rendezvous import LOBBY, home_of

__all__ = ["KEY", "LOBBY", "PATH", "Homes", "MemberError", "Members", "call", "home_of", "member_address"]
