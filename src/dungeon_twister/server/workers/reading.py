"""Whatever replays a whole game because somebody asked is done here: in a process of its own, with a bound of time, and with a
budget for each address. Another player must not notice."""

from __future__ import annotations

from typing import Final

from dungeon_twister.server.errors import ProtocolError
from dungeon_twister.server.workers.pool import MOST_WAITING as MOST_WAITING
from dungeon_twister.server.workers.pool import PATIENCE, NoAnswerError, Pool
from dungeon_twister.server.workers.reading_worker import UNKNOWN, Desk, Job, serve

STATUSES: Final = {"unknown-frame": 404}


class UnknownError(Exception):
    """The job must be given again, with the record."""


class Readers(Pool[Job]):
    """Processes that read."""

    doing = "records are read"

    def __init__(self, workers: int = 0, rate: float = 0.0, seconds: float = 0.0, patience: float = PATIENCE) -> None:
        super().__init__("reading", serve, Desk, workers, rate, seconds, patience)

    async def do(self, job: Job, whose: str = "") -> bytes:
        """The body of the answer. `whose` is the address that is charged for it; empty: nobody's."""
        try:
            reply = await self.ask(job, whose)
        except NoAnswerError as error:
            text = "This takes too long to read." if error.late else "This could not be read."
            raise ProtocolError("bad-record", text, 422) from None
        if reply.code == UNKNOWN:
            raise UnknownError
        if reply.code:
            raise ProtocolError(reply.code, reply.sentence, STATUSES.get(reply.code, 422))
        return reply.body
