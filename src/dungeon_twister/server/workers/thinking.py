"""Where bots think: in processes of their own, so that no game waits for another game's bot. A bot is handed the JSON of its
seat's view and nothing else."""

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
from dungeon_twister.server.workers.processes import BACKGROUND, Lane, LostError, NoProcessError, Worker, WorkerError
from dungeon_twister.server.workers.thinking_worker import Minds, Question, serve

PATIENCE: Final = 25.0  # seconds for one choice; the slowest bot needs eight where nothing is compiled, more on a slow machine
MOST_KNOWN: Final = 10_000
TRIES: Final = 2  # a process that was killed under a question is not the bot's fault
logger = logging.getLogger(__name__)


class BotError(Exception):
    """A bot gave no choice: it failed, or it thought for too long."""


class Asking(msgspec.Struct, frozen=True):
    """Which bot is to choose: `seat` names the game and the colour, `version` the game's. `whose` says for whom (an address):
    the bots of one do not keep those of others waiting. Games with people are `urgent`. `hurried`: somebody does not want to
    wait any longer (only a browser asks for that)."""

    bot: str
    seat: str
    seed: str
    version: int
    view: bytes
    whose: str = ""
    urgent: bool = True
    hurried: bool = False


class Thinker(Protocol):
    """Whoever lets bots choose. `waited` is how many seconds questions have waited for their turn, `queue` how many do now."""

    waited: float

    @property
    def queue(self) -> int: ...

    @property
    def compiled(self) -> bool:
        """Do bots think with the compiled engine?"""
        ...

    async def open(self) -> None: ...

    async def close(self) -> None: ...

    async def choose(self, asking: Asking) -> Choice:
        """The choice of a bot. BotError if there is none."""
        ...


class Thinkers:
    """Bots in processes. Games with people have `workers` of them. Games of bots alone have one more, which gives way to all
    others, so that no person waits for a thought that nobody waits for. A bot goes back to the process that knows it while that
    one is free; elsewhere it begins afresh. One that thinks for too long loses its process."""

    def __init__(self, workers: int = 1, patience: float = PATIENCE) -> None:
        self._people = Lane([Worker(f"bots {number}", serve) for number in range(max(1, workers))])
        self._alone = Lane([Worker("bots alone", serve, BACKGROUND)])
        self._patience = patience
        self._known: OrderedDict[str, tuple[Worker, int]] = OrderedDict()  # seat -> the worker that knows it, the last version
        self._instead: SameProcess | None = None
        self.waited = 0.0

    @property
    def queue(self) -> int:
        return self._people.waiting() + self._alone.waiting()

    @property
    def compiled(self) -> bool:
        """Of all processes that are there, and of those that will be started."""
        begun = [worker for worker in (*self._people.workers, *self._alone.workers) if worker.pid]
        return all(worker.compiled for worker in begun) if begun else compiled.ready()

    async def open(self) -> None:
        pass

    async def close(self) -> None:
        self._people.stop()
        self._alone.stop()
        if self._instead is not None:
            await self._instead.close()

    async def choose(self, asking: Asking) -> Choice:
        began = time.perf_counter()
        lane = self._people if asking.urgent else self._alone
        home, last = self._known.get(asking.seat, (None, -1))
        async with lane.turn(asking.whose, asking.urgent):
            self.waited += time.perf_counter() - began
            with lane.worker(home) as worker:
                answer = await self._ask(worker, question_of(asking, last))
            self._remember(asking.seat, worker, asking.version)
        return read_choice(answer)

    async def _ask(self, worker: Worker, question: Question) -> bytes:
        """Ask a process, and again if it was lost under the question. Where there are no processes a thread must do."""
        if self._instead is not None:
            return await self._instead.answer(question)
        encoded = msgspec.msgpack.encode(question)
        for number in range(1, TRIES + 1):
            try:
                return await worker.ask(encoded, self._patience)
            except LostError as error:
                if number == TRIES:
                    raise BotError(str(error)) from None
                logger.warning("a process in which bots think was lost; the bot is asked again")
            except NoProcessError as error:
                logger.warning("bots think in the server's own process: %s", error)
                self._instead = self._instead or SameProcess()
                return await self._instead.answer(question)
            except WorkerError as error:
                raise BotError(str(error)) from None
        raise AssertionError("a try ends in an answer or an error")

    def _remember(self, seat: str, worker: Worker, version: int) -> None:
        self._known[seat] = (worker, version)
        self._known.move_to_end(seat)
        while len(self._known) > MOST_KNOWN:
            self._known.popitem(last=False)


class SameProcess:
    """Bots that think in a thread of the server's own process: for tests, and where processes are not to be had. There is no
    way to stop one that thinks for too long."""

    def __init__(self) -> None:
        self._minds = Minds()
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

    async def choose(self, asking: Asking) -> Choice:
        question = question_of(asking, self._last.get(asking.seat, -1))
        self._last[asking.seat] = asking.version
        return read_choice(await self.answer(question))

    async def answer(self, question: Question) -> bytes:
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._minds.answer, question)


def question_of(asking: Asking, last: int) -> Question:
    """What a process is asked; `last` is the version at which it was asked for this seat before."""
    return Question(asking.bot, asking.seat, asking.seed, asking.version, last, asking.view, asking.hurried)


def read_choice(answer: bytes) -> Choice:
    """A choice, or the sentence of what went wrong."""
    found = msgspec.msgpack.decode(answer, type=Choice | str)
    if isinstance(found, str):
        raise BotError(found)
    return found
