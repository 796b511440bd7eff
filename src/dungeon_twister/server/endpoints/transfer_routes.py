"""Routes of the transfer of a person to another device: a code that both devices confirm, and
undoing it."""

from __future__ import annotations

from contextlib import suppress
from typing import Final

from dungeon_twister.server.endpoints.route import MAYBE_PERSON, PERSON, Call, delete, get, post
from dungeon_twister.server.errors import ProtocolError
from dungeon_twister.server.games import NOBODY, Caller
from dungeon_twister.server.limits import CHANGED
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


async def anybody(call: Call) -> Caller:
    """Return the person who has used this browser until now; nobody if the key is not valid any more."""
    with suppress(ProtocolError):
        return await call.person()
    return NOBODY


@post("/people/me/code", needs=PERSON, cost=CHANGED, fails=(400, 401, 409))
async def code(call: Call) -> MoveCode:
    """Return a code for another device; the previous one becomes invalid."""
    who = await call.person()
    call.service.limits.hourly("codes", call.address)
    return await call.service.games.transfer.code(who)


@post("/people/moves/begin", needs=MAYBE_PERSON, cost=CHANGED, status=200, fails=(400, 404, 409, 413))
async def begin_move(call: Call, data: Moving) -> MoveOffer:
    """Return the person of a code, which can be used once. Nothing changes before both devices have confirmed."""
    call.service.limits.hourly("codes", call.address)
    return await call.service.games.transfer.begin(data.code, data.device, await anybody(call))


@post("/people/moves/confirm", needs=MAYBE_PERSON, cost=CHANGED, status=200, fails=(400, 404, 413))
async def confirm_move(call: Call, data: ConfirmMove) -> MoveStatus:
    """Confirm a transfer on the device where the code was typed; repeated, return its state."""
    return await call.service.games.transfer.confirm(data.ticket, data.bring, await anybody(call))


@post("/people/moves/cancel", cost=CHANGED, status=204, fails=(400, 413))
async def cancel_move(call: Call, data: CancelMove) -> None:
    """Cancel a transfer on the device where the code was typed."""
    await call.service.games.transfer.cancel(data.ticket)


@get("/people/me/move", needs=PERSON, fails=(401,))
async def pending_move(call: Call) -> PendingMove:
    """Return the state of this device's code."""
    return await call.service.games.transfer.pending(await call.person())


@post("/people/me/move", needs=PERSON, cost=CHANGED, status=204, fails=(400, 401, 409, 413))
async def answer_move(call: Call, data: AnswerMove) -> None:
    """Allow or refuse what the other device has confirmed."""
    await call.service.games.transfer.answer(await call.person(), data.allow)


@delete("/people/me/moves/{move:str}", needs=PERSON, cost=CHANGED, fails=(401, 404))
async def undo_move(call: Call, move: str) -> None:
    """Undo a transfer within a day: the device is signed out, and games that came along go back."""
    await call.service.games.transfer.undo(await call.person(), move)


ROUTES: Final = (
    code,
    begin_move,
    confirm_move,
    cancel_move,
    pending_move,
    answer_move,
    undo_move,
)
