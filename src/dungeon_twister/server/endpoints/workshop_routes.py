"""Routes of the workshop: rooms, scenarios, positions and puzzles that somebody is making."""

from __future__ import annotations

from typing import Final

from dungeon_twister.server.endpoints.game_routes import NEW_GAME_BYTES
from dungeon_twister.server.endpoints.route import Call, JsonText, PackedJson, post
from dungeon_twister.server.limits import LOOKED_UP
from dungeon_twister.server.workshop_protocol import (
    CheckedText,
    PrintedSheet,
    PrintWish,
    PuzzleVerdict,
    PuzzleWish,
    WorkshopText,
)


@post("/workshop/check", status=200, largest=NEW_GAME_BYTES, shows=CheckedText, fails=(400, 413, 422, 503))
async def check_text(call: Call, data: WorkshopText) -> JsonText:
    """Return what the rules say of the text of rooms, a scenario, a position or a puzzle. Nothing is stored."""
    call.service.limits.question(call.household)
    return JsonText(await call.service.games.queries.judge(data, call.household))


@post("/workshop/print", status=200, largest=NEW_GAME_BYTES, shows=list[PrintedSheet], fails=(400, 413, 422, 503))
async def print_scenario(call: Call, data: PrintWish) -> PackedJson:
    """Return the sheets of a custom scenario to print and cut out. Nothing is stored."""
    call.service.limits.question(call.household)
    return PackedJson(await call.service.games.queries.sheets(data, call.household))


@post(
    "/workshop/puzzle",
    status=200,
    cost=LOOKED_UP,
    largest=NEW_GAME_BYTES,
    shows=PuzzleVerdict,
    fails=(400, 413, 422, 503),
)
async def check_puzzle(call: Call, data: PuzzleWish) -> JsonText:
    """Search a position for the solutions of a goal, for some twenty seconds at most. Nothing is stored."""
    call.service.limits.question(call.household)
    return JsonText(await call.service.games.puzzle_checks.check(data, call.household))


ROUTES: Final = (check_text, print_scenario, check_puzzle)
