"""Hints and threats for somebody who plays: worked out from what his seat sees, in processes of their own.

Whoever plays against bots, or with others at one screen, may ask. Where several people play from screens of their own only if
they have agreed to it: whoever made the game has allowed it, and everybody saw that before he sat down."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import Final

from dungeon_twister.ai.analysis import Hint, Threats
from dungeon_twister.server.analysis_protocol import Hinted, HintWish, Threatened
from dungeon_twister.server.errors import ProtocolError
from dungeon_twister.server.games.commands import NOT_STARTED
from dungeon_twister.server.games.draft import GAME_OVER
from dungeon_twister.server.games.hosted import OVER, PERSON, Hosted
from dungeon_twister.server.games.memory import Memory
from dungeon_twister.server.store import PLAYING
from dungeon_twister.server.wire import decode, encode
from dungeon_twister.server.workers import Analysts, FindHint, FindThreats

REMEMBERED: Final = 500  # answers; a hint is asked for up to three times, each time for a little more
Key = tuple[str, str, str, int, int]  # what, game, seat, version, sealed choices of the seat


def may_ask(hosted: Hosted) -> bool:
    """Does nobody play who has not agreed to hints?"""
    return hosted.row.hints or len({seat.holder for seat in hosted.seats if seat.who == PERSON}) == 1


class Helper:
    """Answers for a seat at a version. The same question is worked out once; one that the game has left behind is not."""

    def __init__(self, memory: Memory, analysts: Analysts) -> None:
        self._memory = memory
        self._analysts = analysts
        self._known: OrderedDict[Key, bytes] = OrderedDict()
        self._working: dict[Key, asyncio.Task[bytes]] = {}

    async def hint(self, id: str, seat: str, wish: HintWish, address: str) -> Hinted:
        """What a strong player would do, told as far as the grade says."""
        if not 1 <= wish.grade <= 3:
            raise ProtocolError("unreadable", "A hint is of grade 1, 2 or 3.", 422)
        hosted = await self._asked(id, wish.version)
        if seat not in hosted.game.waiting:
            raise ProtocolError("not-your-turn", "Somebody else has to decide now.", 409)
        job = FindHint(encode(hosted.sight(seat).view))
        found = decode(await self._answer(_key("hint", hosted, seat), job, address), Hint)
        plan = found.plan if wish.grade == 3 else None
        return Hinted(wish.version, Hint(wish.grade, found.nudge, found.piece if wish.grade > 1 else "", plan))

    async def threats(self, id: str, seat: str, version: int, address: str) -> Threatened:
        """What the others could do to a seat next."""
        hosted = await self._asked(id, version)
        job = FindThreats(encode(hosted.sight(seat).view))
        body = await self._answer(_key("threats", hosted, seat), job, address)
        return Threatened(version, decode(body, Threats))

    async def _asked(self, id: str, version: int) -> Hosted:
        """The game, if it may be asked about and stands where whoever asks believes."""
        hosted = await self._memory.get(id)
        if hosted.row.stage != PLAYING:
            reason = GAME_OVER if hosted.row.stage == OVER else NOT_STARTED
            raise ProtocolError(reason.code, reason.sentence, 409)
        if not may_ask(hosted):
            raise ProtocolError("no-hints", "Not all who play in this game have agreed to hints.", 403)
        if hosted.version != version:
            raise _stale()
        return hosted

    async def _answer(self, key: Key, job: FindHint | FindThreats, address: str) -> bytes:
        known = self._known.get(key)
        if known is not None:
            self._known.move_to_end(key)
            return known
        self._leave_behind(key)
        task = self._working.get(key)
        if task is None:
            task = self._working[key] = asyncio.create_task(self._work_out(key, job, address))
            task.add_done_callback(lambda _: self._working.pop(key, None))
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            if task.cancelled():
                raise _stale() from None
            raise

    def _leave_behind(self, key: Key) -> None:
        """The same seat has asked the same about an earlier version: nobody needs that any more."""
        for other, task in list(self._working.items()):
            if other[:3] == key[:3] and other != key:
                task.cancel()

    async def _work_out(self, key: Key, job: FindHint | FindThreats, address: str) -> bytes:
        _, id, _, version, _ = key

        def wanted() -> bool:
            hosted = self._memory.held(id)
            return hosted is None or hosted.version == version

        body = await self._analysts.do(job, address, urgent=True, wanted=wanted)
        self._known[key] = body
        while len(self._known) > REMEMBERED:
            self._known.popitem(last=False)
        return body

    async def close(self) -> None:
        """Nobody waits any more."""
        tasks = list(self._working.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def _key(what: str, hosted: Hosted, seat: str) -> Key:
    return what, hosted.id, seat, hosted.version, hash(tuple(hosted.game.sealed.get(seat, ())))


def _stale() -> ProtocolError:
    return ProtocolError("stale", "The game has gone on since. Look at it again.", 409)
