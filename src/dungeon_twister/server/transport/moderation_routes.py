"""Routes of moderation: report a player, block a player."""

from __future__ import annotations

from typing import Final

from litestar import delete, post
from litestar.handlers import HTTPRouteHandler
from litestar.params import JSONBody
from litestar.status_codes import HTTP_204_NO_CONTENT

from dungeon_twister.server.limits import CHANGED, COST, household
from dungeon_twister.server.protocol import Blocked, Complaint
from dungeon_twister.server.transport.game_routes import (
    MAYBE_PERSON,
    SEAT,
    AnyRequest,
    Name,
    Shared,
    address_of,
    failures,
    needed_token,
    person_of,
)


@post(
    "/games/{game_id:str}/reports",
    status_code=HTTP_204_NO_CONTENT,
    opt={COST: CHANGED},
    security=SEAT,
    responses=failures(400, 401, 403, 404, 413, 422),
)
async def report_player(game_id: Name, request: AnyRequest, data: JSONBody[Complaint], service: Shared) -> None:
    """Report a player to the operator, with the last lines of the chat. The report is confidential."""
    seat = await service.games.seat_of(game_id, needed_token(request))
    service.limits.report(address_of(request))
    await service.games.moderation.report(game_id, seat, data)


@post(
    "/games/{game_id:str}/blocks",
    status_code=HTTP_204_NO_CONTENT,
    opt={COST: CHANGED},
    security=SEAT,
    responses=failures(400, 401, 403, 404, 409, 413, 422),
)
async def block_player(game_id: Name, request: AnyRequest, data: JSONBody[Blocked], service: Shared) -> None:
    """Block a player from games that are created from here."""
    seat = await service.games.seat_of(game_id, needed_token(request))
    service.limits.report(address_of(request))
    await service.games.moderation.block(game_id, seat, data.colour, household(address_of(request)))


@delete("/blocks", opt={COST: CHANGED}, security=MAYBE_PERSON, responses=failures(400, 401))
async def unblock_all(request: AnyRequest, service: Shared) -> None:
    """Remove all blocks made from here."""
    await service.games.moderation.unblock_all(household(address_of(request)), await person_of(request, service))


ORDER: Final[tuple[HTTPRouteHandler, ...]] = (report_player, block_player, unblock_all)
