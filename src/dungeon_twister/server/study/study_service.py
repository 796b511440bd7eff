"""The study service: sends jobs to worker processes, and asks bots for their choices."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import msgspec

from dungeon_twister.server.errors import ProtocolError
from dungeon_twister.server.study.exercise import BotAsked
from dungeon_twister.server.study.exercise_worker import BAD, NO_ENGINE, UNKNOWN, ExerciseWorker, FindBeginning, Job, serve
from dungeon_twister.server.study_protocol import Studying, StudyLook, StudyWait
from dungeon_twister.server.workers import BotBackend, BotError, BotRequest, Pool, PoolKind

STUDY_BYTES: Final = 160 * 1024  # of a request: the largest number of deeds, most of them short
PATIENCE: Final = 10.0  # seconds for one job
STUDYING: Final = PoolKind(
    "study",
    serve,
    code=BAD,
    late="This takes too long.",
    lost="This could not be done.",
    spent_code="too-much-reading",
    spent="Too much was done for you just now: wait a moment.",
    statuses={UNKNOWN: 404, BAD: 400, NO_ENGINE: 403},
)


class StudyService:
    """Runs exercises. `bot_backend` lets bots choose."""

    def __init__(self, bot_backend: BotBackend, workers: int = 0, rate: float = 0.0, seconds: float = 0.0) -> None:
        self._bot_backend = bot_backend
        self._pool: Pool[Job | FindBeginning] = Pool(
            STUDYING, ExerciseWorker, workers, rate, seconds, PATIENCE, background=True
        )

    def scale_budgets(self, factor: Callable[[str], float]) -> None:
        """Give some addresses a multiple of the budget."""
        self._pool.scale_budgets(factor)

    async def open(self) -> None:
        """The first lesson does not wait for a process."""
        await self._pool.open()
        self._pool.wake()

    async def close(self) -> None:
        await self._pool.close()

    async def do(self, kind: str, name: str, asked: Studying, address: str) -> bytes:
        """Carry out a request of an exercise and return JSON of a `Studied`."""
        job = Job(kind, name, asked.deeds, asked.do)
        if isinstance(asked.do, StudyWait):
            job = await self._thought(job, address)
        return await self._pool.do(job, address)

    async def beginning(self, kind: str, name: str, deeds: list[str], address: str) -> bytes:
        """Return the beginning that leads to the moment of a free board, as JSON of a `StudyBegin`."""
        return await self._pool.do(FindBeginning(kind, name, deeds), address)

    async def _thought(self, job: Job, address: str) -> Job:
        """Return the job with the choice of the bot; if no bot is to choose, a job that only
        returns the state."""
        question = msgspec.msgpack.decode(await self._pool.do(job, address), type=BotAsked | None)
        if question is None:
            return msgspec.structs.replace(job, do=StudyLook())
        seat = f"study {job.kind}/{job.name} {question.seat} {address}"
        request = BotRequest(question.bot, seat, question.seed, len(job.deeds), question.view, address)
        try:
            return msgspec.structs.replace(job, thought=await self._bot_backend.choose(request))
        except BotError:
            raise ProtocolError("storage", "The bot could not decide just now.", 503) from None
