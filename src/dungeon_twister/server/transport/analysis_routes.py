"""Routes of hints, threats, and analyses of finished games."""

from __future__ import annotations

from typing import Final

from litestar import Response, get, post
from litestar.params import JSONBody
from litestar.status_codes import HTTP_200_OK

from dungeon_twister.server.analysis_protocol import Analysing, GameAnalysis, Hinted, HintWish, Threatened
from dungeon_twister.server.limits import household
from dungeon_twister.server.transport.game_routes import (
    SEAT,
    AnyRequest,
    Name,
    Shared,
    Version,
    address_of,
    failures,
    needed_token,
    shown,
)


@post(
    "/games/{game_id:str}/hint",
    status_code=HTTP_200_OK,
    security=SEAT,
    responses=failures(400, 401, 403, 404, 409, 413, 422),
)
async def hint(game_id: Name, request: AnyRequest, data: JSONBody[HintWish], service: Shared) -> Hinted:
    """Return the choice of a strong player with the view of the seat. This is available against bots and at one screen, and if
    all players have agreed to it."""
    seat = await service.games.seat_of(game_id, needed_token(request))
    return await service.games.hints.hint(game_id, seat, data, household(address_of(request)))


@get("/games/{game_id:str}/threats", security=SEAT, responses=failures(400, 401, 403, 404, 409, 422))
async def threats(game_id: Name, request: AnyRequest, service: Shared, version: Version) -> Threatened:
    """Return what the others could do to the seat in their next turns, under the same conditions as hints."""
    seat = await service.games.seat_of(game_id, needed_token(request))
    return await service.games.hints.threats(game_id, seat, version, household(address_of(request)))


@get("/replays/{replay_id:str}/analysis", responses={**shown(GameAnalysis), **failures(404, 409, 422)})
async def analysis(replay_id: Name, request: AnyRequest, service: Shared) -> Response[bytes]:
    """Return the analysis of a finished game or of an uploaded record, as far as it has been made. The sums (points over the
    turns, action points, steps, combats with their odds) are available at once."""
    body = await service.games.analyses.look(replay_id, household(address_of(request)))
    return Response(body, media_type="application/json")


@post("/replays/{replay_id:str}/analysis", status_code=HTTP_200_OK, responses=failures(404, 409, 422, 503))
async def analyse(replay_id: Name, request: AnyRequest, service: Shared) -> Analysing:
    """Analyse a finished game turn by turn. The answer comes with the next news, or after two seconds. The analysis continues
    as long as a client asks, and is made once."""
    return await service.games.analyses.go_on(replay_id, household(address_of(request)))


HELPING: Final = (hint, threats, analysis, analyse)
