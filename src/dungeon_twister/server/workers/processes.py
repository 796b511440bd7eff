"""Worker processes outside the event loop, and the order in which clients use them.

Work of more than a few milliseconds is done there: bots (`bot_pool`), records and replays (`replay_pool`), analyses
(`analysis_pool`). A process answers bytes with bytes. One that is too slow is killed, and the next request starts another.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import sys
import time
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager, suppress
from multiprocessing.connection import Connection
from typing import Any, Final, Protocol, TypeVar

import msgspec

from dungeon_twister import compiled

STARTING: Final = 30.0  # seconds a new process may take until it is ready
READY: Final = b"ready"
BACKGROUND: Final = 19  # the niceness of background processes, which only use idle processor time
J_contra = TypeVar("J_contra", contravariant=True)


class WorkerError(Exception):
    """No answer."""


class WorkerLostError(WorkerError):
    """The process ended during the question: it was killed or has crashed."""


class WorkerTimeoutError(WorkerError):
    """No answer in time; the process was killed."""


class NoProcessError(WorkerError):
    """This machine cannot start processes."""


class Reply(msgspec.Struct, frozen=True):
    """The result of a job: the body, or a code and a sentence; and the seconds it took."""

    body: bytes = b""
    code: str = ""
    sentence: str = ""
    seconds: float = 0.0


class RefusedJobError(Exception):
    """A job is refused."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code


class JobHandler(Protocol[J_contra]):
    """Does jobs in a process, or in a thread if there are none. A bad job gets an error, and never
    ends the process."""

    def answer(self, job: J_contra) -> Reply: ...


def serve_jobs(pipe: Connection, worker: JobHandler[Any], kind: Any) -> None:
    """Answer jobs in a process until the pipe closes. It ignores keyboard interrupts: the server
    handles them."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    decoder = msgspec.msgpack.Decoder(kind)
    try:
        pipe.send_bytes(READY)
        while True:
            pipe.send_bytes(msgspec.msgpack.encode(worker.answer(decoder.decode(pipe.recv_bytes()))))
    except (EOFError, OSError):
        return


class FairSemaphore:
    """Semaphore over several workers. Urgent jobs go first; among equals the client (`whose`) that
    was served longest ago, so that a client with a hundred questions does not go before one with a
    single question.
    """

    def __init__(self, free: int) -> None:
        self.free = free
        self._waiting: dict[bool, OrderedDict[str, deque[asyncio.Future[None]]]] = {True: OrderedDict(), False: OrderedDict()}

    def waiting(self, whose: str | None = None) -> int:
        """Return how many wait, altogether or of one client."""
        of = [lines.values() if whose is None else [lines.get(whose, ())] for lines in self._waiting.values()]
        return sum(len(line) for lines in of for line in lines)

    async def enter(self, whose: str, urgent: bool = False) -> None:
        """Wait for a worker."""
        if self.free > 0:
            self.free -= 1
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting[urgent].setdefault(whose, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.leave()  # the turn had come just before the cancellation
            raise

    def leave(self) -> None:
        """Release a worker."""
        for lines in (self._waiting[True], self._waiting[False]):
            while lines:
                whose, line = next(iter(lines.items()))
                turn = line.popleft()
                if line:
                    lines.move_to_end(whose)
                else:
                    del lines[whose]
                if not turn.done():
                    turn.set_result(None)
                    return
        self.free += 1


class Worker:
    """A process that is started when it is first needed and again when it was lost.

    `serve` is its function: it sends READY, then answers each message with one. When the compiled
    engine is ready, a new process with it replaces the old one before the next question.
    `niceness`: how much the process yields to others (0 to 19).
    """

    def __init__(self, name: str, serve: Callable[[Connection], None], niceness: int = 0) -> None:
        self.name = name
        self._niceness = niceness
        self.seconds = 0.0  # total working time
        self.compiled = False  # whether the running process has the compiled engine
        self._serve = serve
        self._thread = ThreadPoolExecutor(1, name)
        self._process: Any = None
        self._pipe: Connection | None = None

    @property
    def pid(self) -> int:
        """The id of the running process; 0: there is none."""
        return self._process.pid if self._process is not None else 0

    def wake(self) -> None:
        """Start the process now, because it will be needed soon."""
        if not self.pid:
            self._thread.submit(self._wake)

    def _wake(self) -> None:
        """A process that does not start is tried again with the next question."""
        with suppress(NoProcessError):
            if self._pipe is None:
                self._start()

    async def ask(self, question: bytes, patience: float) -> bytes:
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._ask, question, patience)

    def _ask(self, question: bytes, patience: float) -> bytes:
        if self._pipe is not None and not self.compiled and compiled.ready():
            self._end()
        pipe = self._pipe or self._start()
        began = time.perf_counter()
        try:
            pipe.send_bytes(question)
            if pipe.poll(patience):
                return pipe.recv_bytes()
        except (OSError, EOFError) as error:
            self._end()
            raise WorkerLostError(f"the process ended: {type(error).__name__}") from None
        finally:
            self.seconds += time.perf_counter() - began
        self._end()
        raise WorkerTimeoutError(f"no answer after {patience:g} seconds")

    def _start(self) -> Connection:
        """Return the pipe of a ready process. The start does not count as time of the question. A
        process that does not start with the compiled engine starts from the sources."""
        try:
            return self._start_process()
        except NoProcessError:
            if not self.compiled or compiled.running():
                raise
            compiled.give_up()
            return self._start_process()

    def _start_process(self) -> Connection:
        self.compiled = compiled.ready()
        try:
            context = multiprocessing.get_context("spawn")
            ours, theirs = context.Pipe()
            self._process = context.Process(target=self._serve, args=(theirs,), daemon=True, name=self.name)
            self._process.start()
            theirs.close()
            self._give_way()
        except (OSError, ImportError) as error:  # no more processes, or a machine that does not support them
            self._process = None
            raise NoProcessError(f"no process can be started: {error}") from None
        self._pipe = ours
        try:
            if ours.poll(STARTING) and ours.recv_bytes() == READY:
                return ours
        except (OSError, EOFError):
            pass
        self._end()
        raise NoProcessError("a process could not be started")

    def _give_way(self) -> None:
        if self._niceness and sys.platform != "win32":
            with suppress(OSError):  # it has ended already, or the system forbids it
                os.setpriority(os.PRIO_PROCESS, self.pid, self._niceness)

    def _end(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.join()
        if self._pipe is not None:
            self._pipe.close()
        self._process = self._pipe = None

    def stop(self) -> None:
        """Kill the process; a question under way fails."""
        if self._process is not None:
            self._process.kill()
        self._thread.shutdown(wait=True, cancel_futures=True)
        self._end()


class Lane:
    """Some workers, at least one slot, and their queue. Work in one lane never waits for work in
    another."""

    def __init__(self, workers: list[Worker]) -> None:
        self.workers = workers
        self._idle = list(workers)
        self._line = FairSemaphore(max(1, len(workers)))

    def waiting(self, whose: str | None = None) -> int:
        """Return how many wait, altogether or of one client."""
        return self._line.waiting(whose)

    @asynccontextmanager
    async def turn(self, whose: str, urgent: bool = False) -> AsyncIterator[None]:
        """Wait for a slot and release it afterwards."""
        await self._line.enter(whose, urgent)
        try:
            yield
        finally:
            self._line.leave()

    @contextmanager
    def worker(self, known: Worker | None = None) -> Iterator[Worker]:
        """Hold a free worker during a turn: `known` if it is free."""
        worker = known if known is not None and known in self._idle else self._idle[0]
        self._idle.remove(worker)
        try:
            yield worker
        finally:
            self._idle.append(worker)

    def stop(self) -> None:
        for worker in self.workers:
            worker.stop()
