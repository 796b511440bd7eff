"""Routes under /api. They read the request, call the game service and encode the answer.

Errors are sent as `{"reason": Reason}` with a fitting status; no client ever gets a traceback.
"""

from __future__ import annotations

import asyncio
import gzip
from typing import Annotated, Any, Final, TypeVar

import msgspec
from litestar import MediaType, Request, Response, Router, delete, get, post
from litestar.di import NamedDependency
from litestar.exceptions import HTTPException, ValidationException
from litestar.handlers import HTTPRouteHandler
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, FromQuery, JSONBody, PathParameter, QueryParameter
from litestar.serialization import default_serializer
from litestar.status_codes import HTTP_200_OK, HTTP_503_SERVICE_UNAVAILABLE
from litestar.types import Serializer

from dungeon_twister.presentation.guide.guide_shapes import Reason, ScenarioCard, Scene
from dungeon_twister.server.analysis_protocol import Frame, Proof, Replay
from dungeon_twister.server.errors import ProtocolError
from dungeon_twister.server.games import LONGEST_DECLARED, MOST_TOKENS, SPECTATOR, Caller
from dungeon_twister.server.limits import CHANGED, CHEAP, COST, LOOKED_UP, MADE, TooMuchError, household
from dungeon_twister.server.logs import log
from dungeon_twister.server.protocol import (
    Again,
    Created,
    GameInfo,
    Join,
    Listing,
    NewGame,
    OwnGame,
    OwnGames,
    Promised,
    SeatWish,
)
from dungeon_twister.server.socket_protocol import (
    Advised,
    Ask,
    AskHistory,
    Command,
    CommandAnswer,
    History,
    Say,
    Update,
    Welcome,
)
from dungeon_twister.server.store import StoreError
from dungeon_twister.server.text_input import cut
from dungeon_twister.server.transport.pages import PACKED_ALREADY
from dungeon_twister.server.transport.server_context import ServerContext
from dungeon_twister.server.wire import encode

Asked = Command | Say | Ask | AskHistory
Shared = NamedDependency[ServerContext]
Name = FromPath[str]
Viewer = FromQuery[str]
AnyRequest = Request[Any, Any, Any]

NEW_GAME_BYTES: Final = 8 * LONGEST_DECLARED  # with a scenario in it, some characters of which may be escaped
MINE_BYTES: Final = 48 * MOST_TOKENS  # each of them has 32 characters
LONGEST_VERSION: Final = 2**31 - 1  # the largest integer of a database
Version = Annotated[int, QueryParameter(ge=-1, le=LONGEST_VERSION)]
Number = Annotated[int, PathParameter(ge=0, le=LONGEST_VERSION)]


T = TypeVar("T")


class WireResponse(Response[T]):
    """A response encoded like the sockets' messages."""

    def render(self, content: Any, media_type: str, enc_hook: Serializer = default_serializer) -> bytes:
        ready = encode(content) if media_type == MediaType.JSON and not isinstance(content, bytes | str) else content
        return super().render(ready, media_type, enc_hook)


class Failure(msgspec.Struct, frozen=True):
    """The body of every error."""

    reason: Reason


class Updates(msgspec.Struct, frozen=True):
    """The events since a version."""

    updates: list[Update]


class KeptRecord(msgspec.Struct, frozen=True):
    """An uploaded record."""

    id: str


def failures(*statuses: int) -> dict[int, ResponseSpec]:
    """Return the errors of a route for the OpenAPI description."""
    return {
        status: ResponseSpec(Failure, description="What is wrong", generate_examples=False) for status in (*statuses, 429, 500)
    }


def shown(kind: type) -> dict[int, ResponseSpec]:
    """Return the OpenAPI description of a body that was encoded beforehand."""
    return {200: ResponseSpec(kind, description="As it is", generate_examples=False)}


SEAT: Final[list[dict[str, list[str]]]] = [{"seat": []}]
MAYBE_SEAT: Final[list[dict[str, list[str]]]] = [{"seat": []}, {}]
PERSON: Final[list[dict[str, list[str]]]] = [{"person": []}]
MAYBE_PERSON: Final[list[dict[str, list[str]]]] = [{"person": []}, {}]


# -- authentication ----------------------------------------------------------------------------------------------------


def address_of(request: AnyRequest) -> str:
    """Return the client address of a request. Behind a trusted proxy the HTTP server has set it."""
    return request.client.host if request.client else ""


def token_of(request: AnyRequest) -> str:
    """Return the seat's token of the Authorization header, or nothing."""
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" else ""


async def person_of(request: AnyRequest, service: ServerContext) -> Caller:
    """Return the caller by the key of the Authorization header; nobody if there is none."""
    return await service.games.people.who(token_of(request))


def needed_token(request: AnyRequest) -> str:
    token = token_of(request)
    if not token:
        raise ProtocolError("wrong-token", "This needs the token of a seat.", 401)
    return token


async def viewer_of(request: AnyRequest, service: ServerContext, game: str) -> str:
    """Return the colour whose token the request carries, or spectator."""
    token = token_of(request)
    return await service.games.seat_of(game, token) if token else SPECTATOR


async def count_request(request: AnyRequest) -> None:
    price = float(request.route_handler.opt.get(COST, CHEAP))
    request.app.state.service.limits.request(address_of(request), price)


# -- games ---------------------------------------------------------------------------------------------------------------


@post(
    "/games",
    opt={COST: MADE},
    request_max_body_size=NEW_GAME_BYTES,
    security=MAYBE_PERSON,
    responses=failures(400, 401, 404, 413, 422, 503),
)
async def create_game(request: AnyRequest, data: JSONBody[NewGame], service: Shared) -> Created:
    """Create a game. The tokens of one's own seats are sent only in this answer."""
    service.check_open()
    address = household(address_of(request))
    service.limits.check_unfinished(await service.games.unfinished(address), address)
    if data.seats and all(who.startswith("bot:") for who in data.seats.values()):
        service.limits.check_bot_games(await service.games.bot_games(address), address)
    service.limits.game(address)
    await service.games.moderation.renew_blocks(address)
    made = await service.games.create(data, address, await person_of(request, service))
    await _sat_down(request, service, made)
    return made


@post(
    "/scenarios",
    status_code=HTTP_200_OK,
    request_max_body_size=NEW_GAME_BYTES,
    responses={**shown(ScenarioCard), **failures(400, 413, 422)},
)
async def read_scenario(request: AnyRequest, service: Shared) -> Response[bytes]:
    """Return the options of a custom scenario, given as plain text, or why it cannot be played. Nothing is stored."""
    text = (await request.body()).decode("utf-8", "replace").removeprefix("\ufeff").replace("\r\n", "\n")
    body = await service.games.read_scenario(text, household(address_of(request)))
    return Response(body, media_type="application/json")


@post("/seals", responses=failures(400))
async def promise(service: Shared) -> Promised:
    """Make a commitment to the secret of a game about to be made, so that its maker sees it before contributing."""
    return await service.games.seal()


@get("/games", opt={COST: LOOKED_UP}, responses=failures(400))
async def list_games(
    service: Shared, only_open: Annotated[bool, QueryParameter(name="open", description="the only list there is")] = True
) -> list[GameInfo]:
    """Return listed games with free seats."""
    return await service.games.open_games() if only_open else []


@post(
    "/mine",
    status_code=HTTP_200_OK,
    opt={COST: LOOKED_UP},
    request_max_body_size=MINE_BYTES,
    security=MAYBE_PERSON,
    responses=failures(400, 401, 413, 422, 503),
)
async def own_games(request: AnyRequest, data: JSONBody[OwnGames], service: Shared) -> list[OwnGame]:
    """Return the games of some tokens, and of the person whose key is in the header, if there is one."""
    return await service.games.own(data.tokens, await person_of(request, service))


@get("/games/{game_id:str}", responses=failures(404))
async def game_info(game_id: Name, service: Shared) -> GameInfo:
    """Return the public information on a game."""
    return await service.games.info(game_id)


@get("/games/{game_id:str}/scene", responses={**shown(Scene), **failures(404)})
async def game_scene(game_id: Name, request: AnyRequest, service: Shared) -> Response[bytes]:
    """Return the drawing data of the maze of a game or an uploaded record. For a custom scenario this is the only source. It
    never changes."""
    body = await service.games.scene(game_id, household(address_of(request)))
    return Response(body, media_type="application/json", headers={"cache-control": "private, max-age=86400"})


@get("/codes/{code:str}", responses=failures(404))
async def game_by_code(code: Name, request: AnyRequest, service: Shared) -> GameInfo:
    """Return the game of a short code. The number of wrong codes of an address is limited."""
    with service.limits.guess(address_of(request)):
        return await service.games.by_code(code)


@post(
    "/games/{game_id:str}/join",
    opt={COST: CHANGED},
    security=MAYBE_PERSON,
    responses=failures(400, 401, 403, 404, 409, 410, 413, 422, 503),
)
async def join_game(game_id: Name, request: AnyRequest, data: JSONBody[Join], service: Shared) -> Created:
    """Take a free seat. Its token is sent only in this answer."""
    service.check_open()
    address = household(address_of(request))
    who = await person_of(request, service)
    await service.games.moderation.check_welcome(game_id, address, who)
    if await service.games.made_from(game_id, address):  # people of one household may play each other without limit
        made = await service.games.join(game_id, data, who)
    else:
        with service.limits.seat(address):
            made = await service.games.join(game_id, data, who)
    await _sat_down(request, service, made)
    return made


async def _sat_down(request: AnyRequest, service: ServerContext, made: Created) -> None:
    """Note the address of a player who has taken seats: players there may have blocked it."""
    colours = [seat.colour for seat in made.seats]
    await service.games.moderation.sat_down(made.info.id, colours, household(address_of(request)))


@delete("/games/{game_id:str}", opt={COST: CHANGED}, security=SEAT, responses=failures(401, 403, 404, 409))
async def delete_game(game_id: Name, request: AnyRequest, service: Shared) -> None:
    """Delete an unfinished game: for its maker before it has begun, or for a player alone."""
    await service.games.delete(game_id, needed_token(request))


@post(
    "/games/{game_id:str}/seats/{colour:str}",
    status_code=HTTP_200_OK,
    opt={COST: CHANGED},
    security=SEAT,
    responses=failures(400, 401, 403, 404, 409, 413, 422),
)
async def change_seat(game_id: Name, colour: Name, request: AnyRequest, data: JSONBody[SeatWish], service: Shared) -> GameInfo:
    """For the maker: free a seat whose player never moved, or put a bot on a free one. Other players may free their own seat
    while the game waits for players."""
    return await service.games.seat(game_id, colour, needed_token(request), data.who)


@post(
    "/games/{game_id:str}/listing",
    status_code=HTTP_200_OK,
    opt={COST: CHANGED},
    security=SEAT,
    responses=failures(400, 401, 403, 404, 409, 413),
)
async def list_game(game_id: Name, request: AnyRequest, data: JSONBody[Listing], service: Shared) -> GameInfo:
    """For the maker: let everybody find the game, or only people with its link or code."""
    return await service.games.publish(game_id, needed_token(request), data.listed)


@post(
    "/games/{game_id:str}/rematch", opt={COST: MADE}, security=SEAT, responses=failures(400, 401, 403, 404, 409, 413, 422, 503)
)
async def rematch(game_id: Name, request: AnyRequest, service: Shared, data: JSONBody[Again | None] = None) -> Created:
    """Create a rematch with rotated colours. The others find it as `rematch` of the finished game and request their seats in
    the same way. A repeated request returns the same seats with the same tokens."""
    service.check_open()
    token = needed_token(request)
    service.limits.game(address_of(request))
    made = await service.games.rematch(game_id, token, data or Again())
    await _sat_down(request, service, made)
    return made


# -- playing -------------------------------------------------------------------------------------------------------------


@get("/games/{game_id:str}/view", security=MAYBE_SEAT, responses=failures(401, 403, 404))
async def game_view(game_id: Name, request: AnyRequest, service: Shared) -> Welcome:
    """Return the current state, for the seat or for a spectator."""
    return await service.games.welcome(game_id, [await viewer_of(request, service, game_id)])


@get("/games/{game_id:str}/events", security=MAYBE_SEAT, responses=failures(400, 401, 403, 404))
async def game_events(game_id: Name, request: AnyRequest, service: Shared, since: Version = -1) -> Updates | Welcome:
    """Return the events after a version; the current state if that version is too old."""
    viewer = await viewer_of(request, service, game_id)
    if since < 0:
        return await service.games.welcome(game_id, [viewer])
    found = await service.games.updates(game_id, [viewer], since)
    return found if isinstance(found, Welcome) else Updates(found)


@post(
    "/games/{game_id:str}/commands",
    status_code=HTTP_200_OK,
    opt={COST: CHANGED},
    security=SEAT,
    responses=failures(400, 401, 403, 404, 409, 410, 413, 422),
)
async def command(
    game_id: Name, request: AnyRequest, data: JSONBody[Asked], service: Shared
) -> CommandAnswer | Advised | History:
    """Apply a command of a seat."""
    seat = await service.games.seat_of(game_id, needed_token(request))
    if data.seat != seat and not (isinstance(data, AskHistory) and not data.seat):
        raise ProtocolError("not-your-seat", "The token is of another seat.", 403)
    return await service.ask(game_id, data.seat, data, address_of(request))


# -- finished games -----------------------------------------------------------------------------------------------------


@get("/games/{game_id:str}/record", media_type="text/plain", responses=failures(404, 409))
async def game_record(game_id: Name, request: AnyRequest, service: Shared) -> str:
    """Return the record of a finished game."""
    return await service.games.record(game_id, household(address_of(request)))


@get("/replays/{replay_id:str}", responses={**shown(Replay), **failures(400, 404, 409)}, opt={PACKED_ALREADY: True})
async def replay(replay_id: Name, request: AnyRequest, service: Shared, viewer: Viewer = "all") -> Response[bytes]:
    """Return a finished game or an uploaded record as seen by a seat, a spectator or an omniscient viewer."""
    packed = await service.games.replay(replay_id, viewer, household(address_of(request)))
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers = {"content-encoding": "gzip", "vary": "accept-encoding"}
        return Response(packed, media_type="application/json", headers=headers)
    return Response(await asyncio.to_thread(gzip.decompress, packed), media_type="application/json")


@get("/replays/{replay_id:str}/proof", responses={**shown(Proof), **failures(404, 409)})
async def proof(replay_id: Name, request: AnyRequest, service: Shared) -> Response[bytes]:
    """Return all draws of chance and their origin (docs/fairness.md)."""
    found = await service.games.proof(replay_id, household(address_of(request)))
    return Response(found, media_type="application/json")


@get("/replays/{replay_id:str}/{number:int}", responses={**shown(Frame), **failures(400, 404, 409)})
async def frame(
    replay_id: Name, number: Number, request: AnyRequest, service: Shared, viewer: Viewer = "all"
) -> Response[bytes]:
    """Return the state after so many choices."""
    found = await service.games.frame(replay_id, number, viewer, household(address_of(request)))
    return Response(found, media_type="application/json")


def record_routes(largest: int) -> HTTPRouteHandler:
    """Return the routes of records, which may be larger than other messages."""

    @post("/replays", request_max_body_size=largest, security=MAYBE_PERSON, responses=failures(400, 401, 413, 422, 503))
    async def keep_record(request: AnyRequest, service: Shared) -> KeptRecord:
        """Upload the record of a finished game, as plain text."""
        text, who = await request.body(), await person_of(request, service)
        return KeptRecord(await service.games.keep_record(text, household(address_of(request)), who))

    return keep_record


def api_router(service: ServerContext, *more: HTTPRouteHandler) -> Router:
    """Return all routes of games; the settings limit the size of a body."""
    settings = service.settings
    return Router(
        path="/api",
        response_class=WireResponse,
        route_handlers=[
            create_game,
            list_games,
            own_games,
            game_info,
            game_scene,
            read_scenario,
            game_by_code,
            join_game,
            delete_game,
            change_seat,
            list_game,
            rematch,
            promise,
            game_view,
            game_events,
            command,
            game_record,
            replay,
            proof,
            frame,
            record_routes(settings.record_bytes),
            *more,
        ],
        request_max_body_size=settings.message_bytes,
    )


# -- errors --------------------------------------------------------------------------------------------------------------

CLIENT_CLOSED: Final = 499  # for the log: no client reads it
DISCONNECTED: Final = "client disconnected prematurely"  # the framework's message
RETRY_SECONDS: Final = 4.0  # before a retry while the database is unavailable

CODES: Final = {
    400: ("unreadable", "This cannot be read."),
    404: ("unknown-address", "There is no page at this address."),
    405: ("wrong-method", "That cannot be done here."),
    413: ("too-large", "This is too large."),
}


def error_response(reason: Reason, status: int, headers: dict[str, str] | None = None) -> Response[Failure]:
    return WireResponse(Failure(reason), status_code=status, media_type="application/json", headers=headers)


def refusal_response(request: AnyRequest, error: ProtocolError) -> Response[Failure]:
    request.app.state.service.over_limit(error, address_of(request))
    if isinstance(error, StoreError):
        log.warning("storage", kind=error.cause)
    wait = (
        error.wait
        if isinstance(error, TooMuchError)
        else RETRY_SECONDS
        if error.status == HTTP_503_SERVICE_UNAVAILABLE
        else None
    )
    headers = None if wait is None else {"retry-after": str(int(wait) + 1)}
    return error_response(error.reason, error.status, headers)


def http_error_response(request: AnyRequest, error: HTTPException) -> Response[Failure]:
    """Send an error of the framework: an unknown address, a body that does not fit, a client that
    disconnected before its body was complete."""
    if error.detail == DISCONNECTED:
        log.debug("aborted")
        return error_response(Reason("aborted", sentence="The request was not complete."), CLIENT_CLOSED)
    if error.status_code not in CODES:
        return unexpected_error_response(request, error)
    code, sentence = CODES[error.status_code]
    return error_response(Reason(code, sentence=sentence + _details(error)), error.status_code)


def _details(error: HTTPException) -> str:
    """Return which part of a body cannot be read, in the words of the decoder."""
    if isinstance(error, ValidationException) and isinstance(error.extra, list):
        found = [str(part.get("message", "")) for part in error.extra if isinstance(part, dict)]
        return "".join(f" {cut(text)}." for text in found[:3] if text)
    return ""


def nesting_response(_: AnyRequest, error: RecursionError | UnicodeDecodeError) -> Response[Failure]:
    """Send the error of too deeply nested brackets, or of bytes that are no text."""
    log.warning("nesting", kind=type(error).__name__)
    code, sentence = CODES[400]
    return error_response(Reason(code, sentence=sentence), 400)


def unexpected_error_response(request: AnyRequest, error: Exception) -> Response[Failure]:
    return error_response(request.app.state.service.jammed(error), 500)
