"""Routes of the public shelf: publish a scenario, and find, play, like and report those of others."""

from __future__ import annotations

from typing import Final, Literal

from dungeon_twister.server.endpoints.game_routes import NEW_GAME_BYTES
from dungeon_twister.server.endpoints.route import MAYBE_PERSON, PERSON, Call, Number, delete, get, post
from dungeon_twister.server.errors import ProtocolError
from dungeon_twister.server.games import PublicShelf
from dungeon_twister.server.limits import CHANGED, LOOKED_UP, MADE
from dungeon_twister.server.workshop_protocol import Publication, ScenarioReport, ShelfEntry, ShelfPage, ShelfScenario

Sort = Literal["newest", "played", "liked"]
Game = Literal["", "board", "card"]


def _shelf(call: Call) -> PublicShelf:
    shelf = call.service.games.shelf
    if shelf is None:
        raise ProtocolError("no-shelf", "This server has no public shelf.", 404)
    return shelf


@get("/shelf", needs=MAYBE_PERSON, cost=LOOKED_UP, fails=(400, 401, 404))
async def shelf_page(call: Call, sort: Sort = "newest", game: Game = "", own: bool = False, page: Number = 0) -> ShelfPage:
    """Return a page of the shelf. `game`: empty for both; `own`: only one's own scenarios."""
    return await _shelf(call).page(await call.person(), sort, game, own, page)


@post("/shelf", begins=True, needs=PERSON, cost=MADE, largest=NEW_GAME_BYTES, fails=(400, 401, 404, 409, 413, 422, 503))
async def publish(call: Call, data: Publication) -> ShelfEntry:
    """Publish a scenario. The text is checked like one that is to be played."""
    shelf, who = _shelf(call), await call.person()
    call.service.limits.publication(call.address, who.person)
    return await shelf.publish(who, data.declared, call.household)


@get("/shelf/{code:str}", needs=MAYBE_PERSON, cost=LOOKED_UP, fails=(401, 403, 404))
async def shelf_scenario(call: Call, code: str) -> ShelfScenario:
    """Return the scenario of a code. The number of wrong codes of an address is limited."""
    shelf, who = _shelf(call), await call.person()
    with call.service.limits.guess(call.address):
        return await shelf.scenario(who, code)


@delete("/shelf/{code:str}", needs=PERSON, cost=CHANGED, fails=(401, 403, 404))
async def unpublish(call: Call, code: str) -> None:
    """Remove a scenario of one's own from the shelf."""
    await _shelf(call).remove(await call.person(), code)


@post("/shelf/{code:str}/plays", needs=PERSON, cost=CHANGED, status=204, fails=(401, 403, 404))
async def note_play(call: Call, code: str) -> None:
    """Count that one plays a scenario. A person is counted once."""
    await _shelf(call).note_played(await call.person(), code)


@post("/shelf/{code:str}/likes", needs=PERSON, cost=CHANGED, status=204, fails=(401, 403, 404, 409))
async def like(call: Call, code: str) -> None:
    """Like a scenario of somebody else."""
    await _shelf(call).like(await call.person(), code, liked=True)


@delete("/shelf/{code:str}/likes", needs=PERSON, cost=CHANGED, fails=(401, 403, 404, 409))
async def unlike(call: Call, code: str) -> None:
    """Take back that one likes a scenario."""
    await _shelf(call).like(await call.person(), code, liked=False)


@post("/shelf/{code:str}/reports", needs=PERSON, cost=CHANGED, status=204, fails=(400, 401, 403, 404, 409, 413, 422))
async def report_scenario(call: Call, code: str, data: ScenarioReport) -> None:
    """Report a scenario to the operator. The report is confidential. Reports of one household count as one, unless it is the
    network of a club."""
    shelf, who = _shelf(call), await call.person()
    call.service.limits.report(call.address)
    club = call.service.limits.clubs.factor(call.household) > 1
    await shelf.report(who, code, data.why, "" if club else call.household)


ROUTES: Final = (
    shelf_page,
    publish,
    shelf_scenario,
    unpublish,
    note_play,
    like,
    unlike,
    report_scenario,
)
