"""Quick pairing: two who want the same game with the same clock get it at once. Whoever waits does so as long as his socket is
open, in this process; nobody is paired with himself, nor with somebody whom one of them has blocked, nor while another person
waits for his first move.

The secret of their game is fixed when two are matched: both see its commitment before they contribute (docs/fairness.md).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from secrets import choice
from typing import Final, Protocol

from dungeon_twister.rules.engine.game import new_setting
from dungeon_twister.rules.engine.options import OptionError
from dungeon_twister.rules.engine.scenarios import is_text
from dungeon_twister.rules.geometry.text import TextError
from dungeon_twister.server.errors import ProtocolError
from dungeon_twister.server.games import clocks
from dungeon_twister.server.games.errands import Errands
from dungeon_twister.server.games.lobby import Lobby
from dungeon_twister.server.games.order import Order
from dungeon_twister.server.games.people import People
from dungeon_twister.server.games.seats import bad_game, checked_contribution
from dungeon_twister.server.games.who import Who
from dungeon_twister.server.people_protocol import Seek, Wanted
from dungeon_twister.server.protocol import Created, GameInfo, Join, NewGame, Promised

MOST_WAITING: Final = 2000
MOST_OF_ONE: Final = 4  # who wait from one address
MOST_NAMES: Final = 3  # of those who wait for the same
TWO: Final = 2
CONTRIBUTE_SECONDS: Final = 10.0  # in which both must answer `Matched`


class Seeker:
    """Somebody who waits. `matched` is called with the commitment of a game, `paired` with the game, `failed` if there is none.

    `given` is the contribution, None until it is known; `match` is set while both are asked for it; `gone` after `give_up`.
    `may_sit` says whether his address may take a seat among strangers now, `count_seat` counts one that it has taken.
    """

    def __init__(
        self,
        who: Who,
        address: str,
        room: str,
        seek: Seek,
        matched: Callable[[str], None],
        paired: Callable[[Created], None],
        failed: Callable[[ProtocolError], None],
        may_sit: Callable[[], bool] = lambda: True,
        count_seat: Callable[[], None] = lambda: None,
    ) -> None:
        self.who = who
        self.address = address
        self.room = room
        self.seek = seek
        self.matched = matched
        self.paired = paired
        self.failed = failed
        self.may_sit = may_sit
        self.count_seat = count_seat
        self.given: str | None = None
        self.match: Match | None = None
        self.gone = False

    def wants_the_same(self, other: Seeker) -> bool:
        mine = (self.room, self.seek.scenario, self.seek.clock)
        return self.who.person != other.who.person and mine == (other.room, other.seek.scenario, other.seek.clock)


class Match:
    """Two who want the same, the commitment to the secret of their game, and the time they have for contributing."""

    def __init__(self, first: Seeker, second: Seeker, promised: Promised, too_slow: Callable[[Match], None]) -> None:
        self.both = (first, second)
        self.promised = promised
        self.over = False
        self._timer = asyncio.get_running_loop().call_later(CONTRIBUTE_SECONDS, too_slow, self)

    def end(self) -> None:
        """Nobody is asked any more."""
        self.over = True
        self._timer.cancel()
        for one in self.both:
            one.match = None


class Games(Protocol):
    """What pairing needs of the `Hall`."""

    people: People
    lobby: Lobby
    order: Order

    async def seal(self) -> Promised: ...
    async def create(self, wish: NewGame, address: str, who: Who) -> Created: ...
    async def join(self, id: str, wish: Join, who: Who) -> Created: ...
    async def publish(self, id: str, token: str, listed: bool, paired: bool) -> GameInfo: ...


class Pairing:
    """Who waits. `look_soon` is called when that has changed."""

    def __init__(self, hall: Games, errands: Errands) -> None:
        self._hall = hall
        self._errands = errands
        self._waiting: list[Seeker] = []
        hall.lobby.wanted = self.wanted
        self._lock = asyncio.Lock()  # one after the other: whoever is being looked at is nobody else's

    def __len__(self) -> int:
        return len(self._waiting)

    def wanted(self, room: str) -> list[Wanted]:
        """What others wait for in a room."""
        names: dict[tuple[str, str], list[str]] = {}
        for one in self._waiting:
            if one.room == room:
                names.setdefault((one.seek.scenario, one.seek.clock), []).append(one.who.name)
        return [Wanted(*key, len(found), [name for name in found if name][:MOST_NAMES]) for key, found in sorted(names.items())]

    async def seek(self, seeker: Seeker) -> None:
        """Pair somebody, or let him wait."""
        if not seeker.who.person:
            raise ProtocolError("needs-person", "To be paired you need a name here first.", 401)
        _check(seeker.seek)
        if await self._owes_first_move(seeker):
            raise ProtocolError("owes-first-move", "Make your first move in the game that was found for you before.", 409)
        async with self._lock:
            if len(self._waiting) >= MOST_WAITING:
                raise ProtocolError("too-many-waiting", "Too many people wait just now: try again in a moment.", 503)
            if sum(one.address == seeker.address for one in self._waiting) >= MOST_OF_ONE:
                raise ProtocolError("too-many-waiting", "Enough people wait from where you are.", 429)
            match = await self._match(seeker)
        self._hall.lobby.look_soon()
        if match is not None:
            await self._go_on(match)

    def give_up(self, seeker: Seeker) -> None:
        """He does not want any more, or is gone."""
        seeker.gone = True
        if seeker in self._waiting:
            self._waiting.remove(seeker)
            self._hall.lobby.look_soon()
        elif seeker.match is not None:
            self._dissolve(seeker.match, [seeker])

    async def contribute(self, seeker: Seeker, commitment: str, given: str) -> None:
        """Take the contribution of somebody who was shown a commitment."""
        match = seeker.match
        if match is None or commitment != match.promised.commitment:
            raise ProtocolError("not-matched", "You are not being paired for a game with this commitment.", 409)
        seeker.given = checked_contribution(given)
        await self._go_on(match)

    async def _match(self, seeker: Seeker, front: bool = False) -> Match | None:
        """Match somebody with the partner who has waited longest, or put him into the queue."""
        while (other := await self._partner(seeker)) is not None:
            promised = await self._hall.seal()
            if seeker.gone:
                return None
            if other in self._waiting:  # and has not left meanwhile
                break
        else:
            if not seeker.gone:
                self._waiting.insert(0 if front else len(self._waiting), seeker)
            return None
        self._waiting.remove(other)
        match = Match(other, seeker, promised, self._too_slow)
        for one in match.both:
            one.match = match
            one.given = None if one.seek.answers else one.seek.contribution
            if one.seek.answers:
                one.matched(promised.commitment)
        return match

    async def _go_on(self, match: Match) -> None:
        """Make the game as soon as both have contributed."""
        if not match.over and all(one.given is not None for one in match.both):
            match.end()
            await self._errands.finish(self._play(match))

    def _too_slow(self, match: Match) -> None:
        """The time for contributing is over."""
        slow = [one for one in match.both if one.given is None]
        self._dissolve(match, slow)
        for one in slow:
            one.failed(ProtocolError("no-answer", "Your browser did not answer in time: please try again.", 408))

    def _dissolve(self, match: Match, without: list[Seeker]) -> None:
        """Let those who are still there wait again, before all others."""
        match.end()
        for one in match.both:
            if one not in without:
                self._errands.run(self._wait_again(one))

    async def _wait_again(self, seeker: Seeker) -> None:
        async with self._lock:
            match = await self._match(seeker, front=True)
        self._hall.lobby.look_soon()
        if match is not None:
            await self._go_on(match)

    async def _partner(self, seeker: Seeker) -> Seeker | None:
        """Whoever has waited longest, wants the same, and is welcome, as he is to him; and is still there afterwards."""
        for other in list(self._waiting):
            if not other.wants_the_same(seeker):
                continue
            if seeker.address != other.address and not other.may_sit():
                continue
            if await self._hall.order.strangers(seeker.who, seeker.address, other.who, other.address):
                continue
            if not await self._owes_first_move(other) and other in self._waiting:
                return other
        return None

    async def _owes_first_move(self, seeker: Seeker) -> bool:
        """Does somebody let another person wait who was paired with him before?"""
        return await self._hall.people.repository.owes_first_move(seeker.who.person)

    async def _play(self, match: Match) -> None:
        """Their game. Others can watch it, but nobody could sit down in it before both did."""
        hall, (first, second) = self._hall, match.both
        seek = first.seek
        colour = choice(new_setting(seek.scenario, {}).colours)
        wish = NewGame(
            seek.scenario,
            clock=seek.clock,
            seats={colour: "you"},
            name=first.who.name,
            contribution=first.given or "",
            commitment=match.promised.commitment,
            promise=match.promised.promise,
            room=first.room,
        )
        try:
            made = await hall.create(wish, first.address, first.who)
            join = Join(second.who.name, contribution=second.given or "")
            joined = await hall.join(made.info.id, join, second.who)
            await hall.publish(made.info.id, made.seats[0].token, True, paired=True)
            await hall.order.sat_down(made.info.id, [seat.colour for seat in made.seats], first.address)
            await hall.order.sat_down(made.info.id, [seat.colour for seat in joined.seats], second.address)
        except ProtocolError as error:
            first.failed(error)
            second.failed(error)
            return
        if first.address != second.address:  # people of one house may play among themselves as much as they like
            first.count_seat()
            second.count_seat()
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
