"""Forgetting somebody: his games that go on are left, then his name and whatever leads to him are taken out of everything. What
was played stays, with nobody's name."""

from __future__ import annotations

from contextlib import suppress
from secrets import token_hex
from typing import Final, Protocol

import msgspec

from dungeon_twister.server.errors import ProtocolError
from dungeon_twister.server.games.hosted import FREE, Hosted, sitting
from dungeon_twister.server.games.memory import Memory
from dungeon_twister.server.games.moving import Moving
from dungeon_twister.server.games.people import People
from dungeon_twister.server.games.who import Who
from dungeon_twister.server.protocol import Answer, Command, GameInfo, Resign
from dungeon_twister.server.store import OPEN, PLAYING, SeatRow

AT_ONCE: Final = 200


class Games(Protocol):
    """What leaving games needs of the `Hall`."""

    moving: Moving

    async def delete(self, id: str, token: str) -> None: ...
    async def seat(self, id: str, colour: str, token: str, who: str) -> GameInfo: ...
    async def command(self, id: str, seat: str, command: Command) -> Answer: ...


class Farewell:
    """Asked once for each person."""

    def __init__(self, hall: Games, memory: Memory, people: People) -> None:
        self._hall = hall
        self._memory = memory
        self._people = people

    async def forget(self, who: Who) -> None:
        """There is no way back. His keys are good until the end, so that it can be asked again if something fails."""
        await self._hall.moving.give_back(who)
        for seat in await self._unfinished(who):
            await self._leave(who, seat)
        devices = await self._people.repository.devices(who.person)
        games = [id for id in self._memory.ids() if self._sits(id, who)]
        await self._people.delete(who.person)
        for id in games:
            hosted = self._memory.held(id)
            if hosted is not None:
                without(hosted, who.person)
        self._catch_up_claims(who)
        for device in devices:
            self._people.dismiss(device.id)

    def _catch_up_claims(self, who: Who) -> None:
        """Have the games in which the person asked for a seat read again from the database."""
        for hosted in filter(None, map(self._memory.held, self._memory.ids())):
            if who.person in hosted.row.aside:
                hosted.behind = True

    async def _unfinished(self, who: Who) -> list[SeatRow]:
        place: tuple[float, str] | None = None
        ids: list[str] = []
        while True:
            rows = await self._people.repository.games(who.person, place, AT_ONCE)
            ids += [row.id for row in rows if row.stage in (OPEN, PLAYING)]
            if len(rows) < AT_ONCE:
                break
            place = (rows[-1].changed, rows[-1].id)
        return [seat for id in ids for seat in (await self._memory.get(id)).seats if seat.person == who.person]

    async def _leave(self, who: Who, seat: SeatRow) -> None:
        """Throw the game away if it is his alone, get up if it waits, and otherwise resign."""
        token = who.token(seat.colour)
        with suppress(ProtocolError):
            await self._hall.delete(seat.game, token)
            return
        with suppress(ProtocolError):
            await self._hall.seat(seat.game, seat.colour, token, FREE)
            return
        await self._hall.command(seat.game, seat.colour, Resign(token_hex(8), seat.colour))

    def _sits(self, id: str, who: Who) -> bool:
        hosted = self._memory.held(id)
        return hosted is not None and any(seat.person == who.person for seat in hosted.seats)


def without(hosted: Hosted, person: str) -> None:
    """What is in memory follows what the database has done."""
    mine = {seat.colour: seat.name for seat in hosted.seats if seat.person == person}
    named = set(mine.items())
    hosted.chat = [msgspec.structs.replace(line, name="") if (line.seat, line.name) in named else line for line in hosted.chat]
    hosted.seats = [
        msgspec.structs.replace(seat, name="", person="") if seat.person == person else seat for seat in hosted.seats
    ]
    hosted.game.seated.sit_down(sitting(hosted.seats))
    if any(seat.holder == hosted.id and seat.colour in mine for seat in hosted.seats):
        hosted.change(msgspec.structs.replace(hosted.row, address=""))
