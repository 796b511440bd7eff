"""The lobby: open challenges, games to watch, and pairing requests. Each room gets one text, built once for all clients and
only while somebody watches."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from dungeon_twister.server.errors import ProtocolError
from dungeon_twister.server.games.sessions.active_game import BOT, FREE, game_info, made_it
from dungeon_twister.server.people_protocol import Challenge, LobbyNews, RoomInfo, Running, Wanted
from dungeon_twister.server.secret_tokens import LONG_CODE, new_code, tidy_code
from dungeon_twister.server.store import GameRow, RoomRow, SeatRow
from dungeon_twister.server.tasks import end
from dungeon_twister.server.text_input import tidy_name
from dungeon_twister.server.wire import encode

if TYPE_CHECKING:
    from dungeon_twister.server.store import Store

EVERY: Final = 1.0  # seconds between two database queries, for all clients together
MOST_CHALLENGES: Final = 100
MOST_OF_ONE: Final = 3  # entries of one address in everybody's list, so that it cannot fill the list alone
LOOKED_AT: Final = 400  # challenges from which the list is chosen
MOST_RUNNING: Final = 40
MOST_PEOPLE: Final = 50
TRIES: Final = 5
Send = Callable[[bytes], None]
logger = logging.getLogger(__name__)


class Lobby:
    """Subscribers by room. `watchers` returns the number of spectators of a game; `wanted` is set
    by the pairing."""

    def __init__(self, store: Store, watchers: Callable[[str], int], now: Callable[[], float]) -> None:
        self._store = store
        self._watchers = watchers
        self._now = now
        self.wanted: Callable[[str], list[Wanted]] = lambda _: []
        self._here: dict[str, dict[Send, str]] = {}  # room -> its clients, by name
        self._sent: dict[str, bytes] = {}  # room -> the text sent last
        self._task: asyncio.Task[None] | None = None
        self._sooner = asyncio.Event()

    # -- rooms -----------------------------------------------------------------------------------------------------------

    async def open_room(self, name: str) -> RoomInfo:
        """Create a room for a club. Its link lets people in."""
        for _ in range(TRIES):
            room = RoomRow(new_code(LONG_CODE), tidy_name(name), self._now())
            if await self._store.people.open_room(room):
                return RoomInfo(room.code, room.name)
        raise ProtocolError("storage", "The room could not be made just now. Try again in a moment.", 503)

    async def room(self, typed: str) -> RoomInfo:
        row = await self._store.people.room(tidy_code(typed, LONG_CODE))
        if row is None:
            raise ProtocolError("unknown-room", "There is no room with that code.", 404)
        return RoomInfo(row.code, row.name)

    async def check_room(self, code: str) -> None:
        """Refuse an unknown room for a game."""
        if code and (await self.room(code)).code != code:
            raise ProtocolError("unknown-room", "There is no room with that code.", 404)

    # -- looking -----------------------------------------------------------------------------------------------------------

    async def enter(self, room: str, send: Send, name: str = "") -> None:
        """Send the room now and whenever it changes."""
        if room:
            await self._store.people.entered(room, self._now())
        self._here.setdefault(room, {})[send] = name
        if room in self._sent:
            send(self._sent[room])
        self.look_soon()
        if self._task is None:
            self._task = asyncio.create_task(self._keep(), name="lobby")

    def leave(self, room: str, send: Send) -> None:
        here = self._here.get(room, {})
        here.pop(send, None)
        if not here:
            self._here.pop(room, None)
            self._sent.pop(room, None)

    def look_soon(self) -> None:
        """Send changes without waiting."""
        self._sooner.set()

    async def close(self) -> None:
        await end(self._task)
        self._task = None

    async def _keep(self) -> None:
        while self._here:
            self._sooner.clear()
            for room in list(self._here):
                try:
                    await self._look(room)
                except Exception:
                    logger.exception("the lobby could not be looked at")
            await asyncio.sleep(EVERY / 4)  # limits the rate of updates
            with suppress(TimeoutError):
                async with asyncio.timeout(EVERY):
                    await self._sooner.wait()
        self._task = None

    async def _look(self, room: str) -> None:
        text = encode(await self.news(room))
        if room in self._here and self._sent.get(room) != text:
            self._sent[room] = text
            for send in list(self._here[room]):
                send(text)

    async def news(self, room: str) -> LobbyNews:
        """Return the contents of a room."""
        waiting = await self._store.open_games(room, LOOKED_AT)
        if not room:
            waiting = _fairly(waiting)
        waiting = waiting[:MOST_CHALLENGES]
        running = await self._store.running_games(room, MOST_RUNNING)
        seats = await self._store.seats([row.id for row in (*waiting, *running)])
        challenges: list[Challenge] = []
        for row in waiting:
            challenges.append(_challenge(row, seats[row.id]))
            await asyncio.sleep(0)  # a game with unusual options takes some milliseconds
        games: list[Running] = []
        for row in running:
            games.append(_running(row, seats[row.id], self._watchers(row.id)))
            await asyncio.sleep(0)
        games.sort(key=lambda game: (-game.watchers, game.id))
        here = self._here.get(room, {})
        people = sorted({name for name in here.values() if name})[:MOST_PEOPLE] if room else []
        return LobbyNews(room, challenges, games, self.wanted(room), len(here), people)


def _fairly(rows: Sequence[GameRow]) -> list[GameRow]:
    """Return the newest rows, with at most some of each maker."""
    count: Counter[str] = Counter()
    found: list[GameRow] = []
    for row in rows:
        count[row.address] += 1
        if not row.address or count[row.address] <= MOST_OF_ONE:
            found.append(row)
    return found


def _challenge(row: GameRow, seats: Sequence[SeatRow]) -> Challenge:
    info = game_info(row, seats)
    return Challenge(
        row.id,
        row.code,
        info.game,
        row.scenario,
        info.title,
        row.clock,
        len(seats),
        sum(seat.who == FREE for seat in seats),
        row.created,
        next((seat.name for seat in seats if made_it(seat) and seat.name), ""),
        row.level,
        row.hints,
    )


def _running(row: GameRow, seats: Sequence[SeatRow], watchers: int) -> Running:
    info = game_info(row, seats)
    return Running(
        row.id,
        info.game,
        row.scenario,
        info.title,
        row.clock,
        row.turn,
        [seat.bot if seat.who == BOT else seat.name for seat in seats],
        [seat.who == BOT for seat in seats],
        [row.scores.get(seat.colour, 0) for seat in seats],
        watchers,
    )
