"""The study as the routes see it: jobs for its process, and bots that are asked where bots think."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import msgspec

from dungeon_twister.server.errors import ProtocolError
from dungeon_twister.server.study.desk import BAD, UNKNOWN, Desk, Job, serve
from dungeon_twister.server.study.exercise import BotAsked
from dungeon_twister.server.study_protocol import Studying, StudyLook, StudyWait
from dungeon_twister.server.workers import Asking, BotError, Kind, Pool, Thinker

STUDY_BYTES: Final = 160 * 1024  # of a request: as many deeds as are taken, most of them short
PATIENCE: Final = 10.0  # seconds for one job
STUDYING: Final = Kind(
    "study",
    serve,
    code=BAD,
    late="This takes too long.",
    lost="This could not be done.",
    spent_code="too-much-reading",
    spent="Too much was done for you just now: wait a moment.",
    statuses={UNKNOWN: 404, BAD: 400},
)


class Study:
    """Where exercises are done. `think`: whoever lets bots choose."""

    def __init__(self, think: Thinker, workers: int = 0, rate: float = 0.0, seconds: float = 0.0) -> None:
        self._think = think
        self._pool: Pool[Job] = Pool(STUDYING, Desk, workers, rate, seconds, PATIENCE, background=True)

    def favour(self, factor: Callable[[str], float]) -> None:
        """Some addresses have a multiple of the budget."""
        self._pool.favour(factor)

    async def open(self) -> None:
        await self._pool.open()

    async def close(self) -> None:
        await self._pool.close()

    async def do(self, kind: str, name: str, asked: Studying, address: str) -> bytes:
        """JSON of a `Studied`."""
        job = Job(kind, name, asked.deeds, asked.do)
        if isinstance(asked.do, StudyWait):
            job = await self._thought(job, address)
        return await self._pool.do(job, address)

    async def _thought(self, job: Job, address: str) -> Job:
        """The same job with what the bot has chosen; where none is to choose, how it stands is told."""
        question = msgspec.msgpack.decode(await self._pool.do(job, address), type=BotAsked | None)
        if question is None:
            return msgspec.structs.replace(job, do=StudyLook())
        seat = f"study {job.kind}/{job.name} {address}"
        asking = Asking(question.bot, seat, question.seed, len(job.deeds), question.view, address)
        try:
            return msgspec.structs.replace(job, thought=await self._think.choose(asking))
        except BotError:
            raise ProtocolError("storage", "The bot could not decide just now.", 503) from None
