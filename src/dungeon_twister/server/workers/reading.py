"""Whatever replays a whole game because somebody asked is done here: in a process of its own, with a bound of time, and with a
budget for each address. Another player must not notice."""

from __future__ import annotations

from typing import Final

from dungeon_twister.server.workers.pools import Kind, Pool
from dungeon_twister.server.workers.reading_worker import Desk, Job, serve

PATIENCE: Final = 10.0  # seconds for one job; a record of the greatest length takes two or three
READING: Final = Kind(
    "reading",
    serve,
    code="bad-record",
    late="This takes too long to read.",
    lost="This could not be read.",
    spent_code="too-much-reading",
    spent="Too much was read for you just now: wait a moment.",
    statuses={"unknown-frame": 404},
)


class Readers(Pool[Job]):
    """Processes that read records and look at games again."""

    def __init__(self, workers: int = 0, rate: float = 0.0, seconds: float = 0.0, patience: float = PATIENCE) -> None:
        super().__init__(READING, Desk, workers, rate, seconds, patience)
