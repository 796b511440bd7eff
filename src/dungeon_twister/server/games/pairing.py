"""Quick pairing: two who want the same game with the same clock get it at once. Whoever waits does so as long as his socket is
open, in this process; nobody is paired with himself, nor with somebody whom one of them has blocked."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from secrets import choice
from typing import TYPE_CHECKING, Final

from dungeon_twister.engine.game import new_setting
from dungeon_twister.engine.options import OptionError
from dungeon_twister.engine.scenarios import is_text
from dungeon_twister.geometry.text import TextError
from dungeon_twister.server.errors import ProtocolError
from dungeon_twister.server.games import clocks
from dungeon_twister.server.games.seats import bad_game, checked_contribution
from dungeon_twister.server.games.who import Who
from dungeon_twister.server.people_protocol import Seek, Wanted
from dungeon_twister.server.protocol import Created, Join, NewGame

if TYPE_CHECKING:
    from dungeon_twister.server.games.hall import Hall

MOST_WAITING: Final = 2000
MOST_OF_ONE: Final = 4  # who wait from one address
TWO: Final = 2


class Seeker:
    """Somebody who waits; `paired` is called with his game, `failed` if there is none after all."""

    def __init__(
        self,
        who: Who,
        address: str,
        room: str,
        seek: Seek,
        paired: Callable[[Created], None],
        failed: Callable[[ProtocolError], None],
    ) -> None:
        self.who = who
        self.address = address
        self.room = room
        self.seek = seek
        self.paired = paired
        self.failed = failed

    def wants_the_same(self, other: Seeker) -> bool:
        mine = (self.room, self.seek.scenario, self.seek.clock)
        return self.who.person != other.who.person and mine == (other.room, other.seek.scenario, other.seek.clock)


class Pairing:
    """Who waits. `look_soon` is called when that has changed."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall
        self._waiting: list[Seeker] = []
        hall.lobby.wanted = self.wanted
        self._lock = asyncio.Lock()  # one after the other: whoever is being looked at is nobody else's

    def __len__(self) -> int:
        return len(self._waiting)

    def wanted(self, room: str) -> list[Wanted]:
        """What others wait for in a room."""
        count: dict[tuple[str, str], int] = {}
        for one in self._waiting:
            if one.room == room:
                key = (one.seek.scenario, one.seek.clock)
                count[key] = count.get(key, 0) + 1
        return [Wanted(scenario, clock, many) for (scenario, clock), many in sorted(count.items())]

    async def seek(self, seeker: Seeker) -> None:
        """Pair somebody, or let him wait."""
        if not seeker.who.person:
            raise ProtocolError("needs-person", "To be paired you need a name here first.", 401)
        _check(seeker.seek)
        async with self._lock:
            if len(self._waiting) >= MOST_WAITING:
                raise ProtocolError("too-many-waiting", "Too many people wait just now: try again in a moment.", 503)
            if sum(one.address == seeker.address for one in self._waiting) >= MOST_OF_ONE:
                raise ProtocolError("too-many-waiting", "Enough people wait from where you are.", 429)
            other = await self._partner(seeker)
            if other is None:
                self._waiting.append(seeker)
            else:
                self._waiting.remove(other)
                await self._play(other, seeker)
        self._hall.lobby.look_soon()

    def give_up(self, seeker: Seeker) -> None:
        """He does not want any more, or is gone."""
        if seeker in self._waiting:
            self._waiting.remove(seeker)
            self._hall.lobby.look_soon()

    async def _partner(self, seeker: Seeker) -> Seeker | None:
        """Whoever has waited longest, wants the same, and is welcome, as he is to him; and is still there afterwards."""
        for other in list(self._waiting):
            if not other.wants_the_same(seeker):
                continue
            if not await self._hall.order.strangers(seeker.who, seeker.address, other.who, other.address):
                if other in self._waiting:
                    return other
        return None

    async def _play(self, first: Seeker, second: Seeker) -> None:
        """Their game. Others can watch it, but nobody could sit down in it before both did."""
        hall, seek = self._hall, first.seek
        colour = choice(new_setting(seek.scenario, {}).colours)
        wish = NewGame(
            seek.scenario,
            clock=seek.clock,
            seats={colour: "you"},
            name=first.who.name,
            contribution=seek.contribution,
            room=first.room,
        )
        try:
            made = await hall.create(wish, first.address, first.who)
            join = Join(second.who.name, contribution=second.seek.contribution)
            joined = await hall.join(made.info.id, join, second.who)
            await hall.publish(made.info.id, made.seats[0].token, True)
            await hall.order.sat_down(made.info.id, [seat.colour for seat in made.seats], first.address)
            await hall.order.sat_down(made.info.id, [seat.colour for seat in joined.seats], second.address)
        except ProtocolError as error:
            first.failed(error)
            second.failed(error)
            return
        first.paired(made)
        second.paired(joined)


def _check(seek: Seek) -> None:
    """Can this be played by two?"""
    checked_contribution(seek.contribution)
    if not clocks.readable(seek.clock):
        raise bad_game("There is no such clock.")
    try:
        if is_text(seek.scenario):
            raise bad_game("A scenario has a name of one line.")
        colours = new_setting(seek.scenario, {}).colours
    except (OptionError, TextError):
        raise bad_game("There is no such scenario.") from None
    if len(colours) != TWO:
        raise bad_game("People are paired for games of two.")
