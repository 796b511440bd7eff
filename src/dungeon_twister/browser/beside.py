"""The second worker of a browser as the hall knows it: a thinker and an analyst. While they work, the first one
answers pages."""

from __future__ import annotations

import asyncio
from base64 import b64decode, b64encode
from collections.abc import Awaitable
from typing import Final, Protocol

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

BOTS: Final = "bots"  # what `mind.py` is asked
ANALYSING: Final = "analysing"
PATIENCE: Final = 90.0  # seconds for one answer, the start of the worker among them
TRIES: Final = 2  # it may have been ended because of somebody else's question


class LostError(Exception):
    """The worker was ended under the question, or it cannot be had."""


class BrowserBeside(Protocol):
    """The way to it as JavaScript has it (web/src/transport/beside.ts)."""

    def ask(self, kind: str, text: str) -> Awaitable[str]: ...

    def stop(self) -> None: ...


class Beside:
    """Asks it. Whoever stops waiting ends what is thought about."""

    def __init__(self, worker: BrowserBeside, patience: float = PATIENCE) -> None:
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
            except Exception:  # whatever the browser says: there is no answer
                continue
        raise LostError


class ThinkerBeside(InProcessBots):
    """Bots think there. Here they do if it cannot be had, and where one must not think for long: that worker has just been
    ended and is not back yet."""

    def __init__(self, beside: Beside) -> None:
        super().__init__()
        self._beside = beside

    async def choose(self, request: BotRequest) -> Choice:
        if request.hurried:
            return await super().choose(request)
        question = bot_job(request, self._last.get(request.seat, -1))
        try:
            answer = await self._beside.ask(BOTS, msgspec.msgpack.encode(question))
        except LostError:
            return await super().choose(request)
        except TimeoutError:
            raise BotError("the bot thought for too long") from None
        self._last[request.seat] = request.version
        return read_choice(answer)


class AnalystsBeside(AnalysisPool):
    """Hints, threats and analyses are worked out there; here only if it cannot be had."""

    def __init__(self, beside: Beside) -> None:
        super().__init__()
        self._beside = beside

    async def _answer(self, job: Job, lane: Lane) -> Reply:
        try:
            return msgspec.msgpack.decode(await self._beside.ask(ANALYSING, msgspec.msgpack.encode(job)), type=Reply)
        except (LostError, TimeoutError):
            return await super()._answer(job, lane)
