"""Whatever replays a whole game because somebody asked is done here: in a process of its own, with a bound of time, and with a
budget for each address. Another player must not notice."""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor
from typing import Final

import msgspec

from dungeon_twister.server.errors import ProtocolError
from dungeon_twister.server.limits import Buckets, TooMuchError
from dungeon_twister.server.workers.processes import LateError, Line, LostError, NoProcessError, Worker
from dungeon_twister.server.workers.reading_worker import UNKNOWN, Desk, Job, Reply, serve

PATIENCE: Final = 10.0  # seconds for one job; a record of the greatest length takes two or three
MOST_WAITING: Final = 12  # jobs of one address at the same time
STATUSES: Final = {"unknown-frame": 404}
logger = logging.getLogger(__name__)


class UnknownError(Exception):
    """The job must be given again, with the record."""


class Readers:
    """Processes that read; with 0 of them a thread does it, which is for tests and for machines without processes.

    Each address has `seconds` of work at once, and gets back `rate` of one each second; 0: as much as it likes."""

    def __init__(self, workers: int = 0, rate: float = 0.0, seconds: float = 0.0, patience: float = PATIENCE) -> None:
        self._workers = [Worker(f"reading {number}", serve) for number in range(workers)]
        self._patience = patience
        self._budgets = Buckets(rate, seconds)
        self._idle: list[Worker] = []
        self._line = Line(max(1, workers))
        self._here: tuple[Desk, ThreadPoolExecutor] | None = None
        self.seconds = 0.0

    async def open(self) -> None:
        self._line = Line(max(1, len(self._workers)))
        self._idle = list(self._workers)

    async def close(self) -> None:
        for worker in self._workers:
            worker.stop()
        if self._here is not None:
            self._here[1].shutdown(wait=True)

    async def do(self, job: Job, whose: str = "") -> bytes:
        """The body of the answer. `whose` is the address that is charged for it; empty: nobody's."""
        budget = self._budgets.of(whose)
        if whose:
            if self._line.waiting(whose) >= MOST_WAITING:
                raise TooMuchError("too-fast", "Too many requests: wait a moment.", 1.0)
            if not budget.solvent():
                raise TooMuchError("too-much-reading", "Too much was read for you just now: wait a moment.", budget.wait())
        await self._line.enter(whose, urgent=not whose)
        try:
            reply = await self._answer(job)
        except LateError:
            budget.charge(self._patience)
            raise ProtocolError("bad-record", "This takes too long to read.", 422) from None
        finally:
            self._line.leave()
        self.seconds += reply.seconds
        if whose:
            budget.charge(reply.seconds)
        if reply.code == UNKNOWN:
            raise UnknownError
        if reply.code:
            raise ProtocolError(reply.code, reply.sentence, STATUSES.get(reply.code, 422))
        return reply.body

    async def _answer(self, job: Job) -> Reply:
        if not self._workers or self._here is not None:
            return await self._answer_here(job)
        worker = self._idle.pop()
        try:
            encoded = msgspec.msgpack.encode(job)
            try:
                answer = await worker.ask(encoded, self._patience)
            except LostError:  # killed by somebody else: once more
                logger.warning("a process that reads records was lost; it is asked again")
                answer = await worker.ask(encoded, self._patience)
            return msgspec.msgpack.decode(answer, type=Reply)
        except LostError:
            raise ProtocolError("bad-record", "This could not be read.", 422) from None
        except NoProcessError as error:
            logger.warning("records are read in the server's own process: %s", error)
            return await self._answer_here(job)
        finally:
            self._idle.append(worker)

    async def _answer_here(self, job: Job) -> Reply:
        self._here = self._here or (Desk(), ThreadPoolExecutor(1, "reading"))
        desk, thread = self._here
        return await asyncio.get_running_loop().run_in_executor(thread, desk.answer, job)
