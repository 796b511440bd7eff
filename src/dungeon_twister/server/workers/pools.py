"""Pools of worker processes, with a time limit per job and a budget per address, so that no client
slows down the others. `replay_pool` and `analysis_pool` define the jobs."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection
from typing import Final, Generic, TypeVar

import msgspec

from dungeon_twister.server.errors import ProtocolError
from dungeon_twister.server.limits import Buckets, TooMuchError
from dungeon_twister.server.workers.processes import (
    BACKGROUND,
    JobHandler,
    Lane,
    NoProcessError,
    Reply,
    Worker,
    WorkerLostError,
    WorkerTimeoutError,
)

MOST_WAITING: Final = 12  # jobs of one address at the same time
LIGHT: Final = 0.5  # seconds of work: an address that has used more recently is served in the background
UNKNOWN: Final = "unknown"  # the code of an answer that needs the record itself
J = TypeVar("J")
logger = logging.getLogger(__name__)


class UnknownError(Exception):
    """The worker does not have the record: the job must be sent again with it."""


class PoolKind(msgspec.Struct, frozen=True):
    """The purpose of a pool: the name and the function of its processes, and the texts of its errors."""

    name: str
    serve: Callable[[Connection], None]
    code: str  # of a job that failed
    late: str
    lost: str
    spent_code: str
    spent: str
    statuses: dict[str, int] = {}  # HTTP statuses of codes other than 422


class Pool(Generic[J]):
    """Worker processes of one kind. With 0 of them a thread does the jobs, for tests and for machines without processes.

    Each address has `seconds` of work at once and regains `rate` of one each second; 0: no limit. With `background` there is
    one more process of low priority. Jobs for the background are done there, and all jobs of an address that has used more than
    `light`, so that its long jobs hold up nobody.
    """

    def __init__(
        self,
        kind: PoolKind,
        worker: Callable[[], JobHandler[J]],
        workers: int,
        rate: float,
        seconds: float,
        patience: float,
        background: bool = False,
        light: float = LIGHT,
    ) -> None:
        self._kind = kind
        self._worker = worker
        self._lane = Lane([Worker(f"{kind.name} {number}", kind.serve) for number in range(workers)])
        self._background = self._lane
        if background and workers:
            self._background = Lane([Worker(f"{kind.name} in the background", kind.serve, BACKGROUND)])
        self._patience = patience
        self._light = light
        self._budgets = Buckets(rate, seconds)
        self._here: tuple[JobHandler[J], ThreadPoolExecutor] | None = None
        self.seconds = 0.0

    def scale_budgets(self, factor: Callable[[str], float]) -> None:
        """Give some addresses a multiple of the budget."""
        self._budgets.factor = factor

    async def open(self) -> None:
        pass

    def wake(self) -> None:
        """Start the processes now, because they will be needed soon."""
        for worker in self._lane.workers:
            worker.wake()

    async def close(self) -> None:
        self._lane.stop()
        if self._background is not self._lane:
            self._background.stop()
        if self._here is not None:
            self._here[1].shutdown(wait=True)

    async def do(
        self,
        job: J,
        whose: str = "",
        *,
        urgent: bool = False,
        wanted: Callable[[], bool] | None = None,
        charged: bool = True,
        background: bool = False,
    ) -> bytes:
        """Do a job and return the body of the answer. `whose` is the address that is `charged`; empty: no address. A job that
        is no longer `wanted` when its turn comes is refused (stale)."""
        budget = self._budgets.of(whose)
        charged = charged and bool(whose)
        lane = self._background if background or (charged and budget.used() > self._light) else self._lane
        if charged:
            if lane.waiting(whose) >= MOST_WAITING:
                raise TooMuchError("too-fast", "Too many requests: wait a moment.", 1.0)
            if not budget.solvent():
                raise TooMuchError(self._kind.spent_code, self._kind.spent, budget.wait())
        try:
            async with lane.turn(whose, urgent=urgent or not whose):
                if wanted is not None and not wanted():
                    raise ProtocolError("stale", "The game has gone on since. Look at it again.", 409)
                reply = await self._answer(job, lane)
        except WorkerTimeoutError:
            budget.charge(self._patience)
            raise self._refusal(self._kind.code, self._kind.late) from None
        self.seconds += reply.seconds
        if charged:
            budget.charge(reply.seconds)
        if reply.code == UNKNOWN:
            raise UnknownError
        if reply.code:
            raise self._refusal(reply.code, reply.sentence)
        return reply.body

    def _refusal(self, code: str, sentence: str) -> ProtocolError:
        return ProtocolError(code, sentence, self._kind.statuses.get(code, 422))

    async def _answer(self, job: J, lane: Lane) -> Reply:
        if not lane.workers or self._here is not None:
            return await self._answer_here(job)
        try:
            with lane.worker() as worker:
                return await self._ask(worker, msgspec.msgpack.encode(job))
        except WorkerLostError:
            raise self._refusal(self._kind.code, self._kind.lost) from None
        except NoProcessError as error:
            logger.warning("jobs (%s) are done in the server's own process: %s", self._kind.name, error)
            return await self._answer_here(job)

    async def _ask(self, worker: Worker, job: bytes) -> Reply:
        try:
            answer = await worker.ask(job, self._patience)
        except WorkerLostError:  # killed by another request: try again
            logger.warning("a process (%s) was lost; another is asked", worker.name)
            answer = await worker.ask(job, self._patience)
        return msgspec.msgpack.decode(answer, type=Reply)

    async def _answer_here(self, job: J) -> Reply:
        self._here = self._here or (self._worker(), ThreadPoolExecutor(1, self._kind.name))
        worker, thread = self._here
        await asyncio.sleep(0)  # without threads, other tasks run between two jobs
        return await asyncio.get_running_loop().run_in_executor(thread, worker.answer, job)
