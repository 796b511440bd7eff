"""What one player asks and the others agree to: taking something back, letting a bot play on for somebody who left. There is
one wish at a time; bots agree to everything; whoever was refused, or has withdrawn it, does not ask again in the same
turn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from dungeon_twister.presentation.guide.shapes import Reason
from dungeon_twister.server.games import standing_in, takebacks
from dungeon_twister.server.games.clocks import turn_of
from dungeon_twister.server.games.hosted import PERSON, sitting
from dungeon_twister.server.games.refused import RefusedError
from dungeon_twister.server.protocol import Agree, StandIn, TakeBack, Wish

if TYPE_CHECKING:
    from dungeon_twister.server.games.draft import Draft
    from dungeon_twister.server.store import SeatRow

ONE_AT_A_TIME: Final = Reason("wish-open", sentence="Somebody has asked for something already: that is answered first.")
REFUSED_ALREADY: Final = Reason("wish-refused", sentence="You were refused in this turn: ask again in another one.")
HAS_RESIGNED: Final = Reason("has-resigned", sentence="This seat has been given up already.")
NO_WISH: Final = Reason("no-wish", sentence="Nobody asks for anything.")
NOT_ASKED: Final = Reason("not-asked", sentence="You are not asked.")
UNREADABLE: Final = Reason("unreadable", sentence="The answer is agree, refuse or withdraw.")


def ask(draft: Draft, seat: str, command: TakeBack | StandIn) -> None:
    """Ask the others; where there are none it is done at once."""
    if draft.game.resigned(seat):
        raise RefusedError(HAS_RESIGNED)
    if draft.aside.wish is not None:
        raise RefusedError(ONE_AT_A_TIME)
    if draft.aside.refused.get(seat) == turn_of(draft.game.state):
        raise RefusedError(REFUSED_ALREADY)
    if isinstance(command, TakeBack):
        wish = takebacks.wish_of(draft.game, seat, command)
    else:
        wish = standing_in.wish_of(draft.game, draft.seats, draft.clock, draft.absent(), seat, command)
    _settle(draft, wish)


def answer(draft: Draft, seat: str, command: Agree) -> None:
    """Agree, refuse, or withdraw what one has asked for."""
    wish = draft.aside.wish
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
    if wish.kind == standing_in.STAND_IN:
        standing_in.check(draft.game, draft.seats, draft.clock, draft.absent(), wish)
    _settle(draft, msgspec.structs.replace(wish, agreed=sorted({*wish.agreed, seat})))


def after_choice(draft: Draft, seat: str) -> None:
    """Whoever plays on does not want anything back, and whoever plays is there."""
    wish = draft.aside.wish
    if wish is not None and (draft.game.over or seat in (wish.who, wish.colour)):
        draft.aside = msgspec.structs.replace(draft.aside, wish=None)


def _asked(draft: Draft, wish: Wish) -> list[SeatRow]:
    """The seats of the others who must agree. Whoever shares a screen with the asker has been asked there."""
    own = _holder(draft, wish.who)
    playing = [seat for seat in draft.seats if seat.who == PERSON and not draft.game.resigned(seat.colour)]
    return [seat for seat in playing if seat.holder != own and seat.colour != wish.colour]


def _refuse(draft: Draft, wish: Wish) -> None:
    """Nothing comes of it, and it is not asked for again in this turn: whoever withdraws it could ask again and again."""
    refused = {**draft.aside.refused, wish.who: turn_of(draft.game.state)}
    draft.aside = msgspec.structs.replace(draft.aside, wish=None, refused=refused)


def _settle(draft: Draft, wish: Wish) -> None:
    """Do what all have agreed to, or wait for the others."""
    agreed = {_holder(draft, colour) for colour in wish.agreed}
    if any(seat.holder not in agreed for seat in _asked(draft, wish)):
        draft.aside = msgspec.structs.replace(draft.aside, wish=wish)
        return
    draft.aside = msgspec.structs.replace(draft.aside, wish=None)
    if wish.kind == takebacks.TAKE_BACK:
        takebacks.grant(draft.game, wish)
        return
    draft.sit_down(standing_in.grant(draft.game, draft.seats, wish))
    draft.game.seated.sit_down(sitting(draft.seats))


def _holder(draft: Draft, colour: str) -> str:
    return next((seat.holder for seat in draft.seats if seat.colour == colour), "")
