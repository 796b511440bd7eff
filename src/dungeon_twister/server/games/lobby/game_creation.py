"""Creates games and rematches, lets players join, and lists their games."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Sequence
from secrets import token_hex
from typing import TYPE_CHECKING, Final

import msgspec

from dungeon_twister.server.address_hashes import AddressHasher
from dungeon_twister.server.errors import ProtocolError
from dungeon_twister.server.games.caller import Caller
from dungeon_twister.server.games.lobby.commitments import Commitments
from dungeon_twister.server.games.lobby.host_controls import GIVEN_UP, TRIES, reseat
from dungeon_twister.server.games.people.people import People
from dungeon_twister.server.games.sessions.active_game import FREE, PERSON, ActiveGame, game_info, has_to_decide
from dungeon_twister.server.games.sessions.game_cache import GameCache, storage_trouble
from dungeon_twister.server.games.sessions.seats import (
    begun,
    free_seat,
    kept_for,
    log_rows,
    new_game,
    owned,
    rematch_seats,
    rematch_wish,
    rotated,
    taken,
)
from dungeon_twister.server.protocol import Again, GameInfo, HeldSeat, Join, NewGame, OwnGame, Promised
from dungeon_twister.server.secret_tokens import follow_up_token, hashed, new_id, tidy_code
from dungeon_twister.server.store import OPEN, OVER, Change, ConflictError, GameRow, SeatRow, StoreError, changes

if TYPE_CHECKING:
    from dungeon_twister.server.store import Store

MOST_TOKENS: Final = 500
MOST_OWN: Final = 120  # listed seats of a person; the history has all of them
Online = Callable[[str], Collection[str]]


class GameCreation:
    """Creates games and hands out seats. A token is the key to a seat."""

    def __init__(
        self, store: Store, cache: GameCache, people: People, addresses: AddressHasher, now: Callable[[], float]
    ) -> None:
        self._store = store
        self._addresses = addresses
        self._people = people
        self._cache = cache
        self._now = now
        self._commitments = Commitments(store, now)

    async def seal(self) -> Promised:
        """Return a commitment to the secret of a game that is about to be created."""
        return await self._commitments.reserve()

    async def create(self, wish: NewGame, address: str, who: Caller) -> tuple[ActiveGame, list[HeldSeat]]:
        """Create a game. If its code is taken, draw another one."""
        return await self._make(wish, address, lambda seats, held: owned(seats, held, who), lambda row, change: change)

    async def _make(
        self,
        wish: NewGame,
        address: str,
        arrange: Callable[[list[SeatRow], list[HeldSeat]], tuple[list[SeatRow], list[HeldSeat]]],
        wrap: Callable[[GameRow, Change], Change],
    ) -> tuple[ActiveGame, list[HeldSeat]]:
        for _ in range(TRIES):
            secret, used = await self._commitments.take(wish.commitment, wish.promise)
            id = self._cache.router.local_id(new_id)
            row, seats, game, held = new_game(wish, self._addresses.hash(address), self._now(), secret, id)
            seats, held = arrange(seats, held)
            change = changes.create(row, seats, log_rows(row.id, game, "", self._now()), used if row.secret else "")
            try:
                await self._store.write(wrap(row, change))
            except ConflictError:
                continue
            except StoreError:
                break
            game.entries = []
            active = ActiveGame(row, seats, game)
            self._cache.add(active)
            return active, held
        raise storage_trouble()

    async def join(self, id: str, wish: Join, who: Caller) -> tuple[ActiveGame, list[HeldSeat]]:
        for _ in range(TRIES):
            async with self._cache.locked(id) as active:
                seat = free_seat(self._joinable(active, active.seats), wish.colour)
                row, key = taken(seat, wish.name, token_hex(8), contribution=wish.contribution)
                rows, held = owned([row], [key], who)
                if await self._take(active, rows):
                    return active, held
        raise storage_trouble()

    def _joinable(self, active: ActiveGame, seats: Sequence[SeatRow]) -> Sequence[SeatRow]:
        if active.row.stage == GIVEN_UP:
            raise ProtocolError("given-up", "The game was given up.", 410)
        if active.row.stage != OPEN:
            raise ProtocolError("no-seat", "All seats are taken.", 409)
        return seats

    async def _take(self, active: ActiveGame, rows: Sequence[SeatRow]) -> bool:
        """Take seats. False: another player was quicker, and the game was read again."""
        now = self._now()
        return await reseat(self._cache, active, rows, lambda seats, game: begun(active.row, seats, game, now), now)

    async def made_from(self, id: str, address: str) -> bool:
        """Return whether a game was created from this address."""
        return self._addresses.matches(address, (await self._cache.get(id)).row.address)

    async def rematch(self, id: str, token: str, wish: Again) -> tuple[ActiveGame, ActiveGame, list[HeldSeat]]:
        """Return the old game, the new one, and the caller's seats in it. A repeated request
        returns the same seats and keys."""
        holder, who = (await self.seat_of(id, token)).holder, await self._people.of_token(token)
        for _ in range(TRIES):
            async with self._cache.locked(id) as old:
                if old.row.stage != OVER:
                    raise ProtocolError("not-over", "The game is not over yet.", 409)
                if not old.row.rematch:
                    made = await self._first_rematch(old, holder, token, wish, who)
                    if made is None:
                        continue
                    return old, *made
            return old, *await self._join_rematch(old, holder, token, wish, who)
        raise storage_trouble()

    async def _first_rematch(
        self, old: ActiveGame, holder: str, token: str, asked: Again, who: Caller
    ) -> tuple[ActiveGame, list[HeldSeat]] | None:
        """Create the rematch. None: another player was quicker."""
        following = old.row

        def arrange(seats: list[SeatRow], _: list[HeldSeat]) -> tuple[list[SeatRow], list[HeldSeat]]:
            return owned(*rematch_seats(old.seats, seats, holder, token), who)

        def wrap(row: GameRow, change: Change) -> Change:
            nonlocal following
            following = msgspec.structs.replace(old.row, rematch=row.id)
            return changes.follow(old.row, following, change)

        try:
            made = await self._make(rematch_wish(old.row, old.seats, holder, asked), "", arrange, wrap)
        except ProtocolError:
            await self._cache.catch_up(old)
            if old.row.rematch:
                return None
            raise
        old.change(following)
        return made

    async def _join_rematch(
        self, old: ActiveGame, holder: str, token: str, wish: Again, who: Caller
    ) -> tuple[ActiveGame, list[HeldSeat]]:
        """Take the seats reserved for a player, or return them again."""
        colours = [seat.colour for seat in old.seats]
        mine = [rotated(seat.colour, colours) for seat in old.seats if seat.who == PERSON and seat.holder == holder]
        id = old.row.rematch
        keys = {colour: follow_up_token(token, id, colour) for colour in mine}
        for _ in range(TRIES):
            async with self._cache.locked(id) as active:
                seats = [seat for seat in active.seats if seat.colour in mine]
                if who.person and all(seat.person == who.person for seat in seats):
                    return active, [HeldSeat(seat.colour, who.token(seat.colour)) for seat in seats]
                if all(seat.token_hash == hashed(keys[seat.colour]) for seat in seats):
                    return active, [HeldSeat(seat.colour, keys[seat.colour]) for seat in seats]
                kept = kept_for(old.id, holder)
                if any(seat.who != FREE or seat.holder != kept for seat in self._joinable(active, seats)):
                    raise ProtocolError("no-seat", "Your seat in the new game is taken.", 409)
                new_holder = token_hex(8)
                pairs = [taken(seat, seat.name, new_holder, keys[seat.colour], wish.contribution) for seat in seats]
                whose = {rotated(seat.colour, colours): seat.person for seat in old.seats}
                rows = [msgspec.structs.replace(row, person=whose[row.colour]) for row, _ in pairs]
                rows, held = owned(rows, [held for _, held in pairs], who)
                if await self._take(active, rows):
                    return active, held
        raise storage_trouble()

    # -- finding -----------------------------------------------------------------------------------------------------------

    async def seat_of(self, id: str, token: str) -> SeatRow:
        active = await self._cache.get(id)
        key = await self._people.seat_key(active, token)
        for seat in active.seats:
            if seat.who == PERSON and seat.token_hash == key:
                return seat
        raise ProtocolError("wrong-token", "That is not the key to a seat of this game.", 403)

    async def key(self, id: str, token: str) -> str:
        """Return what the database stores of a token."""
        return await self._people.seat_key(await self._cache.get(id), token)

    async def by_code(self, code: str, online: Online) -> GameInfo:
        row = await self._store.game_by_code(tidy_code(code))
        if row is None:
            raise ProtocolError("unknown-code", "There is no game with that code.", 404)
        return (await self.infos([row], online))[0]

    async def open_games(self, online: Online) -> list[GameInfo]:
        return await self.infos(await self._store.open_games(), online)

    async def own(self, tokens: Sequence[str], who: Caller, online: Online) -> list[OwnGame]:
        if len(tokens) > MOST_TOKENS:
            raise ProtocolError("too-many", f"Ask for at most {MOST_TOKENS} seats at once.", 422)
        held: dict[str, list[str]] = {}
        found = await self._store.seats_of_tokens([hashed(token) for token in tokens])
        if who.person:
            found += await self._store.people.seats(who.person, MOST_OWN)
        for seat in found:
            colours = held.setdefault(seat.game, [])
            if seat.colour not in colours:
                colours.append(seat.colour)
        infos = await self.infos(await self._store.games(list(held)), online)
        return [OwnGame(one, held[one.id], has_to_decide(one, held[one.id])) for one in infos]

    async def infos(self, rows: Sequence[GameRow], online: Online) -> list[GameInfo]:
        seats = await self._store.seats([row.id for row in rows])
        infos: list[GameInfo] = []
        for row in rows:
            infos.append(game_info(row, seats[row.id], online(row.id)))
            await asyncio.sleep(0)  # a game with unusual options takes some milliseconds
        return infos
