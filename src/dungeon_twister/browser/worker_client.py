"""Client of the second web worker, which runs bots and analyses while the first one answers pages."""

from __future__ import annotations

import asyncio
from base64 import b64decode, b64encode
from collections.abc import Awaitable
from typing import ClassVar, Final, Protocol

import msgspec

from dungeon_twister.game.record.grammar import Choice
from dungeon_twister.server.workers import (
    AnalysisPool,
    BotError,
    BotRequest,
    InProcessBots,
    Job,
    Lane,
    Reply,
    bot_job,
    read_choice,
)

BOTS: Final = "bots"  # kinds of questions for `compute_worker.py`
ANALYSING: Final = "analysing"
PATIENCE: Final = 90.0  # seconds for one answer, including the start of the worker
TRIES: Final = 2  # another question may have ended the worker


class BrowserWorkerError(Exception):
    """The worker was ended during the question, or cannot be started."""


class BrowserWorker(Protocol):
    """The JavaScript side of the connection (web/src/transport/worker-client.ts)."""

    def ask(self, kind: str, text: str) -> Awaitable[str]: ...

    def stop(self) -> None: ...


class WorkerClient:
    """Sends questions to the second worker. Cancelling a question ends the worker."""

    def __init__(self, worker: BrowserWorker, patience: float = PATIENCE) -> None:
        self._worker = worker
        self._patience = patience

    async def ask(self, kind: str, question: bytes) -> bytes:
        text = b64encode(question).decode()
        for _ in range(TRIES):
            try:
                async with asyncio.timeout(self._patience):
                    return b64decode(await self._worker.ask(kind, text))
            except (asyncio.CancelledError, TimeoutError):
                self._worker.stop()
                raise
            except Exception:  # any JavaScript error: there is no answer
                continue
        raise BrowserWorkerError


class WorkerBots(InProcessBots):
    """Runs bots in the second worker; falls back to this worker if the second is unavailable or the
    choice is rushed.

    A rushed choice follows the end of the second worker, which is not back yet.
    """

    def __init__(self, client: WorkerClient) -> None:
        super().__init__()
        self._client = client

    async def choose(self, request: BotRequest) -> Choice:
        if request.hurried:
            return await super().choose(request)
        question = bot_job(request, self._last.get(request.seat, -1))
        try:
            answer = await self._client.ask(BOTS, msgspec.msgpack.encode(question))
        except BrowserWorkerError:
            return await super().choose(request)
        except TimeoutError:
            raise BotError("the bot thought for too long") from None
        self._last[request.seat] = request.version
        return read_choice(answer)


class WorkerAnalysis(AnalysisPool):
    """Runs hints, threats and analyses in the second worker; falls back to this worker."""

    stoppable: ClassVar[bool] = True

    def __init__(self, client: WorkerClient) -> None:
        super().__init__()
        self._client = client

    async def _answer(self, job: Job, lane: Lane) -> Reply:
        try:
            return msgspec.msgpack.decode(await self._client.ask(ANALYSING, msgspec.msgpack.encode(job)), type=Reply)
        except (BrowserWorkerError, TimeoutError):
            return await super()._answer(job, lane)
