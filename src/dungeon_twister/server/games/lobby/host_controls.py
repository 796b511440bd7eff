"""Actions of a game's maker on its seats: cancel the game, list it, free the seat of a player who never moved, seat a bot.
Other players may leave while the game waits."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

import msgspec

from dungeon_twister.game.record.chance import TICKETS
from dungeon_twister.server.errors import ProtocolError
from dungeon_twister.server.games.sessions.active_game import FREE, PERSON, ActiveGame, made_it, sitting
from dungeon_twister.server.games.sessions.event_log_game import EventLogGame
from dungeon_twister.server.games.sessions.first_moves import NO_FIRST_MOVE, first_move_by, is_due, moved
from dungeon_twister.server.games.sessions.game_cache import GameCache, storage_trouble
from dungeon_twister.server.games.sessions.seats import begun, bot_seat, log_rows, seed_with_others
from dungeon_twister.server.store import OPEN, OVER, GameRow, SeatRow, changes

GIVEN_UP: Final = "given-up"
TRIES: Final = 5


async def reseat(
    cache: GameCache,
    active: ActiveGame,
    rows: Sequence[SeatRow],
    after: Callable[[list[SeatRow], EventLogGame], GameRow],
    now: float,
) -> bool:
    """Write changed seats and the resulting game. False: another change was quicker. `after` may let a copy of the game
    begin."""
    new = {row.colour: row for row in rows}
    seats = [new.get(seat.colour, seat) for seat in active.seats]
    game = active.game.clone()
    game.sit_down(sitting(seats))
    row = msgspec.structs.replace(after(seats, game), changed=now)
    log = log_rows(active.id, game, "", now)
    pairs = [(seat, new[seat.colour]) for seat in active.seats if seat.colour in new]
    if not await cache.write(active, changes.change_seats(active.row, row, pairs, log)):
        return False
    active.seats = seats
    active.advance(row, game, log)
    return True


class HostControls:
    """Actions of the maker of a game, proved by a key: what the database stores of a token
    (`People.seat_key`)."""

    def __init__(self, cache: GameCache, now: Callable[[], float]) -> None:
        self._cache = cache
        self._now = now

    async def give_up(self, id: str, key: str) -> ActiveGame:
        """Delete a game: for its maker before anybody else has moved, or for a player alone. A
        running game of several people cannot be deleted; one resigns there."""
        for _ in range(TRIES):
            async with self._cache.locked(id) as active:
                asker = _seat_of(active, key)
                _unfinished(active)
                others = [seat for seat in active.seats if seat.who == PERSON and seat.holder != asker.holder]
                waiting = active.row.stage == OPEN and not any(moved(active.game, seat.colour) for seat in others)
                if others and not (made_it(asker) and waiting):
                    raise ProtocolError("others-play", "Others are playing in this game: resign instead.", 409)
                if await self._end(active):
                    return active
        raise storage_trouble()

    async def call_off(self, active: ActiveGame) -> bool:
        """End a paired game in which a first move is overdue. The game must be locked."""
        return is_due(active.row, active.game, self._now()) and await self._end(active, NO_FIRST_MOVE)

    async def _end(self, active: ActiveGame, reason: str = "") -> bool:
        """Write that a game has ended without a result. False: it had changed meanwhile."""
        change = {"stage": GIVEN_UP, "changed": self._now(), "deadline": None, "timing": "", "decider": ""}
        after = msgspec.structs.replace(active.row, **change, reason=reason, first_move_by=None)
        if not await self._cache.write(active, changes.alter(active.row, after)):
            return False
        active.change(after)
        return True

    async def publish(self, id: str, key: str, listed: bool, paired: bool = False) -> ActiveGame:
        """Let everybody find a game, or only people with its link or code. `paired`: first moves
        are due in some minutes."""
        for _ in range(TRIES):
            async with self._cache.locked(id) as active:
                _made_by(active, key)
                _unfinished(active)
                due = first_move_by(active.row, active.game, self._now()) if paired else active.row.first_move_by
                after = msgspec.structs.replace(active.row, listed=listed, changed=self._now(), first_move_by=due)
                if await self._cache.write(active, changes.alter(active.row, after)):
                    active.change(after)
                    return active
        raise storage_trouble()

    async def seat(self, id: str, colour: str, key: str, who: str) -> ActiveGame:
        """Free a seat (`open`), so that a game that had begun waits again, or seat a bot
        (`bot:NAME`)."""
        for _ in range(TRIES):
            async with self._cache.locked(id) as active:
                seat = active.seat(colour)
                if seat is None:
                    raise ProtocolError("bad-game", "There is no such colour in this game.", 422)
                _unfinished(active)
                row = self._freed(active, seat, key) if who == FREE else self._with_bot(active, seat, key, who)
                if await reseat(self._cache, active, [row], partial(self._standing, active), self._now()):
                    return active
        raise storage_trouble()

    def _standing(self, active: ActiveGame, seats: list[SeatRow], game: EventLogGame) -> GameRow:
        """Return the row for changed seats: with a free one the game waits and no clock runs,
        otherwise it begins or goes on. Until something has happened its seed is made again with the
        new contributions.
        """
        if any(seat.who == FREE for seat in seats):
            offers = [colour for colour in active.row.offers if any(s.colour == colour and s.who == PERSON for s in seats)]
            waiting = msgspec.structs.replace(
                active.row, stage=OPEN, deadline=None, timing="", offers=offers, first_move_by=None
            )
            if active.row.secret and not game.version:
                game.set_seed("")
                waiting = msgspec.structs.replace(waiting, seed="", contributions={})
            return waiting
        return begun(active.row, seats, game, self._now())

    def _freed(self, active: ActiveGame, seat: SeatRow, key: str) -> SeatRow:
        own = seat.who == PERSON and seat.token_hash == key and not made_it(seat)
        if not own:
            _made_by(active, key)
        if active.row.chance == TICKETS and not active.row.secret:
            raise seed_with_others()  # otherwise a player could join a game whose chance the maker knows
        if made_it(seat):
            raise ProtocolError("own-seat", "The maker of the game cannot get up: cancel it, or resign.", 409)
        if own and active.row.stage != OPEN:
            raise ProtocolError("others-play", "Others are playing in this game: resign instead.", 409)
        if moved(active.game, seat.colour):
            raise ProtocolError("seat-has-moved", "That player has made a move and cannot be sent away.", 409)
        return SeatRow(seat.game, seat.colour, seat.number, FREE)

    def _with_bot(self, active: ActiveGame, seat: SeatRow, key: str, who: str) -> SeatRow:
        _made_by(active, key)
        if seat.who != FREE:
            raise ProtocolError("no-seat", "That seat is taken.", 409)
        return bot_seat(seat, who, "A seat is free, or for a bot")


def _seat_of(active: ActiveGame, key: str) -> SeatRow:
    """Return the seat of a key."""
    for seat in active.seats:
        if seat.who == PERSON and seat.token_hash == key:
            return seat
    raise ProtocolError("wrong-token", "That is not the key to a seat of this game.", 403)


def _made_by(active: ActiveGame, key: str) -> None:
    if not made_it(_seat_of(active, key)):
        raise ProtocolError("not-the-maker", "Only the maker of the game can do that.", 403)


def _unfinished(active: ActiveGame) -> None:
    if active.row.stage in (OVER, GIVEN_UP):
        raise ProtocolError("game-over", "The game is over.", 409)
