"""Requests that the other players must agree to: take-backs, and letting a bot play on for a player
who left.

Only one request is open at a time. Bots always agree. After a refusal or a withdrawal, the player
may not ask again in the same turn.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from dungeon_twister.presentation.guide.guide_shapes import Reason
from dungeon_twister.server.games.commands import bot_takeover, takebacks
from dungeon_twister.server.games.commands.command_error import RefusedError
from dungeon_twister.server.games.sessions.active_game import PERSON, sitting
from dungeon_twister.server.games.sessions.clocks import turn_of
from dungeon_twister.server.protocol import PlayerRequest
from dungeon_twister.server.socket_protocol import Agree, StandIn, TakeBack

if TYPE_CHECKING:
    from dungeon_twister.server.games.commands.draft import GameDraft
    from dungeon_twister.server.store import SeatRow

ONE_AT_A_TIME: Final = Reason("wish-open", sentence="Somebody has asked for something already: that is answered first.")
REFUSED_ALREADY: Final = Reason("wish-refused", sentence="You were refused in this turn: ask again in another one.")
HAS_RESIGNED: Final = Reason("has-resigned", sentence="This seat has been given up already.")
NO_WISH: Final = Reason("no-wish", sentence="Nobody asks for anything.")
NOT_ASKED: Final = Reason("not-asked", sentence="You are not asked.")
UNREADABLE: Final = Reason("unreadable", sentence="The answer is agree, refuse or withdraw.")


def ask(draft: GameDraft, seat: str, command: TakeBack | StandIn) -> None:
    """Ask the other players; if there are none, grant the request at once."""
    if draft.game.has_resigned(seat):
        raise RefusedError(HAS_RESIGNED)
    if draft.pending.wish is not None:
        raise RefusedError(ONE_AT_A_TIME)
    if draft.pending.refused.get(seat) == turn_of(draft.game.state):
        raise RefusedError(REFUSED_ALREADY)
    if isinstance(command, TakeBack):
        wish = takebacks.wish_of(draft.game, seat, command)
    else:
        wish = bot_takeover.wish_of(draft.game, draft.seats, draft.clock, draft.absent(), seat, command)
    _settle(draft, wish)


def answer(draft: GameDraft, seat: str, command: Agree) -> None:
    """Agree, refuse, or withdraw one's own request."""
    wish = draft.pending.wish
    if wish is None:
        raise RefusedError(NO_WISH)
    if command.answer == "withdraw":
        if wish.who != seat:
            raise RefusedError(NO_WISH)
        _refuse(draft, wish)
        return
    if command.answer not in ("agree", "refuse"):
        raise RefusedError(UNREADABLE)
    if _holder(draft, seat) not in {other.holder for other in _asked(draft, wish)}:
        raise RefusedError(NOT_ASKED)
    if command.answer == "refuse":
        _refuse(draft, wish)
        return
    if wish.kind == bot_takeover.STAND_IN:
        bot_takeover.check(draft.game, draft.seats, draft.clock, draft.absent(), wish)
    _settle(draft, msgspec.structs.replace(wish, agreed=sorted({*wish.agreed, seat})))


def after_choice(draft: GameDraft, seat: str) -> None:
    """Update open requests after a choice: the player no longer wants a take-back and is present."""
    wish = draft.pending.wish
    if wish is not None and (draft.game.over or seat in (wish.who, wish.colour)):
        draft.pending = msgspec.structs.replace(draft.pending, wish=None)


def _asked(draft: GameDraft, wish: PlayerRequest) -> list[SeatRow]:
    """Return the seats that must agree. A player at the asker's screen has agreed there."""
    own = _holder(draft, wish.who)
    playing = [seat for seat in draft.seats if seat.who == PERSON and not draft.game.has_resigned(seat.colour)]
    return [seat for seat in playing if seat.holder != own and seat.colour != wish.colour]


def _refuse(draft: GameDraft, wish: PlayerRequest) -> None:
    """Drop the request and remember the refusal for this turn. A withdrawal counts too, so that a player cannot keep asking."""
    refused = {**draft.pending.refused, wish.who: turn_of(draft.game.state)}
    draft.pending = msgspec.structs.replace(draft.pending, wish=None, refused=refused)


def _settle(draft: GameDraft, wish: PlayerRequest) -> None:
    """Grant the request if all have agreed; otherwise keep waiting."""
    agreed = {_holder(draft, colour) for colour in wish.agreed}
    if any(seat.holder not in agreed for seat in _asked(draft, wish)):
        draft.pending = msgspec.structs.replace(draft.pending, wish=wish)
        return
    draft.pending = msgspec.structs.replace(draft.pending, wish=None)
    if wish.kind == takebacks.TAKE_BACK:
        takebacks.grant(draft.game, wish)
        return
    draft.sit_down(bot_takeover.grant(draft.game, draft.seats, wish))
    draft.game.sit_down(sitting(draft.seats))


def _holder(draft: GameDraft, colour: str) -> str:
    return next((seat.holder for seat in draft.seats if seat.colour == colour), "")
