"""Routes of moderation: report a player, block a player."""

from __future__ import annotations

from typing import Final

from dungeon_twister.server.endpoints.route import MAYBE_PERSON, SEAT, Call, delete, post
from dungeon_twister.server.limits import CHANGED
from dungeon_twister.server.protocol import Blocked, Complaint


@post("/games/{game_id:str}/reports", needs=SEAT, cost=CHANGED, status=204, fails=(400, 401, 403, 404, 413, 422))
async def report_player(call: Call, game_id: str, data: Complaint) -> None:
    """Report a player to the operator, with the last lines of the chat. The report is confidential."""
    seat = await call.seat(game_id)
    call.service.limits.report(call.address)
    await call.service.games.moderation.report(game_id, seat, data)


@post("/games/{game_id:str}/blocks", needs=SEAT, cost=CHANGED, status=204, fails=(400, 401, 403, 404, 409, 413, 422))
async def block_player(call: Call, game_id: str, data: Blocked) -> None:
    """Block a player from games that are created from here."""
    seat = await call.seat(game_id)
    call.service.limits.report(call.address)
    await call.service.games.moderation.block(game_id, seat, data.colour, call.household)


@delete("/blocks", needs=MAYBE_PERSON, cost=CHANGED, fails=(400, 401))
async def unblock_all(call: Call) -> None:
    """Remove all blocks made from here."""
    await call.service.games.moderation.unblock_all(call.household, await call.person())


ROUTES: Final = (
    report_player,
    block_player,
    unblock_all,
)
