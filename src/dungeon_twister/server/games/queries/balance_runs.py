"""Balance runs of pages: bots play a custom scenario in the process of low priority, as long as a client asks.

The client keeps the games and sends them with each request, so the server keeps nothing. A run has a budget of its own beside
that of hints, and takes its turn with the deep evaluations of others; games and hints never wait for it.
"""

from __future__ import annotations

from dungeon_twister.server.analysis_protocol import BalanceWish
from dungeon_twister.server.games.queries.game_queries import GameQueries
from dungeon_twister.server.workers import AnalysisPool, PlayBalance


class BalanceRuns:
    def __init__(self, analysis_pool: AnalysisPool, queries: GameQueries) -> None:
        self._analysis_pool = analysis_pool
        self._queries = queries

    async def go_on(self, wish: BalanceWish, address: str) -> bytes:
        """Return JSON of `Balanced` after about a second."""
        if not wish.played:
            await self._queries.check(wish.declared, {}, address)
        else:
            self._queries.check_length(wish.declared)
        return await self._analysis_pool.do(PlayBalance(wish), f"balance {address}", background=True)
