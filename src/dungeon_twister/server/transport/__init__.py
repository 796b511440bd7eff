"""How the net reaches the hall: the application with its routes, sockets, pages and headers."""

from __future__ import annotations

from dungeon_twister.server.transport.app import make_app, make_hall
from dungeon_twister.server.transport.catalogue import warm_up
from dungeon_twister.server.transport.connections import Doors, guarded_protocol

__all__ = ["Doors", "guarded_protocol", "make_app", "make_hall", "warm_up"]
