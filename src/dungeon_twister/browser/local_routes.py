"""Routes of the game without a server: those of the shared table that need no server, and a few of its own. Requests come over
a worker port; this module binds them to the parameters of their route."""

from __future__ import annotations

import gzip
import inspect
import re
from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import parse_qs, unquote, urlsplit

import msgspec

from dungeon_twister.browser.disk import Disk
from dungeon_twister.browser.export import packed, unpack
from dungeon_twister.browser.local_store import LocalStore
from dungeon_twister.server.config import Settings, unlimited
from dungeon_twister.server.endpoints.route import (
    PATH_PARAMETER,
    Call,
    FixedJson,
    JsonText,
    PackedJson,
    Parameter,
    Route,
    failure,
    get,
    post,
)
from dungeon_twister.server.endpoints.service import Service
from dungeon_twister.server.endpoints.table import ROUTES
from dungeon_twister.server.errors import ProtocolError
from dungeon_twister.server.games import GameService
from dungeon_twister.server.protocol import NewGame
from dungeon_twister.server.study import StudyService
from dungeon_twister.server.text_input import cut
from dungeon_twister.server.wire import decode, encode

SEGMENT: Final = {"str": r"([^/]+)", "int": r"(-?\d+)"}
PLACE_IN_BODY: Final = re.compile(r" - at `\$.*")


class LocalService(Service):
    """The service of one browser."""

    def __init__(self, games: GameService, study: StudyService, store: LocalStore, disk: Disk) -> None:
        super().__init__(unlimited(Settings()), games, study)
        self.store = store
        self.disk = disk

    def check_new_game(self, wish: NewGame) -> None:
        if any(who == "friend" for who in wish.seats.values()):
            raise ProtocolError("needs-server", "Friends elsewhere need a server: here everybody plays at one screen.", 422)

    async def export(self) -> bytes:
        """Return everything that the browser stores."""
        return await packed(self.disk)

    async def restore(self, body: bytes) -> None:
        """Store an export, and read it."""
        await unpack(self.disk, body)
        await self.store.open()
        self.games.forget_all()


def local(call: Call) -> LocalService:
    assert isinstance(call.service, LocalService)
    return call.service


# -- routes that only a browser has ----------------------------------------------------------------------------------------


@post("/games/{game_id:str}/hurry")
async def hurry(call: Call, game_id: str) -> None:
    """Let the thinking bot of a game choose at once."""
    call.service.games.bot_runner.hurry(game_id)


@get("/luggage")
async def export(call: Call) -> JsonText:
    """Return everything that the browser stores."""
    return JsonText(await local(call).export())


@post("/luggage")
async def restore(call: Call, body: bytes) -> None:
    """Store an export."""
    await local(call).restore(body)


# -- requests ------------------------------------------------------------------------------------------------------------


def pattern_of(route: Route) -> re.Pattern[str]:
    """Return the pattern of a route's addresses; its groups are the parameters in the path."""
    return re.compile(PATH_PARAMETER.sub(lambda found: SEGMENT[found[2]], route.path))


TABLE: Final = [(pattern_of(route), route) for route in (*ROUTES, hurry, export, restore)]


async def answer(service: LocalService, method: str, address: str, token: str, body: bytes) -> bytes:
    """Return the body of an answer. Raise ProtocolError or msgspec.DecodeError if the request is refused."""
    place = urlsplit(address)
    found = [(match, route) for pattern, route in TABLE if (match := pattern.fullmatch(place.path)) is not None]
    for match, route in found:
        if route.method == method:
            names = [name for name, _ in PATH_PARAMETER.findall(route.path)]
            path = dict(zip(names, (unquote(part) for part in match.groups()), strict=True))
            query = parse_qs(place.query, keep_blank_values=True)
            given = {one.name: bound(one, path, query, body) for one in route.parameters}
            return as_bytes(await route.answer(Call(service, token=token), **given))
    reason = failure(405 if found else 404)
    raise ProtocolError(reason.code, reason.sentence, 405 if found else 404)


def bound(parameter: Parameter, path: Mapping[str, str], query: Mapping[str, list[str]], body: bytes) -> Any:
    """Return the value of a parameter. Raise msgspec.DecodeError if no value fits."""
    if parameter.place == "body":
        return body
    optional = parameter.default is not inspect.Parameter.empty
    if parameter.place == "data":
        return parameter.default if optional and not body else decode(body, parameter.kind)
    if parameter.place == "path":
        return msgspec.convert(path[parameter.name], parameter.kind, strict=False)
    if parameter.name not in query:
        if not optional:
            raise msgspec.DecodeError(f"{parameter.name} is missing")
        return parameter.default
    values = query[parameter.name]
    return msgspec.convert(values if parameter.takes_list else values[-1], parameter.kind, strict=False)


def unreadable(error: Exception) -> ProtocolError:
    """Return the refusal of a request whose parts do not fit its route."""
    details = f"{cut(PLACE_IN_BODY.sub('', str(error)))}." if isinstance(error, msgspec.ValidationError) else ""
    reason = failure(400, details)
    return ProtocolError(reason.code, reason.sentence, 400)


def as_bytes(found: Any) -> bytes:
    """Return the bytes of an answer."""
    if found is None:
        return b""
    if isinstance(found, PackedJson):
        return gzip.decompress(found.packed)
    if isinstance(found, JsonText | FixedJson):
        return found.body
    return found.encode() if isinstance(found, str) else encode(found)
