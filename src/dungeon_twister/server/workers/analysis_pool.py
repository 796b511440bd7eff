"""Pool of processes for hints, threats, evaluations and analyses, with a time limit per job and a budget per
address. Bots and games never wait for them."""

from __future__ import annotations

from math import inf
from typing import ClassVar, Final

from dungeon_twister.server.workers.analysis_worker import NOT_ANALYSED, AnalysisWorker, Job, serve
from dungeon_twister.server.workers.pools import Pool, PoolKind

PATIENCE: Final = 30.0  # seconds for one job; interpreted, a hint takes about one and a turn of a game two or three
ANALYSING: Final = PoolKind(
    "analysing",
    serve,
    code=NOT_ANALYSED,
    late="This takes too long to analyse.",
    lost="This could not be analysed.",
    spent_code="too-much-analysing",
    spent="Too much was analysed for you just now: wait a moment.",
)


class AnalysisPool(Pool[Job]):
    """Processes that analyse positions and games. Each address may start `games_per_hour` game
    analyses (0: no limit), and `games_at_once` run altogether. Only deep evaluations are done in the background."""

    stoppable: ClassVar[bool] = False  # whether cancelling a job ends its work

    def __init__(
        self,
        workers: int = 0,
        rate: float = 0.0,
        seconds: float = 0.0,
        patience: float = PATIENCE,
        games_per_hour: int = 0,
        games_at_once: int = 8,
    ) -> None:
        super().__init__(ANALYSING, AnalysisWorker, workers, rate, seconds, patience, background=True, light=inf)
        self.games_per_hour = games_per_hour
        self.games_at_once = games_at_once
