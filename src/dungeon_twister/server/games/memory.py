"""The games in memory. One that nobody uses is forgotten when there are too many, and rebuilt from the database on demand."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from dungeon_twister.server.cluster import GameRouter
from dungeon_twister.server.errors import ProtocolError
from dungeon_twister.server.games.hosted import Hosted, rebuild, sitting
from dungeon_twister.server.protocol import ChatLine
from dungeon_twister.server.store import Change, ConflictError, StoreError

if TYPE_CHECKING:
    from dungeon_twister.server.store import Store

MOST_GAMES: Final = 600
LONGEST_ID: Final = 32
UNKNOWN: Final = -1  # in the place of a version: everything is told anew
TRIES: Final = 8  # to write something against other processes that are always quicker


def unknown_game() -> ProtocolError:
    return ProtocolError("unknown-game", "There is no such game.", 404)


def storage_trouble() -> ProtocolError:
    return ProtocolError("storage", "The game could not be stored just now. Try again in a moment.", 503)


class AtWork:
    """A game while somebody works with it."""

    __slots__ = ("_hosted", "_id", "_memory")

    def __init__(self, memory: Memory, id: str) -> None:
        self._memory, self._id = memory, id
        self._hosted: Hosted | None = None

    async def __aenter__(self) -> Hosted:
        self._hosted = await self._memory.take(self._id)
        return self._hosted

    async def __aexit__(self, *raised: object) -> None:
        assert self._hosted is not None
        self._memory.leave(self._hosted)


class Memory:
    """Hosted games by id. `watched` says which ones somebody listens to; `caught_up` is told of a game that turned out to have
    gone on elsewhere, with the version it had here and the lines said there."""

    def __init__(
        self,
        store: Store,
        watched: Callable[[str], bool],
        caught_up: Callable[[Hosted, int, list[ChatLine]], None],
        most: int = MOST_GAMES,
        router: GameRouter | None = None,
    ) -> None:
        self._store = store
        self._watched = watched
        self._caught_up = caught_up
        self._most = most
        self.router = router or GameRouter()
        self._games: OrderedDict[str, Hosted] = OrderedDict()
        self._loading: dict[str, asyncio.Task[Hosted]] = {}

    def __len__(self) -> int:
        return len(self._games)

    def held(self, id: str) -> Hosted | None:
        return self._games.get(id)

    def ids(self) -> list[str]:
        return list(self._games)

    def add(self, hosted: Hosted) -> None:
        self._make_room()
        self._games[hosted.id] = hosted

    def forget(self, id: str) -> None:
        """A game that has been deleted."""
        self._games.pop(id, None)

    def let_go(self, id: str) -> None:
        """A game that is at home elsewhere now; while somebody still works with it here the database is asked each time."""
        hosted = self._games.get(id)
        if hosted is not None and not hosted.users and not hosted.lock.locked():
            del self._games[id]

    async def get(self, id: str) -> Hosted:
        """The game, up to date as far as this process can know."""
        hosted = self._games.get(id) or await self._load(id)
        if id in self._games:
            self._games.move_to_end(id)
        if hosted.behind or hosted.ahead or not self.router.is_local(id):  # of what is being written nothing may be seen
            async with self.at_work(id) as hosted:
                pass
        return hosted

    def at_work(self, id: str) -> AtWork:
        """The game, and nobody else changes it meanwhile: `async with`."""
        return AtWork(self, id)

    async def take(self, id: str) -> Hosted:
        """The same without `async with`: `leave` must follow."""
        hosted = self._games.get(id) or await self._load(id)
        hosted.users += 1
        try:
            await hosted.lock.acquire()
        except BaseException:
            self._let_off(hosted)
            raise
        try:
            self._games.setdefault(id, hosted)  # forgotten before it was used
            if hosted.behind or hosted.ahead or not self.router.is_local(id):
                await self.catch_up(hosted)
        except BaseException:
            self.leave(hosted)
            raise
        return hosted

    def leave(self, hosted: Hosted) -> None:
        """Others may change it again."""
        hosted.lock.release()
        self._let_off(hosted)

    def _let_off(self, hosted: Hosted) -> None:
        hosted.users -= 1
        if not self.router.is_local(hosted.id):
            self.let_go(hosted.id)

    async def write(self, hosted: Hosted, change: Change) -> bool:
        """Write a change of a game. False: another process was quicker, and the game has been looked at anew."""
        try:
            await self._store.write(change)
        except ConflictError:
            await self.catch_up(hosted)
            return False
        except StoreError:
            hosted.behind = True
            raise storage_trouble() from None
        except asyncio.CancelledError:
            hosted.behind = True  # whether it gets written is not known here
            raise
        return True

    async def catch_up(self, hosted: Hosted) -> None:
        """Follow what the database knows and this process does not; forget what it does not know. The lock must be held."""
        before = hosted.row.version if hosted.ahead else hosted.version
        after = 0 if hosted.ahead else before
        row = await self._store.game(hosted.id)
        if row is None:
            raise unknown_game()
        log = await self._store.log(hosted.id, after)
        seats = (await self._store.seats([hosted.id]))[hosted.id]
        answers = await self._store.answers(hosted.id)
        chat = await self._store.chat(hosted.id, hosted.chat[-1].number if hosted.chat else 0)
        # The row may be older or newer than the log, as they were asked for one after the other: the log decides.
        if log and log[-1].version != row.version:
            row = await self._store.game(hosted.id) or row
            log = await self._store.log(hosted.id, after)
        log = [entry for entry in log if entry.version <= row.version]
        if hosted.ahead:
            game = (await rebuild(row, seats, log)).game
            hosted.forget_steps()
        else:
            game = hosted.game.clone()
            game.seated.sit_down(sitting(seats))
            game.set_seed(row.seed)
            for entry in log:
                game.follow(entry)
        hosted.seats = seats
        hosted.behind = game.version != row.version
        sealed = hosted.aside.sealed
        hosted.advance(row, game, log)
        hosted.recall(answers)
        since = before if sealed == hosted.aside.sealed else UNKNOWN
        self._caught_up(hosted, since, [hosted.hear(line) for line in chat])

    async def _load(self, id: str) -> Hosted:
        if id not in self._loading:
            task = asyncio.create_task(self._read(id))
            task.add_done_callback(lambda _: self._loading.pop(id, None))
            self._loading[id] = task
        return await asyncio.shield(self._loading[id])

    async def _read(self, id: str) -> Hosted:
        row = await self._store.game(id) if len(id) <= LONGEST_ID and id.isprintable() else None
        if row is None:
            raise unknown_game()
        seats = (await self._store.seats([id]))[id]
        log = [entry for entry in await self._store.log(id) if entry.version <= row.version]
        hosted = await rebuild(row, seats, log)
        hosted.recall(await self._store.answers(id))
        for line in await self._store.chat(id):
            hosted.hear(line)
        self.add(hosted)
        return hosted

    def _make_room(self) -> None:
        for id in list(self._games):
            if len(self._games) < self._most:
                return
            hosted = self._games[id]
            if not hosted.users and not hosted.lock.locked() and not self._watched(id):
                del self._games[id]
