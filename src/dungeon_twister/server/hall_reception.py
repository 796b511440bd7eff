"""Coming and going: making games, joining them, giving them up, playing again, and finding one's own."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Sequence
from secrets import token_hex
from typing import Final

import msgspec

from dungeon_twister.server import store_changes
from dungeon_twister.server.hall_errors import ProtocolError
from dungeon_twister.server.hall_memory import Memory, storage_trouble
from dungeon_twister.server.hall_seats import begun, free_seat, log_rows, new_game, rematch_wish, rotated, taken
from dungeon_twister.server.hosted import FREE, OVER, PERSON, Hosted, game_info
from dungeon_twister.server.models import GameRow, SeatRow
from dungeon_twister.server.protocol import GameInfo, HeldSeat, Join, NewGame, OwnGame
from dungeon_twister.server.store import Change, ConflictError, Store, StoreError
from dungeon_twister.server.store_reading import OPEN, PLAYING
from dungeon_twister.server.tokens import hashed, tidy_code

GIVEN_UP: Final = "given-up"
MOST_TOKENS: Final = 500
TRIES: Final = 5
Online = Callable[[str], Collection[str]]


class Reception:
    """Everything about seats. Whoever holds a token holds the seat."""

    def __init__(self, store: Store, memory: Memory, now: Callable[[], float]) -> None:
        self._store = store
        self._memory = memory
        self._now = now

    async def create(self, wish: NewGame, address: str) -> tuple[Hosted, list[HeldSeat]]:
        """A new game; a code that is taken by chance is drawn again."""
        return await self._make(wish, address, lambda row, change: change)

    async def _make(
        self, wish: NewGame, address: str, wrap: Callable[[GameRow, Change], Change]
    ) -> tuple[Hosted, list[HeldSeat]]:
        for _ in range(TRIES):
            row, seats, game, held = new_game(wish, address, self._now())
            change = store_changes.create(row, seats, log_rows(row.id, game, "", self._now()))
            try:
                await self._store.write(wrap(row, change))
            except ConflictError:
                continue
            except StoreError:
                break
            game.entries = []
            hosted = Hosted(row, seats, game)
            self._memory.add(hosted)
            return hosted, held
        raise storage_trouble()

    async def join(self, id: str, wish: Join) -> tuple[Hosted, list[HeldSeat]]:
        for _ in range(TRIES):
            async with self._memory.at_work(id) as hosted:
                seat = free_seat(self._joinable(hosted).seats, wish.colour)
                row, held = taken(seat, wish.name, token_hex(8))
                if await self._take(hosted, [row]):
                    return hosted, [held]
        raise storage_trouble()

    def _joinable(self, hosted: Hosted) -> Hosted:
        if hosted.row.stage == GIVEN_UP:
            raise ProtocolError("given-up", "The game was given up.", 410)
        if hosted.row.stage != OPEN:
            raise ProtocolError("no-seat", "All seats are taken.", 409)
        return hosted

    async def _take(self, hosted: Hosted, taken_seats: Sequence[SeatRow]) -> bool:
        """Sit down; False: somebody else was quicker, and the game has been looked at anew."""
        colours = [seat.colour for seat in taken_seats]
        seats = [taken_seats[colours.index(seat.colour)] if seat.colour in colours else seat for seat in hosted.seats]
        now = self._now()
        after = msgspec.structs.replace(begun(hosted.row, seats, hosted.game, now), changed=now)
        if not await self._memory.write(hosted, store_changes.take_seats(hosted.row, after, taken_seats)):
            return False
        hosted.seats = seats
        hosted.change(after)
        return True

    async def give_up(self, id: str, token: str) -> Hosted:
        """Nobody may take a game away from others who play it: they would have to be asked, or one resigns."""
        holder = (await self.seat_of(id, token)).holder
        for _ in range(TRIES):
            async with self._memory.at_work(id) as hosted:
                if hosted.row.stage in (OVER, GIVEN_UP):
                    raise ProtocolError("game-over", "The game is over.", 409)
                if any(seat.who == PERSON and seat.holder != holder for seat in hosted.seats):
                    raise ProtocolError("others-play", "Others play in this game: resign instead.", 409)
                change = {"stage": GIVEN_UP, "changed": self._now(), "deadline": None, "timing": "", "decider": ""}
                after = msgspec.structs.replace(hosted.row, **change)
                if await self._memory.write(hosted, store_changes.alter(hosted.row, after)):
                    hosted.change(after)
                    return hosted
        raise storage_trouble()

    async def rematch(self, id: str, token: str, name: str) -> tuple[Hosted, Hosted, list[HeldSeat]]:
        """The old game, the new one, and one's seats in it."""
        holder = (await self.seat_of(id, token)).holder
        for _ in range(TRIES):
            async with self._memory.at_work(id) as old:
                if old.row.stage != OVER:
                    raise ProtocolError("not-over", "The game is not over yet.", 409)
                if not old.row.rematch:
                    made = await self._first_rematch(old, holder, name)
                    if made is None:
                        continue
                    return old, *made
            return old, *await self._join_rematch(old, holder, name)
        raise storage_trouble()

    async def _first_rematch(self, old: Hosted, holder: str, name: str) -> tuple[Hosted, list[HeldSeat]] | None:
        """None: somebody else was quicker."""
        wish = rematch_wish(old.row, old.seats, holder, name)
        following = old.row

        def wrap(row: GameRow, change: Change) -> Change:
            nonlocal following
            following = msgspec.structs.replace(old.row, rematch=row.id)
            return store_changes.follow(old.row, following, change)

        try:
            made = await self._make(wish, "", wrap)
        except ProtocolError:
            await self._memory.catch_up(old)
            if old.row.rematch:
                return None
            raise
        old.change(following)
        return made

    async def _join_rematch(self, old: Hosted, holder: str, name: str) -> tuple[Hosted, list[HeldSeat]]:
        """Sit down where one's seats have moved to; if those are taken, anywhere."""
        colours = [seat.colour for seat in old.seats]
        mine = [seat for seat in old.seats if seat.holder == holder]
        for _ in range(TRIES):
            async with self._memory.at_work(old.row.rematch) as hosted:
                free = [seat.colour for seat in self._joinable(hosted).seats if seat.who == FREE]
                wanted = [rotated(seat.colour, colours) for seat in mine]
                chosen = [colour for colour in wanted if colour in free] or free[: len(mine)]
                new_holder = token_hex(8)
                pairs = [taken(free_seat(hosted.seats, colour), name or mine[0].name, new_holder) for colour in chosen]
                if await self._take(hosted, [row for row, _ in pairs]):
                    return hosted, [held for _, held in pairs]
        raise storage_trouble()

    # -- finding -----------------------------------------------------------------------------------------------------------

    async def seat_of(self, id: str, token: str) -> SeatRow:
        hosted = await self._memory.get(id)
        key = hashed(token)
        for seat in hosted.seats:
            if seat.who == PERSON and seat.token_hash == key:
                return seat
        raise ProtocolError("wrong-token", "That is not the key to a seat of this game.", 403)

    async def by_code(self, code: str, online: Online) -> GameInfo:
        row = await self._store.game_by_code(tidy_code(code))
        if row is None:
            raise ProtocolError("unknown-code", "There is no game with that code.", 404)
        return (await self._infos([row], online))[0]

    async def open_games(self, online: Online) -> list[GameInfo]:
        return await self._infos(await self._store.open_games(), online)

    async def own(self, tokens: Sequence[str], online: Online) -> list[OwnGame]:
        if len(tokens) > MOST_TOKENS:
            raise ProtocolError("too-many", f"Ask for at most {MOST_TOKENS} seats at once.", 422)
        held: dict[str, list[str]] = {}
        for seat in await self._store.seats_of_tokens([hashed(token) for token in tokens]):
            held.setdefault(seat.game, []).append(seat.colour)
        infos = await self._infos(await self._store.games(list(held)), online)
        return [OwnGame(one, held[one.id], one.stage == PLAYING and one.decider in held[one.id]) for one in infos]

    async def _infos(self, rows: Sequence[GameRow], online: Online) -> list[GameInfo]:
        seats = await self._store.seats([row.id for row in rows])
        infos: list[GameInfo] = []
        for row in rows:
            infos.append(game_info(row, seats[row.id], online(row.id)))
            await asyncio.sleep(0)  # a game of unheard-of options takes some milliseconds
        return infos
