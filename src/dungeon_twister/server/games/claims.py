"""Somebody who watches says that a seat is his, because his browser has lost its key. The other people who play must all agree;
then the seat is opened by his keys and by no others.

It cannot be used against a player who is connected, was here a short while ago or has a passkey or a recovery code, and
whoever holds the seat may refuse.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection
from typing import TYPE_CHECKING, Final

import msgspec

from dungeon_twister.presentation.guide.shapes import Reason
from dungeon_twister.server.errors import ProtocolError
from dungeon_twister.server.games.aside import Aside, Claim, packed
from dungeon_twister.server.games.hosted import PERSON, Hosted
from dungeon_twister.server.games.memory import TRIES, Memory, storage_trouble
from dungeon_twister.server.games.refused import RefusedError
from dungeon_twister.server.names import tidy_name
from dungeon_twister.server.protocol import AnswerClaim, ClaimSeat
from dungeon_twister.server.store import PLAYING, SeatRow, changes
from dungeon_twister.server.tokens import locked, new_token

if TYPE_CHECKING:
    from dungeon_twister.server.games.draft import Draft
    from dungeon_twister.server.games.live import LiveGame
    from dungeon_twister.server.games.who import Who

CLAIM_SECONDS: Final = 3 * 86_400.0  # after which a claim that nobody has answered is void
MOST_TURNED_AWAY: Final = 20

NO_CLAIM: Final = Reason("no-claim", sentence="Nobody says that a seat is his.")
NOT_ASKED: Final = Reason("not-asked", sentence="You are not asked.")
UNREADABLE: Final = Reason("unreadable", sentence="The answer is agree or refuse.")
IN_USE: Final = Reason("seat-in-use", sentence="That player is here, or was here a short while ago.")


class Claims:
    """Asking for a seat. `deserted` tells which seats of a game may be asked for now."""

    def __init__(
        self,
        memory: Memory,
        now: Callable[[], float],
        deserted: Callable[[Hosted], Collection[str]],
        has_way_back: Callable[[str], Awaitable[bool]],
    ) -> None:
        self._memory = memory
        self._now = now
        self._deserted = deserted
        self._has_way_back = has_way_back

    async def ask(self, id: str, who: Who, wish: ClaimSeat) -> Hosted:
        """Ask the players for a seat."""
        for _ in range(TRIES):
            async with self._memory.at_work(id) as hosted:
                claim = self._checked(hosted, who, wish)
                await self._check_way_back(hosted, wish.colour)
                if await self._write(hosted, msgspec.structs.replace(hosted.aside, claim=claim)):
                    return hosted
        raise storage_trouble()

    async def withdraw(self, id: str, who: Who) -> Hosted:
        """Whoever has asked does not want the seat any more."""
        for _ in range(TRIES):
            async with self._memory.at_work(id) as hosted:
                if hosted.aside.claim is None or hosted.aside.claim.person != who.person:
                    raise ProtocolError(NO_CLAIM.code, NO_CLAIM.sentence, 409)
                if await self._write(hosted, msgspec.structs.replace(hosted.aside, claim=None)):
                    return hosted
        raise storage_trouble()

    async def _check_way_back(self, hosted: Hosted, colour: str) -> None:
        """Refuse a claim to the seat of somebody who can come back alone: the opponent must not give it away."""
        seat = hosted.seat(colour)
        if seat is not None and seat.person and await self._has_way_back(seat.person):
            raise ProtocolError("has-way-back", "That player has a passkey or a recovery code. Please use that.", 409)

    async def _write(self, hosted: Hosted, aside: Aside) -> bool:
        after = msgspec.structs.replace(hosted.row, aside=packed(aside))
        if not await self._memory.write(hosted, changes.alter(hosted.row, after)):
            return False
        hosted.change(after)
        return True

    def _checked(self, hosted: Hosted, who: Who, wish: ClaimSeat) -> Claim:
        """The claim, if it may be made."""
        name, seat, before = tidy_name(wish.name), hosted.seat(wish.colour), hosted.aside.claim
        if hosted.row.stage != PLAYING:
            raise ProtocolError("not-playing", "Only in a game that is being played can a seat be asked for.", 409)
        if seat is None or seat.who != PERSON or hosted.game.resigned(seat.colour):
            raise ProtocolError("no-such-player", "Nobody plays that colour.", 409)
        if not name:
            raise ProtocolError("needs-name", "Please say who you are.", 422)
        if any(other.who == PERSON and other.person == who.person for other in hosted.seats):
            raise ProtocolError("sits-here", "You have a seat in this game.", 409)
        if before is not None and before.until > self._now() and before.person != who.person:
            raise ProtocolError("claim-open", "Somebody else is asking for a seat. Please wait for the answer.", 409)
        if who.person in hosted.aside.turned_away:
            raise ProtocolError("turned-away", "The players have refused. Please talk to them.", 409)
        if not asked(hosted.game, hosted.seats, seat):
            raise ProtocolError("nobody-to-ask", "Nobody else plays here who could let you in.", 409)
        if wish.colour not in self._deserted(hosted):
            raise ProtocolError(IN_USE.code, IN_USE.sentence, 409)
        return Claim(wish.colour, name, who.person, self._now() + CLAIM_SECONDS)


def asked(game: LiveGame, seats: Collection[SeatRow], claimed: SeatRow) -> list[SeatRow]:
    """The seats of the people who must agree: those who still play, on other screens."""
    people = [seat for seat in seats if seat.who == PERSON and not game.resigned(seat.colour)]
    return [seat for seat in people if seat.holder != claimed.holder]


def answer(draft: Draft, seat: str, command: AnswerClaim) -> None:
    """Agree, or refuse. Whoever holds the seat that is asked for can only refuse."""
    claim, mine = draft.aside.claim, next(one for one in draft.seats if one.colour == seat)
    if claim is None or claim.until <= draft.now:
        raise RefusedError(NO_CLAIM)
    if command.answer not in ("agree", "refuse"):
        raise RefusedError(UNREADABLE)
    claimed = next(one for one in draft.seats if one.colour == claim.colour)
    others = asked(draft.game, draft.seats, claimed)
    if mine.holder not in {claimed.holder, *(other.holder for other in others)}:
        raise RefusedError(NOT_ASKED)
    if command.answer == "refuse":
        turned_away = [*draft.aside.turned_away, claim.person][-MOST_TURNED_AWAY:]
        draft.aside = msgspec.structs.replace(draft.aside, claim=None, turned_away=turned_away)
        return
    if mine.holder == claimed.holder:
        raise RefusedError(NOT_ASKED)
    _agree(draft, claim, claimed, mine, others)


def _agree(draft: Draft, claim: Claim, claimed: SeatRow, mine: SeatRow, others: Collection[SeatRow]) -> None:
    """Note that a player agrees; when all have agreed, give the seat away."""
    if claimed.who != PERSON or claim.colour not in draft.deserted():
        raise RefusedError(IN_USE)
    claim = msgspec.structs.replace(claim, agreed=sorted({*claim.agreed, mine.colour}))
    agreed = {one.holder for one in draft.seats if one.colour in claim.agreed}
    if any(other.holder not in agreed for other in others):
        draft.aside = msgspec.structs.replace(draft.aside, claim=claim)
        return
    draft.aside = msgspec.structs.replace(draft.aside, claim=None)
    draft.sit_down(msgspec.structs.replace(claimed, person=claim.person, token_hash=locked(new_token())))
