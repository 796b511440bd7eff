"""Work that nobody waits for, and long work of one address, never keeps a person waiting: it has processes of its own."""

from __future__ import annotations

import asyncio
import os
import sys
import time
from multiprocessing.connection import Connection

import msgspec
import pytest

from dungeon_twister.game.record.grammar import Choice
from dungeon_twister.server.study import StudyService
from dungeon_twister.server.workers.bot_pool import BotPool, BotRequest, InProcessBots
from dungeon_twister.server.workers.bot_worker import BotJob
from dungeon_twister.server.workers.pools import LIGHT, Pool, PoolKind
from dungeon_twister.server.workers.processes import BACKGROUND, READY, Reply, Worker, serve_jobs

FOR_EVER = 3600.0


class Slow:
    """Does jobs: a text is answered, "sleep" is never done, a number is said to have taken so many seconds."""

    def answer(self, job: str) -> Reply:
        if job == "sleep":
            time.sleep(FOR_EVER)
        return Reply(job.encode(), seconds=float(job) if job.replace(".", "").isdigit() else 0.0)


def serve_slowly(pipe: Connection) -> None:
    serve_jobs(pipe, Slow(), str)


def serve_bots(pipe: Connection) -> None:
    """A bot called "slow" never chooses."""
    pipe.send_bytes(READY)
    while True:
        question = msgspec.msgpack.decode(pipe.recv_bytes(), type=BotJob)
        if question.bot == "slow":
            time.sleep(FOR_EVER)
        pipe.send_bytes(msgspec.msgpack.encode(Choice("pass")))


def gives_way(worker: Worker) -> bool:
    if sys.platform == "win32":
        return worker.name in ("bots alone", "jobs in the background")
    return os.getpriority(os.PRIO_PROCESS, worker.pid) == BACKGROUND


async def begun(worker: Worker) -> None:
    while not worker.pid:
        await asyncio.sleep(0.01)


async def test_nobody_waits_for_games_of_bots_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many thoughts are under way for games without people, a person's bot and a learner's answer at once."""
    monkeypatch.setattr("dungeon_twister.server.workers.bot_pool.serve", serve_bots)
    bot_pool = BotPool(1)
    await bot_pool.open()
    alone = [BotRequest("slow", f"{number} blue", "seed", 1, b"", f"address {number}", False) for number in range(18)]
    strangers = [asyncio.create_task(bot_pool.choose(asking)) for asking in alone]
    try:
        await begun(bot_pool._alone.workers[0])
        for number in range(3):
            person = BotRequest("quick", "a blue", "seed", number, b"", "a person")
            assert await asyncio.wait_for(bot_pool.choose(person), 30) == Choice("pass")
        assert not any(task.done() for task in strangers) and bot_pool.queue == 17
        assert gives_way(bot_pool._alone.workers[0]) and not gives_way(bot_pool._people.workers[0])
    finally:
        for task in strangers:
            task.cancel()
        await bot_pool.close()


async def test_a_process_is_started_before_it_is_needed() -> None:
    """Once, and a question uses it."""
    kind = PoolKind("jobs", serve_slowly, "code", "late", "lost", "spent", "spent")
    pool: Pool[str] = Pool(kind, Slow, 1, 0, 0, FOR_EVER)
    (worker,) = pool._lane.workers
    try:
        pool.wake()
        pool.wake()
        await begun(worker)
        first = worker.pid
        assert await pool.do("a job") == b"a job"
        assert worker.pid == first
    finally:
        await pool.close()


async def test_the_first_lesson_waits_for_no_process() -> None:
    study = StudyService(InProcessBots(), 1)
    await study.open()
    try:
        await begun(study._pool._lane.workers[0])
    finally:
        await study.close()


async def test_long_jobs_of_one_address_are_done_in_the_background() -> None:
    """An address that has used much lately waits for itself only; others go on where quick jobs are done."""
    kind = PoolKind("jobs", serve_slowly, "code", "late", "lost", "spent", "spent")
    pool: Pool[str] = Pool(kind, Slow, 1, 0.001, 20.0, FOR_EVER, background=True)
    await pool.open()
    quick, background = pool._lane.workers[0], pool._background.workers[0]
    greedy = None
    try:
        assert await pool.do(str(LIGHT / 2), "greedy") == str(LIGHT / 2).encode()
        assert quick.pid and not background.pid
        assert await pool.do(str(LIGHT), "greedy") == str(LIGHT).encode()  # now it has used more than is light
        greedy = asyncio.create_task(pool.do("sleep", "greedy"))
        await begun(background)
        assert await asyncio.wait_for(pool.do("a step", "learner"), 30) == b"a step"
        assert not greedy.done() and gives_way(background) and not gives_way(quick)
    finally:
        if greedy is not None:
            greedy.cancel()
        await pool.close()
