"""Processes that do jobs of one sort, with a bound of time for each, and with a budget of seconds for each address."""

from __future__ import annotations

import asyncio
import logging
import signal
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection
from typing import Any, Final, Generic, Protocol, TypeVar

import msgspec

from dungeon_twister.server.limits import Buckets, TooMuchError
from dungeon_twister.server.workers.processes import READY, LateError, Line, LostError, NoProcessError, Worker

PATIENCE: Final = 10.0  # seconds for one job; a record of the greatest length takes two or three
MOST_WAITING: Final = 12  # jobs of one address at the same time
J = TypeVar("J")
J_contra = TypeVar("J_contra", contravariant=True)
logger = logging.getLogger(__name__)


class Reply(msgspec.Struct, frozen=True):
    """What came of a job: the body, or a code and a sentence; and how many seconds it took."""

    body: bytes = b""
    code: str = ""
    sentence: str = ""
    seconds: float = 0.0


class Answering(Protocol[J_contra]):
    """Whoever does the jobs, in the process or here. A bad job costs a sentence, never the process."""

    def answer(self, job: J_contra) -> Reply: ...


class NoAnswerError(Exception):
    """The job took too long, or its process was lost twice."""

    def __init__(self, late: bool) -> None:
        super().__init__("no answer in time" if late else "the process was lost")
        self.late = late


class Pool(Generic[J]):
    """Such processes; with 0 of them a thread does the jobs, which is for tests and for machines without processes.

    Each address has `seconds` of work at once, and gets back `rate` of one each second; 0: as much as it likes."""

    doing = "jobs are done"  # for the log

    def __init__(
        self,
        name: str,
        serve: Callable[[Connection], None],
        make: Callable[[], Answering[J]],
        workers: int,
        rate: float,
        seconds: float,
        patience: float = PATIENCE,
    ) -> None:
        self._name = name
        self._make = make
        self._workers = [Worker(f"{name} {number}", serve) for number in range(workers)]
        self._patience = patience
        self._budgets = Buckets(rate, seconds)
        self._idle: list[Worker] = []
        self._line = Line(max(1, workers))
        self._here: tuple[Answering[J], ThreadPoolExecutor] | None = None
        self.seconds = 0.0

    async def open(self) -> None:
        self._line = Line(max(1, len(self._workers)))
        self._idle = list(self._workers)

    async def close(self) -> None:
        for worker in self._workers:
            worker.stop()
        if self._here is not None:
            self._here[1].shutdown(wait=True)

    async def ask(self, job: J, whose: str = "") -> Reply:
        """What comes of a job. `whose` is the address that is charged for it; empty: nobody's."""
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
            raise NoAnswerError(late=True) from None
        finally:
            self._line.leave()
        self.seconds += reply.seconds
        if whose:
            budget.charge(reply.seconds)
        return reply

    async def _answer(self, job: J) -> Reply:
        if not self._workers or self._here is not None:
            return await self._answer_here(job)
        worker = self._idle.pop()
        try:
            encoded = msgspec.msgpack.encode(job)
            try:
                answer = await worker.ask(encoded, self._patience)
            except LostError:  # killed by somebody else: once more
                logger.warning("a process (%s) was lost; it is asked again", self._name)
                answer = await worker.ask(encoded, self._patience)
            return msgspec.msgpack.decode(answer, type=Reply)
        except LostError:
            raise NoAnswerError(late=False) from None
        except NoProcessError as error:
            logger.warning("%s in the server's own process: %s", self.doing, error)
            return await self._answer_here(job)
        finally:
            self._idle.append(worker)

    async def _answer_here(self, job: J) -> Reply:
        self._here = self._here or (self._make(), ThreadPoolExecutor(1, self._name))
        desk, thread = self._here
        return await asyncio.get_running_loop().run_in_executor(thread, desk.answer, job)


def answer_all(pipe: Connection, desk: Answering[Any], kind: Any) -> None:
    """Answer until the other end is gone. A key pressed in the terminal is the server's business."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    decoder = msgspec.msgpack.Decoder(kind)
    try:
        pipe.send_bytes(READY)
        while True:
            pipe.send_bytes(msgspec.msgpack.encode(desk.answer(decoder.decode(pipe.recv_bytes()))))
    except (EOFError, OSError):
        return
