"""Routes about one's own data: the person of this browser, past games, export and deletion. The key is sent in the
Authorization header only."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec
from litestar import Response, delete, get, post
from litestar.handlers import HTTPRouteHandler
from litestar.params import JSONBody, QueryParameter
from litestar.status_codes import HTTP_200_OK

from dungeon_twister.server.errors import ProtocolError
from dungeon_twister.server.games import Caller
from dungeon_twister.server.limits import CHANGED, COST, LOOKED_UP, MADE
from dungeon_twister.server.people_protocol import (
    Adopted,
    Me,
    Myself,
    NewPerson,
    OldSeats,
    PastGames,
    Renamed,
)
from dungeon_twister.server.transport.game_routes import (
    MINE_BYTES,
    PERSON,
    AnyRequest,
    Name,
    Shared,
    address_of,
    failures,
    person_of,
)
from dungeon_twister.server.transport.server_context import ServerContext

HISTORY: Final = 15.0  # milliseconds of processor time for a page of games
EXPORT: Final = 60.0
Word = Annotated[str, QueryParameter(max_length=80)]


async def somebody(request: AnyRequest, service: ServerContext) -> Caller:
    """Return the caller, who must have a key."""
    who = await person_of(request, service)
    if not who.person:
        raise ProtocolError("needs-person", "This needs the key of a person.", 401)
    return who


@post("/people", opt={COST: CHANGED}, responses=failures(400, 413, 503))
async def begin(request: AnyRequest, data: JSONBody[NewPerson], service: Shared) -> Myself:
    """Create a person. The key is sent only in this answer."""
    service.check_open()
    service.limits.hourly("people", address_of(request))
    return await service.games.people.begin(data.name, data.device)


@get("/people/me", opt={COST: LOOKED_UP}, security=PERSON, responses=failures(401))
async def me(request: AnyRequest, service: Shared) -> Me:
    """Return one's name, devices and number of games."""
    return await service.games.people.me(await somebody(request, service))


@post("/people/me", status_code=HTTP_200_OK, opt={COST: CHANGED}, security=PERSON, responses=failures(400, 401, 413))
async def rename(request: AnyRequest, data: JSONBody[Renamed], service: Shared) -> Me:
    """Change one's name."""
    return await service.games.people.rename(await somebody(request, service), data.name)


@delete("/people/me/devices/{device:str}", opt={COST: CHANGED}, security=PERSON, responses=failures(401, 404))
async def sign_out(device: Name, request: AnyRequest, service: Shared) -> None:
    """Sign a device out; it may be the one that asks."""
    await service.games.people.sign_out(await somebody(request, service), device)


@post(
    "/people/me/seats",
    status_code=HTTP_200_OK,
    opt={COST: MADE},
    security=PERSON,
    request_max_body_size=MINE_BYTES,
    responses=failures(400, 401, 413, 422, 503),
)
async def adopt(request: AnyRequest, data: JSONBody[OldSeats], service: Shared) -> Adopted:
    """Take over the seats of these tokens."""
    return Adopted(await service.games.people.adopt(await somebody(request, service), data.tokens))


@get("/people/me/games", opt={COST: HISTORY}, security=PERSON, responses=failures(400, 401))
async def past_games(
    request: AnyRequest, service: Shared, after: Word = "", game: Word = "", result: Word = "", other: Word = ""
) -> PastGames:
    """Return one's games, the latest first. `game`: board or card; `result`: won, lost, drawn, running; `other`: part of a
    name."""
    return await service.games.player_history.games(await somebody(request, service), after, game, result, other)


@get("/people/me/export", opt={COST: EXPORT}, security=PERSON, responses=failures(401))
async def export(request: AnyRequest, service: Shared) -> Response[bytes]:
    """Return all data stored about oneself, as a file."""
    who = await somebody(request, service)
    service.limits.hourly("exports", address_of(request))
    text = msgspec.json.format(msgspec.json.encode(await service.games.player_history.export(who)), indent=2)
    headers = {"content-disposition": 'attachment; filename="dungeon-twister.json"'}
    return Response(text, media_type="application/json", headers=headers)


@delete("/people/me", opt={COST: EXPORT}, security=PERSON, responses=failures(401, 503))
async def forget(request: AnyRequest, service: Shared) -> None:
    """Delete oneself: running games are left, the name is removed from all others and from their
    chat. This cannot be undone."""
    await service.games.account_deletion.delete(await somebody(request, service))


PEOPLE: Final[tuple[HTTPRouteHandler, ...]] = (
    begin,
    me,
    rename,
    sign_out,
    adopt,
    past_games,
    export,
    forget,
)
