"""Routes of clubs' rooms in the lobby."""

from __future__ import annotations

from typing import Final

from dungeon_twister.server.endpoints.route import Call, get, post
from dungeon_twister.server.limits import CHANGED
from dungeon_twister.server.people_protocol import NewRoom, RoomInfo


@post("/rooms", begins=True, cost=CHANGED, fails=(400, 413, 503))
async def open_room(call: Call, data: NewRoom) -> RoomInfo:
    """Create a room for a club. Its code leads to the games that are listed there."""
    call.service.limits.hourly("rooms", call.address)
    return await call.service.games.lobby.open_room(data.name)


@get("/rooms/{code:str}", fails=(404,))
async def room(call: Call, code: str) -> RoomInfo:
    """Return the room of a code."""
    with call.service.limits.guess(call.address):
        return await call.service.games.lobby.room(code)


ROUTES: Final = (open_room, room)
