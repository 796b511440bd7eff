"""The routes that need a server: people, other devices, clubs, push messages."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from dungeon_twister.server.endpoints import (
    catalogue_routes,
    lobby_routes,
    moderation_routes,
    people_routes,
    push_routes,
    recovery_routes,
    shelf_routes,
    transfer_routes,
)
from dungeon_twister.server.endpoints.route import Call, FixedJson, Route, get
from dungeon_twister.server.schema import protocol_schema


@lru_cache(maxsize=1)
def the_schema() -> FixedJson:
    return FixedJson(protocol_schema())


def warm_up() -> None:
    """Build in advance the answers that take long."""
    the_schema()
    catalogue_routes.warm_up()


@get("/protocol.json", shows=dict)
async def protocol_json(call: Call) -> FixedJson:
    """Return the JSON Schema of the socket's messages."""
    return the_schema()


SERVER_ROUTES: Final[tuple[Route, ...]] = (
    protocol_json,
    *people_routes.ROUTES,
    *transfer_routes.ROUTES,
    *recovery_routes.ROUTES,
    *lobby_routes.ROUTES,
    *push_routes.ROUTES,
    *moderation_routes.ROUTES,
    *shelf_routes.ROUTES,
)
