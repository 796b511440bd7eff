"""The route of balance runs: bots try a custom scenario."""

from __future__ import annotations

from typing import Final

from dungeon_twister.server.analysis_protocol import MOST_TRIED, Balanced, BalanceWish
from dungeon_twister.server.endpoints.game_routes import NEW_GAME_BYTES
from dungeon_twister.server.endpoints.route import Call, JsonText, post
from dungeon_twister.server.limits import LOOKED_UP

GAME_BYTES: Final = 1200  # of a game that was played; one of four players has about 900


@post(
    "/workshop/balance",
    status=200,
    cost=LOOKED_UP,
    largest=NEW_GAME_BYTES + MOST_TRIED * GAME_BYTES,
    shows=Balanced,
    fails=(400, 413, 422, 503),
)
async def balance(call: Call, data: BalanceWish) -> JsonText:
    """Let bots try a custom scenario for about a second. Nothing is stored: the client keeps the games, and stops the run by
    not asking again."""
    address = call.household
    call.service.limits.question(address)
    return JsonText(await call.service.games.balance_runs.go_on(data, address))


ROUTES: Final = (balance,)
