"""HTTP and WebSocket transport of the game service: the application with its routes, sockets, pages
and headers."""

from __future__ import annotations

from dungeon_twister.server.endpoints.server_table import warm_up
from dungeon_twister.server.transport.app import make_app, make_game_service
from dungeon_twister.server.transport.connection_limits import ConnectionLimits, guarded_protocol
from dungeon_twister.server.transport.health_routes import make_monitoring_app
from dungeon_twister.server.transport.raw_websocket import raw_websocket_protocol
from dungeon_twister.server.transport.server_context import ServerContext

__all__ = [
    "ConnectionLimits",
    "ServerContext",
    "raw_websocket_protocol",
    "guarded_protocol",
    "make_app",
    "make_game_service",
    "make_monitoring_app",
    "warm_up",
]
