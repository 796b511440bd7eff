"""Routes of push notifications: the server's key, subscribing, unsubscribing (docs/time.md)."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from litestar import delete, get, post
from litestar.handlers import HTTPRouteHandler
from litestar.params import JSONBody
from litestar.status_codes import HTTP_204_NO_CONTENT

from dungeon_twister.server import webpush
from dungeon_twister.server.config import Settings
from dungeon_twister.server.games import Caller, GameService
from dungeon_twister.server.limits import CHANGED, COST
from dungeon_twister.server.logs import log
from dungeon_twister.server.protocol import PushKey, Subscribe
from dungeon_twister.server.transport.game_routes import SEAT, AnyRequest, Name, Shared, failures, needed_token
from dungeon_twister.server.transport.push_client import PushClient
from dungeon_twister.server.transport.server_context import ServerContext

CONTACT: Final = "mailto:nobody@example.invalid"
KEY_FILE: Final = ".push-key"


def offer_push(settings: Settings, games: GameService) -> PushClient | None:
    """Enable push messages if there is a place for the key; return the client, which must be closed."""
    file = Path(settings.push_key) if settings.push_key else games.notifier.file(KEY_FILE)
    if file is None:
        return None
    contact = settings.push_contact or next(iter(settings.origins), CONTACT)
    services = webpush.PushServices(settings.push_hosts)
    try:
        signer = webpush.Signer.kept_in(file, contact)
    except (OSError, ValueError) as error:
        log.warning("push-key", kind=type(error).__name__)
        return None
    poster = PushClient(services)
    games.notifier.signer, games.notifier.services, games.notifier.post = signer, services, poster.post
    return poster


@get("/push", responses=failures(400))
async def push_key(service: Shared) -> PushKey:
    """Return the key for a browser's subscription; empty if push is not offered."""
    return PushKey(service.games.notifier.key)


async def seat_and_person(game_id: str, request: AnyRequest, service: ServerContext) -> tuple[str, Caller]:
    """Return the stored key of the token's seat, and the person of the token."""
    games, token = service.games, needed_token(request)
    await games.seat_of(game_id, token)
    return await games.key(game_id, token), await games.people.of_token(token)


@post(
    "/games/{game_id:str}/push",
    status_code=HTTP_204_NO_CONTENT,
    opt={COST: CHANGED},
    security=SEAT,
    responses=failures(400, 401, 403, 404, 413, 422),
)
async def subscribe(game_id: Name, request: AnyRequest, data: JSONBody[Subscribe], service: Shared) -> None:
    """Notify this browser when the token's seat has to decide."""
    seat_key, who = await seat_and_person(game_id, request, service)
    await service.games.notifier.subscribe(game_id, seat_key, data, who)


@delete("/games/{game_id:str}/push", opt={COST: CHANGED}, security=SEAT, responses=failures(401, 403, 404))
async def unsubscribe(game_id: Name, request: AnyRequest, service: Shared) -> None:
    """Stop messages about the token's seat to this device; with the token of a seat alone, to all devices."""
    seat_key, who = await seat_and_person(game_id, request, service)
    await service.games.notifier.unsubscribe(seat_key, who)


PUSH: Final[tuple[HTTPRouteHandler, ...]] = (push_key, subscribe, unsubscribe)
