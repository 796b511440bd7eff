"""Pool of processes in which bots choose, so that no game waits for another game's bot. A bot gets
the JSON of its seat's view and nothing else."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from typing import Final, Protocol

import msgspec

from dungeon_twister import compiled
from dungeon_twister.game.record.grammar import Choice
from dungeon_twister.server.workers.bot_worker import BotJob, BotWorker, serve
from dungeon_twister.server.workers.processes import BACKGROUND, Lane, NoProcessError, Worker, WorkerError, WorkerLostError

PATIENCE: Final = 25.0  # seconds for one choice; interpreted, the slowest bot needs eight, more on a slow machine
MOST_KNOWN: Final = 10_000
TRIES: Final = 2  # a process killed during a request is not the bot's fault
logger = logging.getLogger(__name__)


class BotError(Exception):
    """A bot made no choice: it failed, or it took too long."""


class BotRequest(msgspec.Struct, frozen=True):
    """A request for a choice.

    `seat` names the game and the colour, `version` the version of the game. `whose` is the address
    that is charged: bots of one address do not hold up others. Games with people are `urgent`.
    `hurried`: choose quickly, without replies of the others (only a browser asks for that).
    """

    bot: str
    seat: str
    seed: str
    version: int
    view: bytes
    whose: str = ""
    urgent: bool = True
    hurried: bool = False


class BotBackend(Protocol):
    """Lets bots choose. `waited` is how many seconds requests have waited for a worker, `queue` how
    many wait now."""

    waited: float

    @property
    def queue(self) -> int: ...

    @property
    def compiled(self) -> bool:
        """Whether bots use the compiled engine."""
        ...

    async def open(self) -> None: ...

    async def close(self) -> None: ...

    async def choose(self, request: BotRequest) -> Choice:
        """Return the choice of a bot. BotError: there is none."""
        ...


class BotPool:
    """Bots in worker processes. Games with people have `workers` of them.

    Games of bots alone have one more process of low priority, so that no person waits for them. A
    bot returns to the process that has its state while that one is free; elsewhere it starts anew.
    A bot that takes too long loses its process.
    """

    def __init__(self, workers: int = 1, patience: float = PATIENCE) -> None:
        self._people = Lane([Worker(f"bots {number}", serve) for number in range(max(1, workers))])
        self._alone = Lane([Worker("bots alone", serve, BACKGROUND)])
        self._patience = patience
        self._known: OrderedDict[str, tuple[Worker, int]] = OrderedDict()  # seat -> the worker with its state, the last version
        self._instead: InProcessBots | None = None
        self.waited = 0.0

    @property
    def queue(self) -> int:
        return self._people.waiting() + self._alone.waiting()

    @property
    def compiled(self) -> bool:
        """Whether all running processes, and those still to be started, use the compiled engine."""
        begun = [worker for worker in (*self._people.workers, *self._alone.workers) if worker.pid]
        return all(worker.compiled for worker in begun) if begun else compiled.ready()

    async def open(self) -> None:
        pass

    async def close(self) -> None:
        self._people.stop()
        self._alone.stop()
        if self._instead is not None:
            await self._instead.close()

    async def choose(self, request: BotRequest) -> Choice:
        began = time.perf_counter()
        lane = self._people if request.urgent else self._alone
        home, last = self._known.get(request.seat, (None, -1))
        async with lane.turn(request.whose, request.urgent):
            self.waited += time.perf_counter() - began
            with lane.worker(home) as worker:
                answer = await self._ask(worker, bot_job(request, last))
            self._remember(request.seat, worker, request.version)
        return read_choice(answer)

    async def _ask(self, worker: Worker, question: BotJob) -> bytes:
        """Ask a process, and again if it was lost during the question. Without processes a thread
        answers."""
        if self._instead is not None:
            return await self._instead.answer(question)
        encoded = msgspec.msgpack.encode(question)
        for number in range(1, TRIES + 1):
            try:
                return await worker.ask(encoded, self._patience)
            except WorkerLostError as error:
                if number == TRIES:
                    raise BotError(str(error)) from None
                logger.warning("a process in which bots think was lost; the bot is asked again")
            except NoProcessError as error:
                logger.warning("bots think in the server's own process: %s", error)
                self._instead = self._instead or InProcessBots()
                return await self._instead.answer(question)
            except WorkerError as error:
                raise BotError(str(error)) from None
        raise AssertionError("a try ends in an answer or an error")

    def _remember(self, seat: str, worker: Worker, version: int) -> None:
        self._known[seat] = (worker, version)
        self._known.move_to_end(seat)
        while len(self._known) > MOST_KNOWN:
            self._known.popitem(last=False)


class InProcessBots:
    """Bots in a thread of the server's own process, for tests and for machines without processes. A
    bot that takes too long cannot be stopped."""

    def __init__(self) -> None:
        self._worker = BotWorker()
        self._last: dict[str, int] = {}
        self._thread = ThreadPoolExecutor(1, "bots")
        self.waited = 0.0
        self.queue = 0

    @property
    def compiled(self) -> bool:
        return compiled.running()

    async def open(self) -> None:
        pass

    async def close(self) -> None:
        self._thread.shutdown(wait=True)

    async def choose(self, request: BotRequest) -> Choice:
        question = bot_job(request, self._last.get(request.seat, -1))
        self._last[request.seat] = request.version
        return read_choice(await self.answer(question))

    async def answer(self, question: BotJob) -> bytes:
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._worker.answer, question)


def bot_job(request: BotRequest, last: int) -> BotJob:
    """Return the job for a worker; `last` is the version of the last request for this seat."""
    return BotJob(request.bot, request.seat, request.seed, request.version, last, request.view, request.hurried)


def read_choice(answer: bytes) -> Choice:
    """Return the choice of an answer; BotError if the bot failed."""
    found = msgspec.msgpack.decode(answer, type=Choice | str)
    if isinstance(found, str):
        raise BotError(found)
    return found
