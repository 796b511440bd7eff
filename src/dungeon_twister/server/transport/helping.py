"""The routes for hints and threats."""

from __future__ import annotations

from typing import Final

from litestar import get, post
from litestar.params import JSONBody
from litestar.status_codes import HTTP_200_OK

from dungeon_twister.server.limits import household
from dungeon_twister.server.protocol import Hinted, HintWish, Threatened
from dungeon_twister.server.transport.http import (
    SEAT,
    AnyRequest,
    Name,
    Shared,
    Version,
    address_of,
    failures,
    needed_token,
)


@post(
    "/games/{game_id:str}/hint",
    status_code=HTTP_200_OK,
    security=SEAT,
    responses=failures(400, 401, 403, 404, 409, 413, 422),
)
async def hint(game_id: Name, request: AnyRequest, data: JSONBody[HintWish], service: Shared) -> Hinted:
    """What a strong player would do who sees what the seat sees. For games against bots and at one screen, and where all who
    play have agreed to it."""
    seat = await service.hall.seat_of(game_id, needed_token(request))
    return await service.hall.helper.hint(game_id, seat, data, household(address_of(request)))


@get("/games/{game_id:str}/threats", security=SEAT, responses=failures(400, 401, 403, 404, 409, 422))
async def threats(game_id: Name, request: AnyRequest, service: Shared, version: Version) -> Threatened:
    """What the others could do to the seat in their next turns; under the same conditions."""
    seat = await service.hall.seat_of(game_id, needed_token(request))
    return await service.hall.helper.threats(game_id, seat, version, household(address_of(request)))


HELPING: Final = (hint, threats)
