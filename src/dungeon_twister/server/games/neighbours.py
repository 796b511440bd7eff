"""What a hall hears from other processes on the same database, what it tells them, and games that move from one to another."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from dungeon_twister.server.cluster import GameRouter
from dungeon_twister.server.errors import ProtocolError
from dungeon_twister.server.games.audience import Audience
from dungeon_twister.server.games.hosted import Hosted
from dungeon_twister.server.games.memory import Memory
from dungeon_twister.server.games.people import People
from dungeon_twister.server.store import SIGNED_OUT

if TYPE_CHECKING:
    from dungeon_twister.server.store import Store

SPENT: Final = "spent:"


class Neighbours:
    """`tell_news` tells whoever listens to a game who is there; `begin` sees to its clock and its bots."""

    def __init__(
        self,
        store: Store,
        memory: Memory,
        audience: Audience,
        router: GameRouter,
        tell_news: Callable[[Hosted], None],
        begin: Callable[[Hosted], None],
        people: People,
    ) -> None:
        self._store = store
        self._memory = memory
        self._audience = audience
        self._router = router
        self._tell_news = tell_news
        self._begin = begin
        self.spend: Callable[[str, str, int], None] | None = None  # counts what an address has used elsewhere
        self._people = people

    async def tell_presence(self, game: str) -> None:
        """Somebody has come or gone."""
        with suppress(ProtocolError):
            await self._tell_who_is_there(game)
        await self._store.notify([self._presence(game)])

    def _presence(self, game: str) -> tuple[str, str]:
        return f"online:{','.join(self._audience.here(game))}:{self._store.origin}", game

    async def tell_spent(self, kind: str, name: str, count: int) -> None:
        """An address has used something of what it may use in an hour."""
        if self._router.peer_count:
            await self._store.notify([(f"{SPENT}{kind}:{count}", name)])

    async def heard(self, kind: str, game: str) -> None:
        """Another process has written something, or something may have been missed."""
        if kind.startswith(f"{SIGNED_OUT}:"):
            self._people.dismiss(kind.partition(":")[2])
        elif kind == "gap":
            await self._people.look_again()
            for id in self._memory.ids():
                await self._look_again(id)
        elif kind.startswith(SPENT):
            what, count = kind.removeprefix(SPENT).split(":")
            if self.spend is not None:
                self.spend(what, game, int(count))
        elif kind.startswith("online:"):
            _, colours, process = kind.split(":")
            if self._audience.elsewhere(game, process, [colour for colour in colours.split(",") if colour]):
                await self._tell_who_is_there(game)
        else:
            await self._look_again(game)
            if self._router.shared and self._router.is_local(game):  # it was written by somebody who does not look after it
                self._begin(await self._memory.get(game))

    async def seats_changed(self, games: Sequence[str]) -> None:
        """Seats of games have been given to another person in the database."""
        for id in games:
            await self._look_again(id)

    async def _look_again(self, id: str) -> None:
        """Follow at once where somebody listens, otherwise when it is needed."""
        hosted = self._memory.held(id)
        if hosted is not None:
            hosted.behind = True
            if self._audience.watches(id):
                await self._memory.get(id)

    async def _tell_who_is_there(self, game: str) -> None:
        if self._audience.watches(game):
            self._tell_news(await self._memory.get(game))

    async def moved(self, come: set[str], gone: set[str], again: bool) -> None:
        """Processes have come or gone. Games that are at home elsewhere now are forgotten, those of which others may have
        written something are looked at, and whoever has come is told who is online here."""
        for id in self._memory.ids():
            if not self._router.is_local(id):
                self._memory.let_go(id)
            elif again:
                await self._look_again(id)
        for game in self._audience.gone(gone):
            await self._tell_who_is_there(game)
        if come:
            await self._store.notify([self._presence(game) for game in self._audience.games()])
