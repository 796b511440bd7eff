"""Claims to a seat by a spectator whose browser has lost the key. All other players must agree;
then only the new keys open the seat.

A claim is refused if the player is connected, was here recently, or has a passkey or a recovery
code. The holder of the seat may refuse it.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection
from typing import TYPE_CHECKING, Final

import msgspec

from dungeon_twister.presentation.guide.guide_shapes import Reason
from dungeon_twister.server.errors import ProtocolError
from dungeon_twister.server.games.commands.command_error import RefusedError
from dungeon_twister.server.games.sessions.active_game import PERSON, ActiveGame
from dungeon_twister.server.games.sessions.game_cache import TRIES, GameCache, storage_trouble
from dungeon_twister.server.games.sessions.pending_requests import Claim, PendingRequests, packed
from dungeon_twister.server.protocol import ClaimSeat
from dungeon_twister.server.secret_tokens import locked, new_token
from dungeon_twister.server.socket_protocol import AnswerClaim
from dungeon_twister.server.store import PLAYING, SeatRow, changes
from dungeon_twister.server.text_input import tidy_name

if TYPE_CHECKING:
    from dungeon_twister.server.games.caller import Caller
    from dungeon_twister.server.games.commands.draft import GameDraft
    from dungeon_twister.server.games.sessions.event_log_game import EventLogGame

CLAIM_SECONDS: Final = 3 * 86_400.0  # after which an unanswered claim expires
MOST_TURNED_AWAY: Final = 20

NO_CLAIM: Final = Reason("no-claim", sentence="Nobody claims a seat.")
NOT_ASKED: Final = Reason("not-asked", sentence="You are not asked.")
UNREADABLE: Final = Reason("unreadable", sentence="The answer is agree or refuse.")
IN_USE: Final = Reason("seat-in-use", sentence="That player is here, or was here a short while ago.")


class SeatClaims:
    """Handles claims. `deserted` returns the seats of a game that may be claimed now."""

    def __init__(
        self,
        cache: GameCache,
        now: Callable[[], float],
        deserted: Callable[[ActiveGame], Collection[str]],
        has_way_back: Callable[[str], Awaitable[bool]],
    ) -> None:
        self._cache = cache
        self._now = now
        self._deserted = deserted
        self._has_way_back = has_way_back

    async def ask(self, id: str, who: Caller, wish: ClaimSeat) -> ActiveGame:
        """Claim a seat."""
        for _ in range(TRIES):
            async with self._cache.locked(id) as active:
                claim = self._checked(active, who, wish)
                await self._check_way_back(active, wish.colour)
                if await self._write(active, msgspec.structs.replace(active.pending, claim=claim)):
                    return active
        raise storage_trouble()

    async def withdraw(self, id: str, who: Caller) -> ActiveGame:
        """Withdraw a claim."""
        for _ in range(TRIES):
            async with self._cache.locked(id) as active:
                if active.pending.claim is None or active.pending.claim.person != who.person:
                    raise ProtocolError(NO_CLAIM.code, NO_CLAIM.sentence, 409)
                if await self._write(active, msgspec.structs.replace(active.pending, claim=None)):
                    return active
        raise storage_trouble()

    async def _check_way_back(self, active: ActiveGame, colour: str) -> None:
        """Refuse a claim to the seat of a person who can recover the account alone: opponents must
        not give it away."""
        seat = active.seat(colour)
        if seat is not None and seat.person and await self._has_way_back(seat.person):
            raise ProtocolError("has-way-back", "That player has a passkey or a recovery code. Please use that.", 409)

    async def _write(self, active: ActiveGame, pending: PendingRequests) -> bool:
        after = msgspec.structs.replace(active.row, aside=packed(pending))
        if not await self._cache.write(active, changes.alter(active.row, after)):
            return False
        active.change(after)
        return True

    def _checked(self, active: ActiveGame, who: Caller, wish: ClaimSeat) -> Claim:
        """Return the claim if it is allowed."""
        name, seat, before = tidy_name(wish.name), active.seat(wish.colour), active.pending.claim
        if active.row.stage != PLAYING:
            raise ProtocolError("not-playing", "Only in a game that is being played can a seat be asked for.", 409)
        if seat is None or seat.who != PERSON or active.game.has_resigned(seat.colour):
            raise ProtocolError("no-such-player", "Nobody plays that colour.", 409)
        if not name:
            raise ProtocolError("needs-name", "Please enter your name.", 422)
        if any(other.who == PERSON and other.person == who.person for other in active.seats):
            raise ProtocolError("sits-here", "You have a seat in this game.", 409)
        if before is not None and before.until > self._now() and before.person != who.person:
            raise ProtocolError("claim-open", "Somebody else is asking for a seat. Please wait for the answer.", 409)
        if who.person in active.pending.turned_away:
            raise ProtocolError("turned-away", "The players have refused. Please talk to them.", 409)
        if not asked(active.game, active.seats, seat):
            raise ProtocolError("nobody-to-ask", "Nobody else plays here who could let you in.", 409)
        if wish.colour not in self._deserted(active):
            raise ProtocolError(IN_USE.code, IN_USE.sentence, 409)
        return Claim(wish.colour, name, who.person, self._now() + CLAIM_SECONDS)


def asked(game: EventLogGame, seats: Collection[SeatRow], claimed: SeatRow) -> list[SeatRow]:
    """Return the seats that must agree: people on other screens who still play."""
    people = [seat for seat in seats if seat.who == PERSON and not game.has_resigned(seat.colour)]
    return [seat for seat in people if seat.holder != claimed.holder]


def answer(draft: GameDraft, seat: str, command: AnswerClaim) -> None:
    """Agree to a claim or refuse it. The holder of the seat can only refuse."""
    claim, mine = draft.pending.claim, next(one for one in draft.seats if one.colour == seat)
    if claim is None or claim.until <= draft.now:
        raise RefusedError(NO_CLAIM)
    if command.answer not in ("agree", "refuse"):
        raise RefusedError(UNREADABLE)
    claimed = next(one for one in draft.seats if one.colour == claim.colour)
    others = asked(draft.game, draft.seats, claimed)
    if mine.holder not in {claimed.holder, *(other.holder for other in others)}:
        raise RefusedError(NOT_ASKED)
    if command.answer == "refuse":
        turned_away = [*draft.pending.turned_away, claim.person][-MOST_TURNED_AWAY:]
        draft.pending = msgspec.structs.replace(draft.pending, claim=None, turned_away=turned_away)
        return
    if mine.holder == claimed.holder:
        raise RefusedError(NOT_ASKED)
    _agree(draft, claim, claimed, mine, others)


def _agree(draft: GameDraft, claim: Claim, claimed: SeatRow, mine: SeatRow, others: Collection[SeatRow]) -> None:
    """Note that a player agrees; when all have agreed, hand the seat over."""
    if claimed.who != PERSON or claim.colour not in draft.deserted():
        raise RefusedError(IN_USE)
    claim = msgspec.structs.replace(claim, agreed=sorted({*claim.agreed, mine.colour}))
    agreed = {one.holder for one in draft.seats if one.colour in claim.agreed}
    if any(other.holder not in agreed for other in others):
        draft.pending = msgspec.structs.replace(draft.pending, claim=claim)
        return
    draft.pending = msgspec.structs.replace(draft.pending, claim=None)
    draft.sit_down(msgspec.structs.replace(claimed, person=claim.person, token_hash=locked(new_token())))
