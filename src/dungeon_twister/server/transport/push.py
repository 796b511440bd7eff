"""The routes for messages of the browser: may one be told, by which key, and who wants to be (docs/time.md)."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from litestar import delete, get, post
from litestar.handlers import HTTPRouteHandler
from litestar.params import JSONBody
from litestar.status_codes import HTTP_204_NO_CONTENT

from dungeon_twister.server import webpush
from dungeon_twister.server.config import Settings
from dungeon_twister.server.games import Hall
from dungeon_twister.server.limits import CHANGED, COST
from dungeon_twister.server.logs import log
from dungeon_twister.server.posting import post as post_message
from dungeon_twister.server.protocol import PushKey, Subscribe
from dungeon_twister.server.transport.http import SEAT, AnyRequest, Name, Shared, failures, needed_token

CONTACT: Final = "mailto:nobody@example.invalid"
KEY_FILE: Final = ".push-key"


def offer_push(settings: Settings, hall: Hall) -> None:
    """Let people be told, if that can be: `cryptography` is installed and there is a place for the key."""
    file = Path(settings.push_key) if settings.push_key else hall.pusher.file(KEY_FILE)
    if file is None or not webpush.available():
        return
    contact = settings.push_contact or next(iter(settings.origins), CONTACT)
    try:
        hall.pusher.signer, hall.pusher.post = webpush.Signer.kept_in(file, contact), post_message
    except (OSError, ValueError) as error:
        log.warning("push-key", kind=type(error).__name__)


@get("/push", responses=failures(400))
async def push_key(service: Shared) -> PushKey:
    """The key for a browser's subscription; empty where none is offered."""
    return PushKey(service.hall.pusher.key)


@post(
    "/games/{game_id:str}/push",
    status_code=HTTP_204_NO_CONTENT,
    opt={COST: CHANGED},
    security=SEAT,
    responses=failures(400, 401, 403, 404, 413, 422),
)
async def subscribe(game_id: Name, request: AnyRequest, data: JSONBody[Subscribe], service: Shared) -> None:
    """Tell this browser when it is the turn of the token's seat."""
    token = needed_token(request)
    await service.hall.seat_of(game_id, token)
    await service.hall.pusher.subscribe(game_id, token, data)


@delete("/games/{game_id:str}/push", opt={COST: CHANGED}, security=SEAT, responses=failures(401, 403, 404))
async def unsubscribe(game_id: Name, request: AnyRequest, service: Shared) -> None:
    """Tell nobody any more about the token's seat."""
    token = needed_token(request)
    await service.hall.seat_of(game_id, token)
    await service.hall.pusher.unsubscribe(token)


PUSH: Final[tuple[HTTPRouteHandler, ...]] = (push_key, subscribe, unsubscribe)
