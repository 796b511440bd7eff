"""Routes of the transfer of a person to another device: a code that both devices confirm, and
undoing it."""

from __future__ import annotations

from contextlib import suppress
from typing import Final

from litestar import delete, get, post
from litestar.handlers import HTTPRouteHandler
from litestar.params import JSONBody
from litestar.status_codes import HTTP_200_OK, HTTP_204_NO_CONTENT

from dungeon_twister.server.errors import ProtocolError
from dungeon_twister.server.games import NOBODY, Caller
from dungeon_twister.server.limits import CHANGED, COST
from dungeon_twister.server.people_protocol import (
    AnswerMove,
    CancelMove,
    ConfirmMove,
    MoveCode,
    MoveOffer,
    MoveStatus,
    Moving,
    PendingMove,
)
from dungeon_twister.server.transport.game_routes import (
    MAYBE_PERSON,
    PERSON,
    AnyRequest,
    Name,
    Shared,
    address_of,
    failures,
    person_of,
)
from dungeon_twister.server.transport.people_routes import somebody
from dungeon_twister.server.transport.server_context import ServerContext


async def anybody(request: AnyRequest, service: ServerContext) -> Caller:
    """Return the person who has used this browser until now; nobody if its key is not valid any
    more."""
    with suppress(ProtocolError):
        return await person_of(request, service)
    return NOBODY


@post("/people/me/code", opt={COST: CHANGED}, security=PERSON, responses=failures(400, 401, 409))
async def code(request: AnyRequest, service: Shared) -> MoveCode:
    """Return a code for another device; the previous one becomes invalid."""
    who = await somebody(request, service)
    service.limits.hourly("codes", address_of(request))
    return await service.games.transfer.code(who)


@post(
    "/people/moves/begin",
    status_code=HTTP_200_OK,
    opt={COST: CHANGED},
    security=MAYBE_PERSON,
    responses=failures(400, 404, 409, 413),
)
async def begin_move(request: AnyRequest, data: JSONBody[Moving], service: Shared) -> MoveOffer:
    """Return the person of a code, which can be used once. Nothing changes before both devices have confirmed."""
    service.limits.hourly("codes", address_of(request))
    return await service.games.transfer.begin(data.code, data.device, await anybody(request, service))


@post(
    "/people/moves/confirm",
    status_code=HTTP_200_OK,
    opt={COST: CHANGED},
    security=MAYBE_PERSON,
    responses=failures(400, 404, 413),
)
async def confirm_move(request: AnyRequest, data: JSONBody[ConfirmMove], service: Shared) -> MoveStatus:
    """Confirm a transfer on the device where the code was typed; repeated, return its state."""
    return await service.games.transfer.confirm(data.ticket, data.bring, await anybody(request, service))


@post("/people/moves/cancel", status_code=HTTP_204_NO_CONTENT, opt={COST: CHANGED}, responses=failures(400, 413))
async def cancel_move(data: JSONBody[CancelMove], service: Shared) -> None:
    """Cancel a transfer on the device where the code was typed."""
    await service.games.transfer.cancel(data.ticket)


@get("/people/me/move", security=PERSON, responses=failures(401))
async def pending_move(request: AnyRequest, service: Shared) -> PendingMove:
    """Return the state of this device's code."""
    return await service.games.transfer.pending(await somebody(request, service))


@post(
    "/people/me/move",
    status_code=HTTP_204_NO_CONTENT,
    opt={COST: CHANGED},
    security=PERSON,
    responses=failures(400, 401, 409, 413),
)
async def answer_move(request: AnyRequest, data: JSONBody[AnswerMove], service: Shared) -> None:
    """Allow or refuse what the other device has confirmed."""
    await service.games.transfer.answer(await somebody(request, service), data.allow)


@delete("/people/me/moves/{move:str}", opt={COST: CHANGED}, security=PERSON, responses=failures(401, 404))
async def undo_move(move: Name, request: AnyRequest, service: Shared) -> None:
    """Undo a transfer within a day: the device is signed out, and games that came along go back."""
    await service.games.transfer.undo(await somebody(request, service), move)


MOVING: Final[tuple[HTTPRouteHandler, ...]] = (
    code,
    begin_move,
    confirm_move,
    cancel_move,
    pending_move,
    answer_move,
    undo_move,
)
