"""Drops from memory what an operator or another process has deleted from the database."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from dungeon_twister.server.games.notifications.audience import Audience
from dungeon_twister.server.games.people.account_deletion import without
from dungeon_twister.server.games.people.people import People
from dungeon_twister.server.games.sessions.active_game import ActiveGame
from dungeon_twister.server.games.sessions.game_cache import GameCache

if TYPE_CHECKING:
    from dungeon_twister.server.store import Store


class Removals:
    """Compares memory with the database. `send_news` sends subscribers that a name has gone."""

    def __init__(
        self, store: Store, cache: GameCache, audience: Audience, people: People, send_news: Callable[[ActiveGame], None]
    ) -> None:
        self._store = store
        self._cache = cache
        self._audience = audience
        self._people = people
        self._send_news = send_news

    async def look(self) -> set[str]:
        """Drop deleted games, people and devices; return the games. Everything in memory was in the
        database before."""
        repository = self._store.operators
        games = await repository.missing_games({*self._cache.ids(), *self._audience.games()})
        for id in games:
            self._cache.forget(id)
        for device in await repository.missing_devices(self._people.listening()):
            self._people.dismiss(device)
        seated = {seat.person: None for active in self._active() for seat in active.seats if seat.person}
        for person in await repository.missing_people(seated):
            for active in self._active():
                if any(seat.person == person for seat in active.seats):
                    without(active, person)
                    self._send_news(active)
        return games

    def _active(self) -> list[ActiveGame]:
        return [active for id in self._cache.ids() if (active := self._cache.held(id)) is not None]
