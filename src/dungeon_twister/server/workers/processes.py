"""Processes that work beside the event loop, and who may use them next.

Whatever takes more than a few milliseconds is done there: bots think (`thinking`), records are read and games looked at again
(`reading`), positions and games are looked into (`analysing`). A process answers bytes with bytes; one that is too slow is
ended, and the next question begins another.
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
BACKGROUND: Final = 19  # the niceness of processes for whose work nobody waits: the processor is theirs when others leave it
J_contra = TypeVar("J_contra", contravariant=True)


class WorkerError(Exception):
    """No answer."""


class LostError(WorkerError):
    """The process ended under the question: somebody else has killed it, or it has crashed."""


class LateError(WorkerError):
    """No answer in time; the process has been ended."""


class NoProcessError(WorkerError):
    """Processes are not to be had on this machine."""


class Reply(msgspec.Struct, frozen=True):
    """What came of a job: the body, or a code and a sentence; and how many seconds it took."""

    body: bytes = b""
    code: str = ""
    sentence: str = ""
    seconds: float = 0.0


class RefusedJobError(Exception):
    """A job that is not done."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code


class Answers(Protocol[J_contra]):
    """Whoever does the jobs in a process, or in a thread where there are none. A bad job costs a sentence, not the process."""

    def answer(self, job: J_contra) -> Reply: ...


def answer_all(pipe: Connection, desk: Answers[Any], kind: Any) -> None:
    """In a process: answer jobs until the other end is gone. A key pressed in the terminal is the server's business."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    decoder = msgspec.msgpack.Decoder(kind)
    try:
        pipe.send_bytes(READY)
        while True:
            pipe.send_bytes(msgspec.msgpack.encode(desk.answer(decoder.decode(pipe.recv_bytes()))))
    except (EOFError, OSError):
        return


class Line:
    """Who may use one of several workers next. Urgent ones go first; among equals whoever (`whose`) was served longest ago, so
    that somebody with a hundred questions does not go before somebody with one."""

    def __init__(self, free: int) -> None:
        self.free = free
        self._waiting: dict[bool, OrderedDict[str, deque[asyncio.Future[None]]]] = {True: OrderedDict(), False: OrderedDict()}

    def waiting(self, whose: str | None = None) -> int:
        """How many wait, altogether or of one."""
        of = [lines.values() if whose is None else [lines.get(whose, ())] for lines in self._waiting.values()]
        return sum(len(line) for lines in of for line in lines)

    async def enter(self, whose: str, urgent: bool = False) -> None:
        """Wait until it is one's turn."""
        if self.free > 0:
            self.free -= 1
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting[urgent].setdefault(whose, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.leave()  # it was one's turn just now
            raise

    def leave(self) -> None:
        """Let the next one in."""
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
    """A process, begun when it is first needed and again when it is lost. `serve` is what it runs: it sends READY, then answers
    each message with one. When the compiled engine is ready, a new process with it takes the place of the old one before the
    next question. `niceness`: how much the process gives way to others (0 to 19)."""

    def __init__(self, name: str, serve: Callable[[Connection], None], niceness: int = 0) -> None:
        self.name = name
        self._niceness = niceness
        self.seconds = 0.0  # that it has worked
        self.compiled = False  # has the process that is there the compiled engine?
        self._serve = serve
        self._thread = ThreadPoolExecutor(1, name)
        self._process: Any = None
        self._pipe: Connection | None = None

    @property
    def pid(self) -> int:
        """Of the process that is there now; 0: none is."""
        return self._process.pid if self._process is not None else 0

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
            raise LostError(f"the process ended: {type(error).__name__}") from None
        finally:
            self.seconds += time.perf_counter() - began
        self._end()
        raise LateError(f"no answer after {patience:g} seconds")

    def _start(self) -> Connection:
        """A process that is ready. How long that takes says nothing about the question. One that does not start with the
        compiled engine starts with the sources."""
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
        except (OSError, ImportError) as error:  # no more processes, or a machine without what they need
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
            with suppress(OSError):  # it has ended already, or the system does not allow it
                os.setpriority(os.PRIO_PROCESS, self.pid, self._niceness)

    def _end(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.join()
        if self._pipe is not None:
            self._pipe.close()
        self._process = self._pipe = None

    def stop(self) -> None:
        """End the process; a question under way fails."""
        if self._process is not None:
            self._process.kill()
        self._thread.shutdown(wait=True, cancel_futures=True)
        self._end()


class Lane:
    """Some workers, at least a place for one, and the queue for them. Work in one lane never waits for work in another."""

    def __init__(self, workers: list[Worker]) -> None:
        self.workers = workers
        self._idle = list(workers)
        self._line = Line(max(1, len(workers)))

    def waiting(self, whose: str | None = None) -> int:
        """How many wait, altogether or of one."""
        return self._line.waiting(whose)

    @asynccontextmanager
    async def turn(self, whose: str, urgent: bool = False) -> AsyncIterator[None]:
        """Wait for one's turn, and let the next one in afterwards."""
        await self._line.enter(whose, urgent)
        try:
            yield
        finally:
            self._line.leave()

    @contextmanager
    def worker(self, known: Worker | None = None) -> Iterator[Worker]:
        """Hold a free worker during one's turn: `known`, if it is free."""
        worker = known if known is not None and known in self._idle else self._idle[0]
        self._idle.remove(worker)
        try:
            yield worker
        finally:
            self._idle.append(worker)

    def stop(self) -> None:
        for worker in self.workers:
            worker.stop()
