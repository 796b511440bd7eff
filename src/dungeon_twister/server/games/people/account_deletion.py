"""Deletes a person: leaves running games, then removes the name and all personal data. Finished
games stay without the name."""

from __future__ import annotations

from contextlib import suppress
from secrets import token_hex
from typing import Final, Protocol

import msgspec

from dungeon_twister.server.errors import ProtocolError
from dungeon_twister.server.games.caller import Caller
from dungeon_twister.server.games.people.device_transfer import DeviceTransfer
from dungeon_twister.server.games.people.people import People
from dungeon_twister.server.games.sessions.active_game import FREE, ActiveGame, sitting
from dungeon_twister.server.games.sessions.game_cache import GameCache
from dungeon_twister.server.protocol import GameInfo
from dungeon_twister.server.socket_protocol import Command, CommandAnswer, Resign
from dungeon_twister.server.store import OPEN, PLAYING, SeatRow

AT_ONCE: Final = 200  # games of one query


class GameLeaver(Protocol):
    """What account deletion needs of the `GameService`."""

    transfer: DeviceTransfer

    async def delete(self, id: str, token: str) -> None: ...
    async def seat(self, id: str, colour: str, token: str, who: str) -> GameInfo: ...
    async def command(self, id: str, seat: str, command: Command) -> CommandAnswer: ...


class AccountDeletion:
    """Deletes people."""

    def __init__(self, games: GameLeaver, cache: GameCache, people: People) -> None:
        self._games = games
        self._cache = cache
        self._people = people

    async def delete(self, who: Caller) -> None:
        """Delete a person. This cannot be undone. The person's keys stay valid until the end, so
        that a failed deletion can be repeated."""
        await self._games.transfer.give_back(who)
        for seat in await self._unfinished(who):
            await self._leave(who, seat)
        devices = await self._people.repository.devices(who.person)
        games = [id for id in self._cache.ids() if self._sits(id, who)]
        await self._people.delete(who.person)
        for id in games:
            active = self._cache.held(id)
            if active is not None:
                without(active, who.person)
        self._catch_up_claims(who)
        for device in devices:
            self._people.dismiss(device.id)

    def _catch_up_claims(self, who: Caller) -> None:
        """Mark the games in which the person claimed a seat to be read again from the database."""
        for active in filter(None, map(self._cache.held, self._cache.ids())):
            if who.person in active.row.aside:
                active.behind = True

    async def _unfinished(self, who: Caller) -> list[SeatRow]:
        place: tuple[float, str] | None = None
        ids: list[str] = []
        while True:
            rows = await self._people.repository.games(who.person, place, AT_ONCE)
            ids += [row.id for row in rows if row.stage in (OPEN, PLAYING)]
            if len(rows) < AT_ONCE:
                break
            place = (rows[-1].changed, rows[-1].id)
        return [seat for id in ids for seat in (await self._cache.get(id)).seats if seat.person == who.person]

    async def _leave(self, who: Caller, seat: SeatRow) -> None:
        """Delete a game that the person plays alone, leave one that has not begun, and resign from others."""
        token = who.token(seat.colour)
        with suppress(ProtocolError):
            await self._games.delete(seat.game, token)
            return
        with suppress(ProtocolError):
            await self._games.seat(seat.game, seat.colour, token, FREE)
            return
        await self._games.command(seat.game, seat.colour, Resign(token_hex(8), seat.colour))

    def _sits(self, id: str, who: Caller) -> bool:
        active = self._cache.held(id)
        return active is not None and any(seat.person == who.person for seat in active.seats)


def without(active: ActiveGame, person: str) -> None:
    """Apply the deletion in the database to a game in memory."""
    mine = {seat.colour: seat.name for seat in active.seats if seat.person == person}
    named = set(mine.items())
    active.chat = [msgspec.structs.replace(line, name="") if (line.seat, line.name) in named else line for line in active.chat]
    active.seats = [
        msgspec.structs.replace(seat, name="", person="") if seat.person == person else seat for seat in active.seats
    ]
    active.game.sit_down(sitting(active.seats))
    if any(seat.holder == active.id and seat.colour in mine for seat in active.seats):
        active.change(msgspec.structs.replace(active.row, address=""))
