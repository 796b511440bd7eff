"""Dropping from memory what somebody else has deleted from the database: an operator's command, or another process."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from dungeon_twister.server.games.audience import Audience
from dungeon_twister.server.games.farewell import without
from dungeon_twister.server.games.hosted import Hosted
from dungeon_twister.server.games.memory import Memory
from dungeon_twister.server.games.people import People

if TYPE_CHECKING:
    from dungeon_twister.server.store import Store


class Removals:
    """Compares what is in memory with the database. `tell_news` tells who listens to a game that a name has gone."""

    def __init__(
        self, store: Store, memory: Memory, audience: Audience, people: People, tell_news: Callable[[Hosted], None]
    ) -> None:
        self._store = store
        self._memory = memory
        self._audience = audience
        self._people = people
        self._tell_news = tell_news

    async def look(self) -> set[str]:
        """Drop deleted games, people and devices; return the games. What is in memory was in the database before."""
        repository = self._store.operators
        games = await repository.missing_games({*self._memory.ids(), *self._audience.games()})
        for id in games:
            self._memory.forget(id)
        for device in await repository.missing_devices(self._people.listening()):
            self._people.dismiss(device)
        seated = {seat.person: None for hosted in self._hosted() for seat in hosted.seats if seat.person}
        for person in await repository.missing_people(seated):
            for hosted in self._hosted():
                if any(seat.person == person for seat in hosted.seats):
                    without(hosted, person)
                    self._tell_news(hosted)
        return games

    def _hosted(self) -> list[Hosted]:
        return [hosted for id in self._memory.ids() if (hosted := self._memory.held(id)) is not None]
