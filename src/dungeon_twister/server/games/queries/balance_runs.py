"""Balance runs of pages: bots play a custom scenario in the process of low priority, as long as a client asks.

The client keeps the games and sends them with each request, so the server keeps nothing of them. A run has a budget of its own
beside that of hints, and takes its turn with the deep evaluations of others; games and hints never wait for it.
"""

from __future__ import annotations

from collections import OrderedDict
from hashlib import sha256
from typing import Final

from dungeon_twister.server.analysis_protocol import BalanceWish
from dungeon_twister.server.games.queries.game_queries import GameQueries
from dungeon_twister.server.workers import AnalysisPool, PlayBalance

CHECKED: Final = 256  # scenarios that need no second check


class BalanceRuns:
    def __init__(self, analysis_pool: AnalysisPool, queries: GameQueries) -> None:
        self._analysis_pool = analysis_pool
        self._queries = queries
        self._checked: OrderedDict[bytes, None] = OrderedDict()

    async def go_on(self, wish: BalanceWish, address: str) -> bytes:
        """Return JSON of `Balanced` after about a second."""
        await self._check(wish.declared, address)
        return await self._analysis_pool.do(PlayBalance(wish), f"balance {address}", background=True)

    async def _check(self, declared: str, address: str) -> None:
        """Check a scenario within the time limit of a layout, once: whatever games a client says it has, no scenario
        reaches the bots without it."""
        digest = sha256(declared.encode()).digest()
        if digest not in self._checked:
            await self._queries.check(declared, {}, address)
        self._checked[digest] = None
        self._checked.move_to_end(digest)
        while len(self._checked) > CHECKED:
            self._checked.popitem(last=False)
