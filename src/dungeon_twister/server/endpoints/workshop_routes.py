"""Routes of the workshop: rooms and scenarios that somebody is making."""

from __future__ import annotations

from typing import Final

from dungeon_twister.server.endpoints.game_routes import NEW_GAME_BYTES
from dungeon_twister.server.endpoints.route import Call, JsonText, post
from dungeon_twister.server.workshop_protocol import CheckedText, WorkshopText


@post("/workshop/check", status=200, largest=NEW_GAME_BYTES, shows=CheckedText, fails=(400, 413, 422, 503))
async def check_text(call: Call, data: WorkshopText) -> JsonText:
    """Return what the rules say of the text of rooms or of a scenario. Nothing is stored."""
    call.service.limits.question(call.household)
    return JsonText(await call.service.games.queries.judge(data, call.household))


ROUTES: Final = (check_text,)
