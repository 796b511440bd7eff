"""How the net reaches the hall: the application with its routes, sockets, pages and headers."""

from __future__ import annotations

from dungeon_twister.server.transport.app import make_app, make_game_service
from dungeon_twister.server.transport.catalogue import warm_up
from dungeon_twister.server.transport.connections import Doors, guarded_protocol
from dungeon_twister.server.transport.direct import direct_protocol
from dungeon_twister.server.transport.service import Service
from dungeon_twister.server.transport.watching import make_watching

__all__ = [
    "Doors",
    "Service",
    "direct_protocol",
    "guarded_protocol",
    "make_app",
    "make_game_service",
    "make_watching",
    "warm_up",
]
