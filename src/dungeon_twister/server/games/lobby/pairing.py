"""Quick pairing: two people who want the same game with the same clock get it at once. A player
waits as long as the socket is open, in this process.

Nobody is paired with themselves, with a blocked player, or while another person waits for their
first move. The secret of a game is fixed when two are matched: both see its commitment before they
contribute (docs/fairness.md).
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
from dungeon_twister.server.games.background.background_tasks import BackgroundTasks
from dungeon_twister.server.games.caller import Caller
from dungeon_twister.server.games.lobby.game_creation import GameCreation
from dungeon_twister.server.games.lobby.lobby import Lobby
from dungeon_twister.server.games.people.moderation import Moderation
from dungeon_twister.server.games.people.people import People
from dungeon_twister.server.games.sessions import clocks
from dungeon_twister.server.games.sessions.seats import bad_game, checked_contribution
from dungeon_twister.server.people_protocol import Seek, Wanted
from dungeon_twister.server.protocol import Created, GameInfo, Join, NewGame, Promised

MOST_WAITING: Final = 2000
MOST_OF_ONE: Final = 4  # waiting players of one address
MOST_NAMES: Final = 3  # names shown of players who wait for the same game
TWO: Final = 2
CONTRIBUTE_SECONDS: Final = 10.0  # in which both must answer `Matched`


class Seeker:
    """A player who waits for an opponent.

    `matched` is called with the commitment of a game, `paired` with the game, `failed` if there is
    none. `given` is the contribution, None until it is known. `match` is set while both are asked
    for it; `gone` after `give_up`. `may_sit` returns whether the address may take another seat
    among strangers; `count_seat` counts one.
    """

    def __init__(
        self,
        who: Caller,
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
    """Two seekers of the same game, the commitment to its secret, and the time limit for
    contributing."""

    def __init__(self, first: Seeker, second: Seeker, promised: Promised, too_slow: Callable[[Match], None]) -> None:
        self.both = (first, second)
        self.promised = promised
        self.over = False
        self._timer = asyncio.get_running_loop().call_later(CONTRIBUTE_SECONDS, too_slow, self)

    def end(self) -> None:
        """Stop waiting for contributions."""
        self.over = True
        self._timer.cancel()
        for one in self.both:
            one.match = None


class GameMaker(Protocol):
    """What pairing needs of the `GameService`."""

    people: People
    lobby: Lobby
    moderation: Moderation
    creation: GameCreation

    async def create(self, wish: NewGame, address: str, who: Caller) -> Created: ...
    async def join(self, id: str, wish: Join, who: Caller) -> Created: ...
    async def publish(self, id: str, token: str, listed: bool, paired: bool) -> GameInfo: ...


class Pairing:
    """The queue of seekers. `look_soon` is called when it has changed."""

    def __init__(self, games: GameMaker, tasks: BackgroundTasks) -> None:
        self._games = games
        self._tasks = tasks
        self._waiting: list[Seeker] = []
        games.lobby.wanted = self.wanted
        self._lock = asyncio.Lock()  # held by each operation, so that nobody is matched twice

    def __len__(self) -> int:
        return len(self._waiting)

    def wanted(self, room: str) -> list[Wanted]:
        """Return the pairing requests of a room."""
        names: dict[tuple[str, str], list[str]] = {}
        for one in self._waiting:
            if one.room == room:
                names.setdefault((one.seek.scenario, one.seek.clock), []).append(one.who.name)
        return [Wanted(*key, len(found), [name for name in found if name][:MOST_NAMES]) for key, found in sorted(names.items())]

    async def seek(self, seeker: Seeker) -> None:
        """Pair a seeker or queue it."""
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
        self._games.lobby.look_soon()
        if match is not None:
            await self._go_on(match)

    def give_up(self, seeker: Seeker) -> None:
        """Remove a seeker."""
        seeker.gone = True
        if seeker in self._waiting:
            self._waiting.remove(seeker)
            self._games.lobby.look_soon()
        elif seeker.match is not None:
            self._dissolve(seeker.match, [seeker])

    async def contribute(self, seeker: Seeker, commitment: str, given: str) -> None:
        """Take the contribution of a seeker who was shown a commitment."""
        match = seeker.match
        if match is None or commitment != match.promised.commitment:
            raise ProtocolError("not-matched", "You are not being paired for a game with this commitment.", 409)
        seeker.given = checked_contribution(given)
        await self._go_on(match)

    async def _match(self, seeker: Seeker, front: bool = False) -> Match | None:
        """Match a seeker with the partner who has waited longest, or queue it."""
        while (other := await self._partner(seeker)) is not None:
            promised = await self._games.creation.seal()
            if seeker.gone:
                return None
            if other in self._waiting:  # still waiting after the other checks
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
        """Create the game as soon as both have contributed."""
        if not match.over and all(one.given is not None for one in match.both):
            match.end()
            await self._tasks.finish(self._play(match))

    def _too_slow(self, match: Match) -> None:
        """Handle the end of the time for contributing."""
        slow = [one for one in match.both if one.given is None]
        self._dissolve(match, slow)
        for one in slow:
            one.failed(ProtocolError("no-answer", "Your browser did not answer in time: please try again.", 408))

    def _dissolve(self, match: Match, without: list[Seeker]) -> None:
        """Put the remaining seekers of a match back at the front of the queue."""
        match.end()
        for one in match.both:
            if one not in without:
                self._tasks.run(self._wait_again(one))

    async def _wait_again(self, seeker: Seeker) -> None:
        async with self._lock:
            match = await self._match(seeker, front=True)
        self._games.lobby.look_soon()
        if match is not None:
            await self._go_on(match)

    async def _partner(self, seeker: Seeker) -> Seeker | None:
        """Return the longest-waiting seeker of the same game, if neither has blocked the other and
        it is still there afterwards."""
        for other in list(self._waiting):
            if not other.wants_the_same(seeker):
                continue
            if seeker.address != other.address and not other.may_sit():
                continue
            if await self._games.moderation.strangers(seeker.who, seeker.address, other.who, other.address):
                continue
            if not await self._owes_first_move(other) and other in self._waiting:
                return other
        return None

    async def _owes_first_move(self, seeker: Seeker) -> bool:
        """Return whether a seeker still owes the first move in an earlier paired game."""
        return await self._games.people.repository.owes_first_move(seeker.who.person)

    async def _play(self, match: Match) -> None:
        """Create the game of a match. Others can watch it, but nobody can join before both have."""
        games, (first, second) = self._games, match.both
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
            made = await games.create(wish, first.address, first.who)
            join = Join(second.who.name, contribution=second.given or "")
            joined = await games.join(made.info.id, join, second.who)
            await games.publish(made.info.id, made.seats[0].token, True, paired=True)
            await games.moderation.sat_down(made.info.id, [seat.colour for seat in made.seats], first.address)
            await games.moderation.sat_down(made.info.id, [seat.colour for seat in joined.seats], second.address)
        except ProtocolError as error:
            first.failed(error)
            second.failed(error)
            return
        if first.address != second.address:  # people of one household may play each other without limit
            first.count_seat()
            second.count_seat()
        first.paired(made)
        second.paired(joined)


def _check(seek: Seek) -> None:
    """Refuse a game that two people cannot play."""
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
