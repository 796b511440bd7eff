"""Evaluations of positions of free boards and finished games, in the analysis processes.

The caller has made sure that the position belongs to no game that goes on. A new request of a client replaces its older ones
that still wait, and equal requests share one computation.
"""

from __future__ import annotations

from collections import OrderedDict
from hashlib import sha256
from typing import Final

from dungeon_twister.ai.analysis.evaluation import DEEPEST, FIRST
from dungeon_twister.server.errors import ProtocolError
from dungeon_twister.server.games.queries.shared_answers import SharedAnswers
from dungeon_twister.server.workers import AnalysisPool, Evaluate

REMEMBERED: Final = 300  # answers
CLIENTS: Final = 2_000
LONG: Final = 3  # from this depth on an evaluation is stopped if nobody wants it and the pool can stop it
Key = tuple[bytes, int]  # fingerprint of the beginning, depth


class Evaluations:
    """Evaluates positions."""

    def __init__(self, analysis_pool: AnalysisPool) -> None:
        self._analysis_pool = analysis_pool
        self._answers: SharedAnswers[Key] = SharedAnswers(REMEMBERED, _stale)
        self._latest: OrderedDict[str, Key] = OrderedDict()  # by client

    def expect(self) -> None:
        """Get ready: somebody looks at a position that can be evaluated."""
        self._analysis_pool.wake()

    async def evaluate(self, begin: bytes, depth: int, client: str, address: str) -> bytes:
        """Return JSON of an `Evaluation`. `begin` is JSON of the `StudyBegin` that leads to the position."""
        if not 0 <= depth <= DEEPEST:
            raise ProtocolError("unreadable", f"An evaluation has a depth from 0 to {DEEPEST}.", 422)
        key = sha256(begin).digest(), depth
        self._note(client, key)
        return await self._answers.get(key, lambda: self._compute(key, Evaluate(begin, depth), address))

    def _note(self, client: str, key: Key) -> None:
        self._latest[client] = key
        self._latest.move_to_end(client)
        while len(self._latest) > CLIENTS:
            self._latest.popitem(last=False)
        if self._analysis_pool.stoppable:
            self._answers.cancel(lambda other: other[1] >= LONG and other not in self._latest.values())

    async def _compute(self, key: Key, job: Evaluate, address: str) -> bytes:
        """Compute first plans before other work, deeper ones in the background."""
        return await self._analysis_pool.do(
            job,
            address,
            urgent=job.depth == FIRST,
            wanted=lambda: key in self._latest.values(),
            background=job.depth > FIRST,
        )

    async def close(self) -> None:
        """Release all waiting clients."""
        await self._answers.close()


def _stale() -> ProtocolError:
    return ProtocolError("stale", "Another position is looked at.", 409)
