"""Routes of push notifications: the server's key, subscribing, unsubscribing (docs/time.md)."""

from __future__ import annotations

from typing import Final

from dungeon_twister.server.endpoints.route import SEAT, Call, delete, get, post
from dungeon_twister.server.games import Caller
from dungeon_twister.server.limits import CHANGED
from dungeon_twister.server.protocol import PushKey, Subscribe


@get("/push", fails=(400,))
async def push_key(call: Call) -> PushKey:
    """Return the key for a browser's subscription; empty if push is not offered."""
    return PushKey(call.service.games.notifier.key)


async def seat_and_person(call: Call, game_id: str) -> tuple[str, Caller]:
    """Return the stored key of the token's seat, and the person of the token."""
    games, token = call.service.games, call.token
    await games.seat_of(game_id, token)
    return await games.creation.key(game_id, token), await games.people.of_token(token)


@post("/games/{game_id:str}/push", needs=SEAT, cost=CHANGED, status=204, fails=(400, 401, 403, 404, 413, 422))
async def subscribe(call: Call, game_id: str, data: Subscribe) -> None:
    """Notify this browser when the token's seat has to decide."""
    seat_key, who = await seat_and_person(call, game_id)
    await call.service.games.notifier.subscribe(game_id, seat_key, data, who)


@delete("/games/{game_id:str}/push", needs=SEAT, cost=CHANGED, fails=(401, 403, 404))
async def unsubscribe(call: Call, game_id: str) -> None:
    """Stop messages about the token's seat to this device; with the token of a seat alone, to all devices."""
    seat_key, who = await seat_and_person(call, game_id)
    await call.service.games.notifier.unsubscribe(seat_key, who)


ROUTES: Final = (
    push_key,
    subscribe,
    unsubscribe,
)
