"""Hints, threats and analyses are worked out here: in processes of their own, with a bound of time for each job and a budget
for each address. No bot and no game waits for them."""

from __future__ import annotations

from typing import Final

from dungeon_twister.server.workers.analysing_worker import NOT_ANALYSED, Desk, Job, serve
from dungeon_twister.server.workers.pools import Kind, Pool

PATIENCE: Final = 30.0  # seconds for one job; a hint takes about one where nothing is compiled, a turn of a game two or three
ANALYSING: Final = Kind(
    "analysing",
    serve,
    code=NOT_ANALYSED,
    late="This takes too long to look into.",
    lost="This could not be looked into.",
    spent_code="too-much-analysing",
    spent="Much was worked out for you just now: wait a moment.",
)


class Analysts(Pool[Job]):
    """Processes that look into positions and games. Of whole games each address may begin `games_per_hour` (0: as many as it
    likes), and `games_at_once` are under way altogether."""

    def __init__(
        self,
        workers: int = 0,
        rate: float = 0.0,
        seconds: float = 0.0,
        patience: float = PATIENCE,
        games_per_hour: int = 0,
        games_at_once: int = 8,
    ) -> None:
        super().__init__(ANALYSING, Desk, workers, rate, seconds, patience)
        self.games_per_hour = games_per_hour
        self.games_at_once = games_at_once
