"""Where bots think: in processes of their own, so that no game waits for another game's bot. A bot is handed the JSON of its
seat's view and nothing else."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from multiprocessing.connection import Connection
from typing import Any, Final, Protocol

import msgspec

from dungeon_twister.record.grammar import Choice
from dungeon_twister.server.thinking_worker import Minds, Question, serve

PATIENCE: Final = 20.0  # seconds for one choice
STARTING: Final = 30.0  # seconds a new process may take besides
MOST_KNOWN: Final = 10_000
logger = logging.getLogger(__name__)


class BotError(Exception):
    """A bot gave no choice: it failed, or it thought for too long."""


class Thinker(Protocol):
    """Whoever lets bots choose."""

    async def open(self) -> None: ...

    async def close(self) -> None: ...

    async def choose(self, bot: str, seat: str, seed: str, version: int, view: bytes) -> Choice:
        """The choice of a bot; `seat` names the game and the colour, `version` the game's. BotError if there is none."""
        ...


def bot_seed(game_seed: str, colour: str) -> str:
    """A bot's own chance: it tells nothing of what the game's chance will do."""
    return sha256(f"{game_seed}/bot/{colour}".encode()).hexdigest()


class Thinkers:
    """Bots in processes. A bot goes back to the process that knows it while that one is free; elsewhere it begins afresh. One
    that thinks for too long loses its process."""

    def __init__(self, workers: int = 1, patience: float = PATIENCE) -> None:
        self._workers = [_Worker(number) for number in range(max(1, workers))]
        self._patience = patience
        self._idle: list[_Worker] = []
        self._freed = asyncio.Condition()
        self._known: OrderedDict[str, tuple[int, int]] = OrderedDict()  # seat -> the worker that knows it, the last version

    async def open(self) -> None:
        self._freed = asyncio.Condition()
        self._idle = list(self._workers)

    async def close(self) -> None:
        for worker in self._workers:
            worker.stop()

    async def choose(self, bot: str, seat: str, seed: str, version: int, view: bytes) -> Choice:
        worker = await self._worker_for(seat)
        try:
            _, last = self._known.get(seat, (-1, -1))
            question = Question(bot, seat, seed, version, last, view)
            answer = await worker.ask(question, self._patience)
            self._remember(seat, worker, version)
        finally:
            async with self._freed:
                self._idle.append(worker)
                self._freed.notify()
        return _read(answer)

    async def _worker_for(self, seat: str) -> _Worker:
        async with self._freed:
            await self._freed.wait_for(lambda: bool(self._idle))
            home, _ = self._known.get(seat, (-1, -1))
            worker = next((worker for worker in self._idle if worker.number == home), self._idle[0])
            self._idle.remove(worker)
            return worker

    def _remember(self, seat: str, worker: _Worker, version: int) -> None:
        self._known[seat] = (worker.number, version)
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

    async def open(self) -> None:
        pass

    async def close(self) -> None:
        self._thread.shutdown(wait=True)

    async def choose(self, bot: str, seat: str, seed: str, version: int, view: bytes) -> Choice:
        question = Question(bot, seat, seed, version, self._last.get(seat, -1), view)
        self._last[seat] = version
        loop = asyncio.get_running_loop()
        return _read(await loop.run_in_executor(self._thread, self._minds.answer, question))


class _Worker:
    """A process, begun when it is first needed and again when it is lost."""

    def __init__(self, number: int) -> None:
        self.number = number
        self._thread = ThreadPoolExecutor(1, f"bots {number}")
        self._process: Any = None
        self._pipe: Connection | None = None

    async def ask(self, question: Question, patience: float) -> bytes:
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._ask, question, patience)

    def _ask(self, question: Question, patience: float) -> bytes:
        fresh = self._pipe is None
        pipe = self._pipe or self._start()
        try:
            pipe.send_bytes(msgspec.msgpack.encode(question))
            if pipe.poll(patience + (STARTING if fresh else 0.0)):
                return pipe.recv_bytes()
        except (OSError, EOFError) as error:
            self._end()
            raise BotError(f"the process of the bot ended: {type(error).__name__}") from None
        self._end()
        raise BotError(f"no choice after {patience:g} seconds")

    def _start(self) -> Connection:
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        self._process = context.Process(target=serve, args=(theirs,), daemon=True, name=f"bots {self.number}")
        self._process.start()
        theirs.close()
        self._pipe = ours
        return ours

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


def _read(answer: bytes) -> Choice:
    """A choice, or the sentence of what went wrong."""
    found = msgspec.msgpack.decode(answer, type=Choice | str)
    if isinstance(found, str):
        raise BotError(found)
    return found
