"""Analyses of finished games. They are computed bit by bit while a client waits, and stored so that
each is made once.

The sums (points, steps, combats) need no search and are returned at once.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

import msgspec

from dungeon_twister.ai.analysis.game_analysis import to_json
from dungeon_twister.game.record.files import Record
from dungeon_twister.learning.gallery import gallery_game_of
from dungeon_twister.server.analysis_protocol import Analysing
from dungeon_twister.server.errors import ProtocolError
from dungeon_twister.server.limits import HOUR, Buckets, TooMuchError
from dungeon_twister.server.store import ConflictError, StoreError, keep_analysis
from dungeon_twister.server.workers import AnalyseGame, AnalysisPool, FindMistakes

if TYPE_CHECKING:
    from dungeon_twister.server.store import Store

STRETCH: Final = 1.0  # seconds of work at once, for which a hint may have to wait in addition to the current turn
NEWS_AFTER: Final = 2.0  # seconds that a waiting client is held until there is news
NOBODY_AFTER: Final = 10.0  # seconds without a request until an analysis stops
MOST_TURNS: Final = 400
REMEMBERED: Final = 40  # analyses that are unfinished or hold sums only
logger = logging.getLogger(__name__)


class AnalysisProgress(msgspec.Struct, frozen=True):
    """Progress fields of the JSON of an analysis."""

    complete: bool
    turns: list[msgspec.Raw]
    sides: dict[str, dict[str, Any]]

    @property
    def total(self) -> int:
        return sum(int(side.get("turns", 0)) for side in self.sides.values())


class RunningAnalysis:
    """An analysis under way."""

    def __init__(self, address: str, record: Record | str, body: bytes) -> None:
        self.address = address
        self.record = record
        self.asked = time.monotonic()
        self.news = asyncio.Event()
        self.problem: ProtocolError | None = None
        self.task: asyncio.Task[None] | None = None
        self.note(body)

    def note(self, body: bytes) -> None:
        self.body = body
        self.extent = msgspec.json.decode(body, type=AnalysisProgress)
        self.news.set()
        self.news = asyncio.Event()


class Analyses:
    """Analyses of finished games. `finished` returns the record of a game; `check_room` raises when
    the disk is full."""

    def __init__(
        self,
        store: Store,
        analysis_pool: AnalysisPool,
        finished: Callable[[str], Awaitable[Record | str]],
        check_room: Callable[[], None],
    ) -> None:
        self._store = store
        self._analysis_pool = analysis_pool
        self._finished = finished
        self._check_room = check_room
        self._begun = Buckets(analysis_pool.games_per_hour / HOUR, analysis_pool.games_per_hour)
        self._underway: dict[str, RunningAnalysis] = {}
        self._known: OrderedDict[str, bytes] = OrderedDict()
        self._mistakes: OrderedDict[tuple[str, str], bytes] = OrderedDict()  # by game and player

    async def look(self, id: str, address: str) -> bytes:
        """Return JSON of the `GameAnalysis` so far, without starting one."""
        one = self._underway.get(id)
        if one is not None:
            return one.body
        kept = await self._stored(id)
        return kept.encode() if kept is not None else await self._sums(id, address)

    async def go_on(self, id: str, address: str) -> Analysing:
        """Start an analysis or wait for more of it. It continues as long as a client asks."""
        one = self._underway.get(id)
        if one is None:
            kept = await self._stored(id)
            if kept is not None:
                total = msgspec.json.decode(kept, type=AnalysisProgress).total
                return Analysing(total, total)
            one = await self._begin(id, address)
        one.asked = time.monotonic()
        news = one.news
        with suppress(TimeoutError):
            async with asyncio.timeout(NEWS_AFTER):
                await news.wait()
        one.asked = time.monotonic()
        if one.problem is not None:
            raise one.problem
        return Analysing(len(one.extent.turns), one.extent.total, len(self._underway) - (id in self._underway))

    async def _stored(self, id: str) -> str | None:
        """Return a finished analysis, if there is one. That of a game of the gallery comes with the program."""
        shown = gallery_game_of(id)
        return await self._store.analysis(id) if shown is None else to_json(shown.analysis)

    async def mistakes(self, id: str, player: str, address: str) -> bytes:
        """Return JSON of the list of `FoundMistake` of a player, in a game whose analysis is complete."""
        known = self._mistakes.get((id, player))
        if known is None:
            body = await self.look(id, address)
            if not msgspec.json.decode(body, type=AnalysisProgress).complete:
                raise ProtocolError("not-analysed", "Mistakes are found when the analysis is complete.", 409)
            known = await self._analysis_pool.do(FindMistakes(id, await self._finished(id), body, player), address)
            self._mistakes[id, player] = known
            while len(self._mistakes) > REMEMBERED:
                self._mistakes.popitem(last=False)
        return known

    async def _begin(self, id: str, address: str) -> RunningAnalysis:
        record, body = await self._finished(id), await self._sums(id, address)
        if id in self._underway:  # another request has started it meanwhile
            return self._underway[id]
        self._check(address, msgspec.json.decode(body, type=AnalysisProgress).total)
        one = self._underway[id] = RunningAnalysis(address, record, body)
        one.task = asyncio.create_task(self._work(id, one), name=f"analysis of {id}")
        return one

    def _check(self, address: str, turns: int) -> None:
        if turns > MOST_TURNS:
            raise ProtocolError("analysis-too-long", f"Games of more than {MOST_TURNS} turns are not analysed.", 422)
        mine = any(one.address == address for one in self._underway.values())
        if mine or len(self._underway) >= self._analysis_pool.games_at_once:
            raise TooMuchError("too-many-analyses", "Other analyses are under way: wait until one is done.", 10.0)
        self._check_room()
        bucket = self._begun.of(address)
        if not bucket.take():
            raise TooMuchError("too-many-analyses", "Many games were analysed for you in the last hour.", bucket.wait())

    async def _work(self, id: str, one: RunningAnalysis) -> None:
        try:
            while not one.extent.complete and time.monotonic() - one.asked < NOBODY_AFTER:
                job = AnalyseGame(one.record, one.body, STRETCH)
                one.note(await self._analysis_pool.do(job, f"analysis {one.address}", charged=False))
            if one.extent.complete:
                await self._keep(id, one.body)
            else:
                self._remember(id, one.body)
        except ProtocolError as problem:
            one.problem = problem
        except Exception:
            logger.exception("an analysis could not be made")
            one.problem = ProtocolError("not-analysed", "This could not be analysed.", 422)
        finally:
            self._underway.pop(id, None)
            one.news.set()

    async def _keep(self, id: str, body: bytes) -> None:
        """Store an analysis; while the database fails, keep it in memory."""
        self._remember(id, body)
        with suppress(ConflictError, StoreError):  # another process stored it at the same time, or the disk is full
            await self._store.write(keep_analysis(id, body.decode(), time.time()))
            self._known.pop(id, None)

    async def _sums(self, id: str, address: str) -> bytes:
        """Return what is known without a search, or the result of an analysis that was stopped."""
        known = self._known.get(id)
        if known is None:
            known = await self._analysis_pool.do(AnalyseGame(await self._finished(id)), address, urgent=True)
            self._remember(id, known)
        return known

    def _remember(self, id: str, body: bytes) -> None:
        self._known[id] = body
        while len(self._known) > REMEMBERED:
            self._known.popitem(last=False)

    async def close(self) -> None:
        """Cancel the analyses and release their waiters."""
        tasks = [one.task for one in self._underway.values() if one.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
