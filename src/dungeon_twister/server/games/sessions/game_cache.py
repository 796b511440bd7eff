"""Cache of games in memory. If there are too many, unused ones are dropped and rebuilt from the
database on demand."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from dungeon_twister.server.cluster import GameRouter
from dungeon_twister.server.errors import ProtocolError
from dungeon_twister.server.games.sessions.active_game import ActiveGame, rebuild, sitting
from dungeon_twister.server.socket_protocol import ChatLine
from dungeon_twister.server.store import Change, ConflictError, StoreError

if TYPE_CHECKING:
    from dungeon_twister.server.store import Store

MOST_GAMES: Final = 600
LONGEST_ID: Final = 32
UNKNOWN: Final = -1  # instead of a version: the whole state is sent
TRIES: Final = 8  # attempts to write while other processes are quicker


def unknown_game() -> ProtocolError:
    return ProtocolError("unknown-game", "There is no such game.", 404)


def storage_trouble() -> ProtocolError:
    return ProtocolError("storage", "The game could not be stored just now. Try again in a moment.", 503)


class LockedGame:
    """Holds the lock of a game: `async with`."""

    __slots__ = ("_active", "_cache", "_id")

    def __init__(self, cache: GameCache, id: str) -> None:
        self._cache, self._id = cache, id
        self._active: ActiveGame | None = None

    async def __aenter__(self) -> ActiveGame:
        self._active = await self._cache.take(self._id)
        return self._active

    async def __aexit__(self, *raised: object) -> None:
        assert self._active is not None
        self._cache.leave(self._active)


class GameCache:
    """Active games by id.

    `watched` returns whether a game has subscribers. `caught_up` is called with a game that another
    process has changed, with its former version and the new chat lines.
    """

    def __init__(
        self,
        store: Store,
        watched: Callable[[str], bool],
        caught_up: Callable[[ActiveGame, int, list[ChatLine]], None],
        most: int = MOST_GAMES,
        router: GameRouter | None = None,
    ) -> None:
        self._store = store
        self._watched = watched
        self._caught_up = caught_up
        self._most = most
        self.router = router or GameRouter()
        self._games: OrderedDict[str, ActiveGame] = OrderedDict()
        self._loading: dict[str, asyncio.Task[ActiveGame]] = {}

    def __len__(self) -> int:
        return len(self._games)

    def held(self, id: str) -> ActiveGame | None:
        return self._games.get(id)

    def ids(self) -> list[str]:
        return list(self._games)

    def add(self, active: ActiveGame) -> None:
        self._make_room()
        self._games[active.id] = active

    def forget(self, id: str) -> None:
        """Drop a game that was deleted."""
        self._games.pop(id, None)

    def let_go(self, id: str) -> None:
        """Drop a game that another process serves now. While it is still locked here, the database
        is asked each time."""
        active = self._games.get(id)
        if active is not None and not active.users and not active.lock.locked():
            del self._games[id]

    async def get(self, id: str) -> ActiveGame:
        """Return a game, as up to date as this process can know."""
        active = self._games.get(id) or await self._load(id)
        if id in self._games:
            self._games.move_to_end(id)
        if active.behind or active.ahead or not self.router.is_local(id):  # changes that are being written must not be seen
            async with self.locked(id) as active:
                pass
        return active

    def locked(self, id: str) -> LockedGame:
        """Lock a game against other changes: `async with`."""
        return LockedGame(self, id)

    async def take(self, id: str) -> ActiveGame:
        """Lock a game without `async with`; `leave` must follow."""
        active = self._games.get(id) or await self._load(id)
        active.users += 1
        try:
            await active.lock.acquire()
        except BaseException:
            self._let_off(active)
            raise
        try:
            self._games.setdefault(id, active)  # dropped before it was used
            if active.behind or active.ahead or not self.router.is_local(id):
                await self.catch_up(active)
        except BaseException:
            self.leave(active)
            raise
        return active

    def leave(self, active: ActiveGame) -> None:
        """Unlock a game."""
        active.lock.release()
        self._let_off(active)

    def _let_off(self, active: ActiveGame) -> None:
        active.users -= 1
        if not self.router.is_local(active.id):
            self.let_go(active.id)

    async def write(self, active: ActiveGame, change: Change) -> bool:
        """Write a change of a game. False: another process was quicker, and the game was read
        again."""
        try:
            await self._store.write(change)
        except ConflictError:
            await self.catch_up(active)
            return False
        except StoreError:
            active.behind = True
            raise storage_trouble() from None
        except asyncio.CancelledError:
            active.behind = True  # unknown until the write has returned
            raise
        return True

    async def catch_up(self, active: ActiveGame) -> None:
        """Take in changes from the database and drop what it does not have. The lock must be held."""
        before = active.row.version if active.ahead else active.version
        after = 0 if active.ahead else before
        row = await self._store.game(active.id)
        if row is None:
            raise unknown_game()
        log = await self._store.log(active.id, after)
        seats = (await self._store.seats([active.id]))[active.id]
        answers = await self._store.answers(active.id)
        chat = await self._store.chat(active.id, active.chat[-1].number if active.chat else 0)
        # The row may be older or newer than the log, because they are read one after the other: the log decides.
        if log and log[-1].version != row.version:
            row = await self._store.game(active.id) or row
            log = await self._store.log(active.id, after)
        log = [entry for entry in log if entry.version <= row.version]
        if active.ahead:
            game = (await rebuild(row, seats, log)).game
            active.forget_steps()
        else:
            game = active.game.clone()
            game.sit_down(sitting(seats))
            game.set_seed(row.seed)
            for entry in log:
                game.follow(entry)
        active.seats = seats
        active.behind = game.version != row.version
        sealed = active.pending.sealed
        active.advance(row, game, log)
        active.recall(answers)
        since = before if sealed == active.pending.sealed else UNKNOWN
        self._caught_up(active, since, [active.add_line(line) for line in chat])

    async def _load(self, id: str) -> ActiveGame:
        if id not in self._loading:
            task = asyncio.create_task(self._read(id))
            task.add_done_callback(lambda _: self._loading.pop(id, None))
            self._loading[id] = task
        return await asyncio.shield(self._loading[id])

    async def _read(self, id: str) -> ActiveGame:
        row = await self._store.game(id) if len(id) <= LONGEST_ID and id.isprintable() else None
        if row is None:
            raise unknown_game()
        seats = (await self._store.seats([id]))[id]
        log = [entry for entry in await self._store.log(id) if entry.version <= row.version]
        active = await rebuild(row, seats, log)
        active.recall(await self._store.answers(id))
        for line in await self._store.chat(id):
            active.add_line(line)
        self.add(active)
        return active

    def _make_room(self) -> None:
        for id in list(self._games):
            if len(self._games) < self._most:
                return
            active = self._games[id]
            if not active.users and not active.lock.locked() and not self._watched(id):
                del self._games[id]
