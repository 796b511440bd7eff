"""Routes about one's own data: the person of this browser, past games, export and deletion. The key is sent in the
Authorization header only."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec

from dungeon_twister.server.endpoints.game_routes import MINE_BYTES
from dungeon_twister.server.endpoints.route import PERSON, Call, JsonText, delete, get, post
from dungeon_twister.server.limits import CHANGED, LOOKED_UP, MADE
from dungeon_twister.server.people_protocol import (
    Adopted,
    Me,
    Myself,
    NewPerson,
    OldSeats,
    PastGames,
    Renamed,
)

HISTORY: Final = 15.0  # milliseconds of processor time for a page of games
EXPORT: Final = 60.0
Word = Annotated[str, msgspec.Meta(max_length=80)]


@post("/people", begins=True, cost=CHANGED, fails=(400, 413, 503))
async def begin(call: Call, data: NewPerson) -> Myself:
    """Create a person. The key is sent only in this answer."""
    call.service.limits.hourly("people", call.address)
    return await call.service.games.people.begin(data.name, data.device)


@get("/people/me", needs=PERSON, cost=LOOKED_UP, fails=(401,))
async def me(call: Call) -> Me:
    """Return one's name, devices and number of games."""
    return await call.service.games.people.me(await call.person())


@post("/people/me", needs=PERSON, cost=CHANGED, status=200, fails=(400, 401, 413))
async def rename(call: Call, data: Renamed) -> Me:
    """Change one's name."""
    return await call.service.games.people.rename(await call.person(), data.name)


@delete("/people/me/devices/{device:str}", needs=PERSON, cost=CHANGED, fails=(401, 404))
async def sign_out(call: Call, device: str) -> None:
    """Sign a device out; it may be the one that asks."""
    await call.service.games.people.sign_out(await call.person(), device)


@post("/people/me/seats", needs=PERSON, cost=MADE, status=200, largest=MINE_BYTES, fails=(400, 401, 413, 422, 503))
async def adopt(call: Call, data: OldSeats) -> Adopted:
    """Take over the seats of these tokens."""
    return Adopted(await call.service.games.people.adopt(await call.person(), data.tokens))


@get("/people/me/games", needs=PERSON, cost=HISTORY, fails=(400, 401))
async def past_games(call: Call, after: Word = "", game: Word = "", result: Word = "", other: Word = "") -> PastGames:
    """Return one's games, the latest first. `game`: board or card; `result`: won, lost, drawn, running; `other`: part of a
    name."""
    return await call.service.games.player_history.games(await call.person(), after, game, result, other)


@get("/people/me/export", needs=PERSON, cost=EXPORT, fails=(401,))
async def export(call: Call) -> JsonText:
    """Return all data stored about oneself, as a file."""
    who = await call.person()
    call.service.limits.hourly("exports", call.address)
    text = msgspec.json.format(msgspec.json.encode(await call.service.games.player_history.export(who)), indent=2)
    headers = {"content-disposition": 'attachment; filename="dungeon-twister.json"'}
    return JsonText(text, headers)


@delete("/people/me", needs=PERSON, cost=EXPORT, fails=(401, 503))
async def forget(call: Call) -> None:
    """Delete oneself: running games are left, the name is removed from all others and from their
    chat. This cannot be undone."""
    await call.service.games.account_deletion.delete(await call.person())


ROUTES: Final = (
    begin,
    me,
    rename,
    sign_out,
    adopt,
    past_games,
    export,
    forget,
)
