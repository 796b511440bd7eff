"""Evaluations of positions of free boards and finished games, in the analysis processes.

The caller has made sure that the position belongs to no game that goes on. A new request of a client replaces its older ones
that still wait, and equal requests share one computation.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from hashlib import sha256
from typing import Final

from dungeon_twister.ai.analysis.evaluation import DEEPEST, FIRST
from dungeon_twister.server.errors import ProtocolError
from dungeon_twister.server.workers import AnalysisPool, Evaluate

REMEMBERED: Final = 300  # answers
CLIENTS: Final = 2_000
LONG: Final = 3  # from this depth on an evaluation is stopped if nobody wants it and the pool can stop it
Key = tuple[bytes, int]  # fingerprint of the beginning, depth


class Evaluations:
    """Evaluates positions."""

    def __init__(self, analysis_pool: AnalysisPool) -> None:
        self._analysis_pool = analysis_pool
        self._known: OrderedDict[Key, bytes] = OrderedDict()
        self._working: dict[Key, asyncio.Task[bytes]] = {}
        self._latest: OrderedDict[str, Key] = OrderedDict()  # by client

    async def evaluate(self, begin: bytes, depth: int, client: str, address: str) -> bytes:
        """Return JSON of an `Evaluation`. `begin` is JSON of the `StudyBegin` that leads to the position."""
        if not 0 <= depth <= DEEPEST:
            raise ProtocolError("unreadable", f"An evaluation has a depth from 0 to {DEEPEST}.", 422)
        key = sha256(begin).digest(), depth
        self._note(client, key)
        known = self._known.get(key)
        if known is not None:
            self._known.move_to_end(key)
            return known
        task = self._working.get(key)
        if task is None:
            task = self._working[key] = asyncio.create_task(self._work_out(key, Evaluate(begin, depth), address))
            task.add_done_callback(lambda done: self._forget(key, done))
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            if task.cancelled():
                raise ProtocolError("stale", "Another position is looked at.", 409) from None
            raise

    def _note(self, client: str, key: Key) -> None:
        self._latest[client] = key
        self._latest.move_to_end(client)
        while len(self._latest) > CLIENTS:
            self._latest.popitem(last=False)
        if self._analysis_pool.stoppable:
            for other, task in list(self._working.items()):
                if other[1] >= LONG and other not in self._latest.values():
                    task.cancel()

    def _forget(self, key: Key, done: asyncio.Task[bytes]) -> None:
        self._working.pop(key, None)
        if not done.cancelled():
            done.exception()  # if nobody waits for it any more

    async def _work_out(self, key: Key, job: Evaluate, address: str) -> bytes:
        """Compute an answer: first plans before other work, deeper ones in the background."""
        body = await self._analysis_pool.do(
            job,
            address,
            urgent=job.depth == FIRST,
            wanted=lambda: key in self._latest.values(),
            background=job.depth > FIRST,
        )
        self._known[key] = body
        while len(self._known) > REMEMBERED:
            self._known.popitem(last=False)
        return body

    async def close(self) -> None:
        """Release all waiting clients."""
        tasks = list(self._working.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
