"""What the maker of a game may do about its seats: cancel it, let everybody find it or only whoever has the link, send somebody
away who never moved, put a bot on a free seat. Whoever has joined may get up again while the game waits for players."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

import msgspec

from dungeon_twister.game.record.chance import TICKETS
from dungeon_twister.server.errors import ProtocolError
from dungeon_twister.server.games.first_moves import NO_FIRST_MOVE, first_move_by, is_due, moved
from dungeon_twister.server.games.hosted import FREE, OVER, PERSON, Hosted, made_it, sitting
from dungeon_twister.server.games.live import LiveGame
from dungeon_twister.server.games.memory import Memory, storage_trouble
from dungeon_twister.server.games.seats import begun, bot_seat, log_rows, seed_with_others
from dungeon_twister.server.store import OPEN, GameRow, SeatRow, changes

GIVEN_UP: Final = "given-up"
TRIES: Final = 5


async def reseat(
    memory: Memory, hosted: Hosted, rows: Sequence[SeatRow], after: Callable[[list[SeatRow], LiveGame], GameRow], now: float
) -> bool:
    """Write seats as they shall be, and the game as it stands then; False: somebody else was quicker. `after` may let a copy of
    the game begin."""
    new = {row.colour: row for row in rows}
    seats = [new.get(seat.colour, seat) for seat in hosted.seats]
    game = hosted.game.clone()
    game.seated.sit_down(sitting(seats))
    row = msgspec.structs.replace(after(seats, game), changed=now)
    log = log_rows(hosted.id, game, "", now)
    pairs = [(seat, new[seat.colour]) for seat in hosted.seats if seat.colour in new]
    if not await memory.write(hosted, changes.change_seats(hosted.row, row, pairs, log)):
        return False
    hosted.seats = seats
    hosted.advance(row, game, log)
    return True


class HeadOfTable:
    """The maker of a game, as far as a key proves it: what the database keeps of a token (`People.seat_key`)."""

    def __init__(self, memory: Memory, now: Callable[[], float]) -> None:
        self._memory = memory
        self._now = now

    async def give_up(self, id: str, key: str) -> Hosted:
        """Throw a game away: its maker, before anybody else has moved, or whoever plays it alone. Nobody may take a game that
        has begun away from others who play it: there one resigns."""
        for _ in range(TRIES):
            async with self._memory.at_work(id) as hosted:
                asker = _seat_of(hosted, key)
                _unfinished(hosted)
                others = [seat for seat in hosted.seats if seat.who == PERSON and seat.holder != asker.holder]
                waiting = hosted.row.stage == OPEN and not any(moved(hosted.game, seat.colour) for seat in others)
                if others and not (made_it(asker) and waiting):
                    raise ProtocolError("others-play", "Others play in this game: resign instead.", 409)
                if await self._end(hosted):
                    return hosted
        raise storage_trouble()

    async def call_off(self, hosted: Hosted) -> bool:
        """End a game of quick pairing in which a first move has not come in time. The game must be at work."""
        return is_due(hosted.row, hosted.game, self._now()) and await self._end(hosted, NO_FIRST_MOVE)

    async def _end(self, hosted: Hosted, reason: str = "") -> bool:
        """Write that a game has ended without a result; False: it was not where it was thought to be."""
        change = {"stage": GIVEN_UP, "changed": self._now(), "deadline": None, "timing": "", "decider": ""}
        after = msgspec.structs.replace(hosted.row, **change, reason=reason, first_move_by=None)
        if not await self._memory.write(hosted, changes.alter(hosted.row, after)):
            return False
        hosted.change(after)
        return True

    async def publish(self, id: str, key: str, listed: bool, paired: bool = False) -> Hosted:
        """Let everybody find a game, or only those who have its link or code. `paired`: first moves are due in some minutes."""
        for _ in range(TRIES):
            async with self._memory.at_work(id) as hosted:
                _made_by(hosted, key)
                _unfinished(hosted)
                due = first_move_by(hosted.row, hosted.game, self._now()) if paired else hosted.row.first_move_by
                after = msgspec.structs.replace(hosted.row, listed=listed, changed=self._now(), first_move_by=due)
                if await self._memory.write(hosted, changes.alter(hosted.row, after)):
                    hosted.change(after)
                    return hosted
        raise storage_trouble()

    async def seat(self, id: str, colour: str, key: str, who: str) -> Hosted:
        """`open`: nobody sits there any more, and if the game had begun it waits again; `bot:NAME`: a bot sits down."""
        for _ in range(TRIES):
            async with self._memory.at_work(id) as hosted:
                seat = hosted.seat(colour)
                if seat is None:
                    raise ProtocolError("bad-game", "There is no such colour in this game.", 422)
                _unfinished(hosted)
                row = self._freed(hosted, seat, key) if who == FREE else self._with_bot(hosted, seat, key, who)
                if await reseat(self._memory, hosted, [row], partial(self._standing, hosted), self._now()):
                    return hosted
        raise storage_trouble()

    def _standing(self, hosted: Hosted, seats: list[SeatRow], game: LiveGame) -> GameRow:
        """A game with a free seat waits, and no clock runs in it; without one it begins, or goes on. As long as nothing has
        happened in it its seed is made again, with what the next one contributes."""
        if any(seat.who == FREE for seat in seats):
            offers = [colour for colour in hosted.row.offers if any(s.colour == colour and s.who == PERSON for s in seats)]
            waiting = msgspec.structs.replace(
                hosted.row, stage=OPEN, deadline=None, timing="", offers=offers, first_move_by=None
            )
            if hosted.row.secret and not game.version:
                game.set_seed("")
                waiting = msgspec.structs.replace(waiting, seed="", contributions={})
            return waiting
        return begun(hosted.row, seats, game, self._now())

    def _freed(self, hosted: Hosted, seat: SeatRow, key: str) -> SeatRow:
        own = seat.who == PERSON and seat.token_hash == key and not made_it(seat)
        if not own:
            _made_by(hosted, key)
        if hosted.row.chance == TICKETS and not hosted.row.secret:
            raise seed_with_others()  # otherwise somebody could sit down in a game whose chance its maker knows
        if made_it(seat):
            raise ProtocolError("own-seat", "Whoever made the game cannot get up: cancel it, or resign.", 409)
        if own and hosted.row.stage != OPEN:
            raise ProtocolError("others-play", "Others play in this game: resign instead.", 409)
        if moved(hosted.game, seat.colour):
            raise ProtocolError("seat-has-moved", "That player has made a move and cannot be sent away.", 409)
        return SeatRow(seat.game, seat.colour, seat.number, FREE)

    def _with_bot(self, hosted: Hosted, seat: SeatRow, key: str, who: str) -> SeatRow:
        _made_by(hosted, key)
        if seat.who != FREE:
            raise ProtocolError("no-seat", "That seat is taken.", 409)
        return bot_seat(seat, who, "A seat is free, or for a bot")


def _seat_of(hosted: Hosted, key: str) -> SeatRow:
    """The seat whose key this is."""
    for seat in hosted.seats:
        if seat.who == PERSON and seat.token_hash == key:
            return seat
    raise ProtocolError("wrong-token", "That is not the key to a seat of this game.", 403)


def _made_by(hosted: Hosted, key: str) -> None:
    if not made_it(_seat_of(hosted, key)):
        raise ProtocolError("not-the-maker", "Only whoever made the game can do that.", 403)


def _unfinished(hosted: Hosted) -> None:
    if hosted.row.stage in (OVER, GIVEN_UP):
        raise ProtocolError("game-over", "The game is over.", 409)
