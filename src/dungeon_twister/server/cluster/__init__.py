"""Cluster routing: which of the processes on one database serves which game (docs/processes.md)."""

from __future__ import annotations

from dungeon_twister.server.cluster.cluster_router import ClusterRouter
from dungeon_twister.server.cluster.game_router import GameRouter
from dungeon_twister.server.cluster.own_address import member_address
from dungeon_twister.server.cluster.peer_calls import KEY, PATH, MemberError, call
from dungeon_twister.server.cluster.rendezvous_hash import LOBBY, home_of

__all__ = ["KEY", "LOBBY", "PATH", "GameRouter", "MemberError", "ClusterRouter", "call", "home_of", "member_address"]
