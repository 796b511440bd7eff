"""Checks of positions that may be puzzles, in the process of low priority.

A check has a budget of its own beside that of hints, and takes its turn with the deep evaluations of others.
"""

from __future__ import annotations

from dungeon_twister.server.games.queries.game_queries import GameQueries
from dungeon_twister.server.workers import AnalysisPool, CheckPuzzle
from dungeon_twister.server.workshop_protocol import PuzzleWish


class PuzzleChecks:
    def __init__(self, analysis_pool: AnalysisPool, queries: GameQueries) -> None:
        self._analysis_pool = analysis_pool
        self._queries = queries

    async def check(self, wish: PuzzleWish, address: str) -> bytes:
        """Return JSON of a `PuzzleVerdict`. The position is read within the time limit of readers first."""
        await self._queries.check_position(wish.position, address)
        return await self._analysis_pool.do(CheckPuzzle(wish), f"puzzle {address}", background=True)
