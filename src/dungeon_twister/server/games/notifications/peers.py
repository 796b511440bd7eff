"""Messages between processes on one database, and games that move from one to another."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from dungeon_twister.server.cluster import GameRouter
from dungeon_twister.server.errors import ProtocolError
from dungeon_twister.server.games.notifications.audience import Audience
from dungeon_twister.server.games.people.people import People
from dungeon_twister.server.games.sessions.active_game import ActiveGame
from dungeon_twister.server.games.sessions.game_cache import GameCache
from dungeon_twister.server.store import SIGNED_OUT

if TYPE_CHECKING:
    from dungeon_twister.server.store import Store

SPENT: Final = "spent:"


class Peers:
    """Sends and receives notifications. `send_news` sends presence to subscribers; `begin` starts
    the clock and the bots of a game."""

    def __init__(
        self,
        store: Store,
        cache: GameCache,
        audience: Audience,
        router: GameRouter,
        send_news: Callable[[ActiveGame], None],
        begin: Callable[[ActiveGame], None],
        people: People,
    ) -> None:
        self._store = store
        self._cache = cache
        self._audience = audience
        self._router = router
        self._send_news = send_news
        self._begin = begin
        self.spend: Callable[[str, str, int], None] | None = None  # counts what an address has used at other processes
        self._people = people

    async def send_presence(self, game: str) -> None:
        """Notify peers who is online in a game."""
        with suppress(ProtocolError):
            await self._send_presence_of(game)
        await self._store.notify([self._presence(game)])

    def _presence(self, game: str) -> tuple[str, str]:
        return f"online:{','.join(self._audience.here(game))}:{self._store.origin}", game

    async def send_spent(self, kind: str, name: str, count: int) -> None:
        """Notify peers that an address has used a part of an hourly budget."""
        if self._router.peer_count:
            await self._store.notify([(f"{SPENT}{kind}:{count}", name)])

    async def receive(self, kind: str, game: str) -> None:
        """Handle a notification: another process has written, or notifications may have been lost."""
        if kind.startswith(f"{SIGNED_OUT}:"):
            self._people.dismiss(kind.partition(":")[2])
        elif kind == "gap":
            await self._people.look_again()
            for id in self._cache.ids():
                await self._look_again(id)
        elif kind.startswith(SPENT):
            what, count = kind.removeprefix(SPENT).split(":")
            if self.spend is not None:
                self.spend(what, game, int(count))
        elif kind.startswith("online:"):
            _, colours, process = kind.split(":")
            if self._audience.elsewhere(game, process, [colour for colour in colours.split(",") if colour]):
                await self._send_presence_of(game)
        else:
            await self._look_again(game)
            if self._router.shared and self._router.is_local(game):  # the writer was a process that does not serve the game
                self._begin(await self._cache.get(game))

    async def seats_changed(self, games: Sequence[str]) -> None:
        """Read games again whose seats have another owner in the database."""
        for id in games:
            await self._look_again(id)

    async def _look_again(self, id: str) -> None:
        """Read a changed game again: at once if it has subscribers, otherwise on demand."""
        active = self._cache.held(id)
        if active is not None:
            active.behind = True
            if self._audience.watches(id):
                await self._cache.get(id)

    async def _send_presence_of(self, game: str) -> None:
        if self._audience.watches(game):
            self._send_news(await self._cache.get(game))

    async def moved(self, come: set[str], gone: set[str], again: bool) -> None:
        """Handle processes that joined or left.

        Games that are remote now are dropped, games that peers may have written are read again, and
        new peers are sent who is online here.
        """
        for id in self._cache.ids():
            if not self._router.is_local(id):
                self._cache.let_go(id)
            elif again:
                await self._look_again(id)
        for game in self._audience.gone(gone):
            await self._send_presence_of(game)
        if come:
            await self._store.notify([self._presence(game) for game in self._audience.games()])
