"""Pool of processes for requests that replay a whole game, with a time limit per job and a budget
per address."""

from __future__ import annotations

from typing import Final

from dungeon_twister.server.workers.pools import Pool, PoolKind
from dungeon_twister.server.workers.replay_worker import Job, ReplayWorker, serve

PATIENCE: Final = 10.0  # seconds for one job; the longest record takes two or three
READING: Final = PoolKind(
    "reading",
    serve,
    code="bad-record",
    late="This takes too long to read.",
    lost="This could not be read.",
    spent_code="too-much-reading",
    spent="Too much was read for you just now: wait a moment.",
    statuses={"unknown-frame": 404},
)


class ReplayPool(Pool[Job]):
    """Processes that read records and build replays."""

    def __init__(self, workers: int = 0, rate: float = 0.0, seconds: float = 0.0, patience: float = PATIENCE) -> None:
        super().__init__(READING, ReplayWorker, workers, rate, seconds, patience)
