"""Records and replays are read outside the event loop, within bounds, and each address has a budget. The attacks with figures:
`bench/attacks.py`."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from random import Random

import msgspec
import pytest

from dungeon_twister.game.record.files import dump, load, record_of
from dungeon_twister.game.record.recorded_game import RecordedGame
from dungeon_twister.server.errors import ProtocolError
from dungeon_twister.server.limits import TooMuchError
from dungeon_twister.server.socket_protocol import HistoryStep
from dungeon_twister.server.text_input import tidy_name
from dungeon_twister.server.wire import decode
from dungeon_twister.server.workers import replay_worker
from dungeon_twister.server.workers.pools import MOST_WAITING
from dungeon_twister.server.workers.processes import FairSemaphore, Worker
from dungeon_twister.server.workers.replay_pool import ReplayPool
from dungeon_twister.server.workers.replay_worker import (
    CheckedRecord,
    CheckRecord,
    HistoryPage,
    Job,
    MakeHistory,
    MakeReplay,
    ReplayWorker,
)

SECOND = 1.0


@pytest.fixture(scope="module")
def text() -> str:
    game, rng = RecordedGame.new("tutorial-1", seed="1"), Random(1)
    while not game.over:
        game.play(rng.choice(game.legal()))
    return dump(record_of(game, {"blue": "Ann", "yellow": "Ben"}))


def kept(text: str) -> CheckedRecord:
    reply = ReplayWorker().answer(CheckRecord(text.encode()))
    assert reply.code == "", reply
    return msgspec.msgpack.decode(reply.body, type=CheckedRecord)


def test_a_record_of_very_many_lines_is_not_read(text: str) -> None:
    """2 MB of `[]` cost more than a second before; now the lines are counted first."""
    head, *_, end = text.splitlines()
    bomb = "\n".join([head, *["[]"] * 690_000, end])
    reply = ReplayWorker().answer(CheckRecord(bomb.encode()))
    assert reply.code == "bad-record" and "lines" in reply.sentence and reply.seconds < 0.25


def test_a_record_with_too_many_choices_is_not_replayed(text: str) -> None:
    head, *_, end = text.splitlines()
    many = "\n".join([head, msgspec.json.encode(["pass"] * 20_001).decode(), end])
    reply = ReplayWorker().answer(CheckRecord(many.encode()))
    assert reply.code == "bad-record" and "20000 choices" in reply.sentence


def test_padding_is_not_kept(text: str) -> None:
    """The same record with blanks is the same record."""
    padded = kept(text.replace("\n", f"\n{' ' * 300_000}\n", 1))
    assert padded == kept(text) and len(padded.text) <= len(text)


def test_what_is_echoed_is_cut(text: str) -> None:
    reply = ReplayWorker().answer(CheckRecord(text.replace('"rules":"1"', f'"rules":"{"x" * 5000}"').encode()))
    assert reply.code == "bad-record" and len(reply.sentence) < 500


def test_names_of_a_record_fit_the_page(text: str) -> None:
    long = text.replace("Ann", "A" * 3000).replace('"Ben"', '"\u200b\u3164 B\u202een"')
    assert load(kept(long).text)[0].header.players == {"blue": "A" * 40, "yellow": "Ben"}


@pytest.mark.parametrize(
    ("given", "seen"),
    [
        ("  Ann \n Lee ", "Ann Lee"),
        ("\u200b\u3164\u2800\u1160\ufeff", ""),
        ("\u0308\u0308\u0308", ""),
        ("Zo" + "\u0308" * 50, "Zö\u0308\u0308"),
        ("a\u202eb", "ab"),
        ("x" * 100, "x" * 40),
        ("Łukasz 李 🙂", "Łukasz 李 🙂"),
    ],
)
def test_names_can_be_seen(given: str, seen: str) -> None:
    assert tidy_name(given) == seen


def test_a_long_history_comes_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replay_worker, "STEPS_AT_ONCE", 5)
    game, rng = RecordedGame.new("base", seed="1"), Random(1)
    while len(game.log) < 12:
        game.play(rng.choice(game.legal()))
    choices = [(number, text) for number, (_, _, text) in enumerate(game.log, 1)]
    found: list[HistoryStep] = []
    worker, before, parts = ReplayWorker(), 2**31, 0
    while True:
        body = worker.answer(MakeHistory("g", "blue", "base", {}, "", choices, before)).body
        shown = decode(body, HistoryPage)
        found, parts = [*shown.steps, *found], parts + 1
        if not shown.more:
            break
        before = shown.steps[0].version
    assert [step.version for step in found] == [number for number, _ in choices] and parts == -(-len(choices) // 5)


# -- the budget, the line ----------------------------------------------------------------------------------------------


def run(job: Job, replay_pool: ReplayPool, whose: str = "a") -> bytes:
    async def ask() -> bytes:
        return await replay_pool.do(job, whose)

    return asyncio.run(ask())


def test_an_address_that_has_had_too_much_waits(text: str) -> None:
    """The others do not."""
    replay_pool = ReplayPool(rate=0.001, seconds=0.001)
    body = run(CheckRecord(text.encode()), replay_pool)
    id = msgspec.msgpack.decode(body, type=CheckedRecord).id
    with pytest.raises(TooMuchError) as error:
        run(MakeReplay(id, "all"), replay_pool)
    assert error.value.reason.code == "too-much-reading" and error.value.status == 429 and error.value.wait > 0
    assert run(MakeReplay(id, "all"), replay_pool, "b")


async def test_an_address_does_not_fill_the_line(text: str) -> None:
    replay_pool = ReplayPool()
    await replay_pool.open()
    many = [asyncio.create_task(replay_pool.do(CheckRecord(text.encode()), "a")) for _ in range(MOST_WAITING + 5)]
    found = await asyncio.gather(*many, return_exceptions=True)
    assert sum(isinstance(one, TooMuchError) for one in found) == 4  # one was being served
    await replay_pool.close()


async def test_the_line_is_fair() -> None:
    """Urgent ones first; then one of each in turn, however many somebody has."""
    line, served = FairSemaphore(1), []
    await line.enter("first")

    async def wait(whose: str, urgent: bool) -> None:
        await line.enter(whose, urgent)
        served.append(whose)
        line.leave()

    asked = [("greedy", False)] * 4 + [("modest", False), ("people", True), ("late", False)]
    tasks = [asyncio.create_task(wait(*one)) for one in asked]
    await asyncio.sleep(0)
    tasks[3].cancel()
    await asyncio.sleep(0)
    line.leave()
    await asyncio.gather(*tasks, return_exceptions=True)
    assert served == ["people", "greedy", "modest", "late", "greedy", "greedy"] and line.free == 1


async def test_a_real_process_reads_is_replaced_and_bounded(text: str) -> None:
    """One that is stopped costs its asker the time and nobody else anything; one that is killed is asked again."""
    replay_pool = ReplayPool(1)
    await replay_pool.open()
    try:
        assert msgspec.msgpack.decode(await replay_pool.do(CheckRecord(text.encode()), "a"), type=CheckedRecord) == kept(text)
        os.kill(replay_pool._lane.workers[0].pid, signal.SIGKILL)
        assert await replay_pool.do(CheckRecord(text.encode()), "a")
        os.kill(replay_pool._lane.workers[0].pid, signal.SIGSTOP)
        replay_pool._patience = 0.2
        with pytest.raises(ProtocolError, match="too long"):
            await replay_pool.do(CheckRecord(text.encode()), "a")
        replay_pool._patience = 10
        began, slowest = time.perf_counter(), 0.0
        task = asyncio.create_task(replay_pool.do(CheckRecord(text.encode()), "a"))
        while not task.done():
            before = time.perf_counter()
            await asyncio.sleep(0.001)
            slowest = max(slowest, time.perf_counter() - before)
        assert task.result() and slowest < SECOND and time.perf_counter() > began
    finally:
        await replay_pool.close()


def test_without_processes_a_thread_does_it(
    text: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def refuse(*_: object) -> None:
        raise OSError("Resource temporarily unavailable")

    monkeypatch.setattr("multiprocessing.context.SpawnContext.Pipe", refuse)

    async def check() -> None:
        replay_pool = ReplayPool(1)
        await replay_pool.open()
        assert await replay_pool.do(CheckRecord(text.encode()), "a")
        await replay_pool.close()

    asyncio.run(check())
    assert "own process" in caplog.text
    assert Worker("w", replay_worker.serve).pid == 0
