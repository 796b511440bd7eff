"""Analyses of finished games: sums at once, the rest while somebody waits, kept and made once, within limits."""

from __future__ import annotations

import asyncio
import os
import signal
import threading
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from dungeon_twister.ai.analysis import analyse_game, from_json, to_json
from dungeon_twister.game.record.files import load
from dungeon_twister.server.analysis_protocol import Analysing
from dungeon_twister.server.errors import ProtocolError
from dungeon_twister.server.games.game_service import GameService
from dungeon_twister.server.games.queries import analyses as module
from dungeon_twister.server.protocol import NewGame
from dungeon_twister.server.store import changes
from dungeon_twister.server.store.sql_store import Store
from dungeon_twister.server.workers import analysis_worker
from dungeon_twister.server.workers.analysis_pool import AnalysisPool
from dungeon_twister.server.workers.analysis_worker import AnalyseGame, AnalysisWorker, Job
from dungeon_twister.server.workers.bot_pool import InProcessBots
from dungeon_twister.server.workers.processes import Reply
from tests.server.game_services import with_tables
from tests.server.live import serving

GAMES = Path(__file__).parents[1] / "games"
RECORD = (GAMES / "card" / "tutorial-1-0-greedy-greedy-1.dt").read_text("utf-8")
OTHER = (GAMES / "card" / "tutorial-1-0-greedy-greedy-2.dt").read_text("utf-8")
NODES = 100


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """The search is short, and every turn is reported by itself."""
    monkeypatch.setattr(analysis_worker, "NODES", NODES)
    monkeypatch.setattr(module, "STRETCH", 0.0001)


@asynccontextmanager
async def hall_with(url: str, analysis_pool: AnalysisPool | None = None) -> AsyncIterator[GameService]:
    games = GameService(Store(with_tables(url)), InProcessBots(), pace=0.0, analysis_pool=analysis_pool)
    await games.open()
    try:
        yield games
    finally:
        await games.close()


async def finished(games: GameService, id: str, address: str = "a") -> list[Analysing]:
    """Wait for an analysis and return all progress reports."""
    reply: list[Analysing] = []
    async with asyncio.timeout(60):
        while not reply or reply[-1].done < reply[-1].total:
            reply.append(await games.analyses.go_on(id, address))
        while id in games.analyses._underway:  # it is being written
            await asyncio.sleep(0.01)
    return reply


class Counting(AnalysisWorker):
    done = 0

    def answer(self, job: Job) -> Reply:
        Counting.done += 1
        return super().answer(job)


async def test_sums_are_there_at_once_and_the_rest_is_made_once(url: str) -> None:
    analysis_pool = AnalysisPool()
    analysis_pool._worker = Counting
    Counting.done = 0
    async with hall_with(url, analysis_pool) as games:
        id = await games.queries.keep_record(RECORD.encode(), "a")
        sums = from_json((await games.analyses.look(id, "a")).decode())
        assert Counting.done == 1 and not sums.complete and sums.turns == []
        assert all(side.points and side.turns and side.steps for side in sums.sides.values())
        reply = await finished(games, id)
        total = sum(side.turns for side in sums.sides.values())
        assert (
            reply[-1] == Analysing(total, total)
            and len(reply) > 2
            and [one.done for one in reply] == sorted(one.done for one in reply)
        )
        made = await games.analyses.look(id, "a")
        expected = analyse_game(load(RECORD)[0], nodes=NODES)
        assert from_json(made.decode()).turns == expected.turns and from_json(made.decode()).complete
    before = Counting.done
    async with hall_with(url, analysis_pool) as games:  # it is in the database
        assert await games.analyses.go_on(id, "b") == Analysing(total, total)
        assert await games.analyses.look(id, "b") == made and Counting.done == before
        assert from_json(made.decode()) == from_json(to_json(replace(expected, players=from_json(made.decode()).players)))


async def test_it_stops_when_nobody_waits_and_goes_on_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with hall_with(f"sqlite:///{tmp_path}/games.db") as games:
        id = await games.queries.keep_record(RECORD.encode(), "a")
        monkeypatch.setattr(module, "NOBODY_AFTER", 0.0)
        first = await games.analyses.go_on(id, "a")
        while games.analyses._underway:
            await asyncio.sleep(0.01)
        assert first.done < first.total and await games._store.analysis(id) is None
        so_far = len(from_json((await games.analyses.look(id, "a")).decode()).turns)
        monkeypatch.setattr(module, "NOBODY_AFTER", 10.0)
        assert (await games.analyses.go_on(id, "a")).done >= so_far
        assert (await finished(games, id))[-1].done == first.total


class Held(AnalysisWorker):
    """Tells the sums at once, and of the turns nothing until it may."""

    may = threading.Event()

    def answer(self, job: Job) -> Reply:
        if isinstance(job, AnalyseGame) and job.seconds:
            Held.may.wait(60)
        return super().answer(job)


async def test_limits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    analysis_pool = AnalysisPool(games_per_hour=1, games_at_once=1)
    analysis_pool._worker = Held
    Held.may.clear()
    monkeypatch.setattr(module, "NEWS_AFTER", 0.1)
    async with hall_with(f"sqlite:///{tmp_path}/games.db", analysis_pool) as games:
        one, two = [await games.queries.keep_record(text.encode(), "a") for text in (RECORD, OTHER)]
        for id in (one, two):
            await games.analyses.look(id, "a")
        await games.analyses.go_on(one, "a")
        for address in ("a", "b"):  # one at a time; and no more than so many of everybody
            with pytest.raises(ProtocolError) as refused:
                await games.analyses.go_on(two, address)
            assert (refused.value.reason.code, refused.value.status) == ("too-many-analyses", 429)
        Held.may.set()
        await finished(games, one, "b")  # a second request for the same game waits as well
        with pytest.raises(ProtocolError) as refused:
            await games.analyses.go_on(two, "a")
        assert "last hour" in refused.value.reason.sentence
        monkeypatch.setattr(module, "MOST_TURNS", 3)
        with pytest.raises(ProtocolError) as refused:
            await games.analyses.go_on(two, "b")
        assert refused.value.reason.code == "analysis-too-long"


async def test_a_process_that_hangs_ends_the_analysis_with_a_sentence(tmp_path: Path) -> None:
    analysis_pool = AnalysisPool(1)
    async with hall_with(f"sqlite:///{tmp_path}/games.db", analysis_pool) as games:
        id = await games.queries.keep_record(RECORD.encode(), "a")
        await games.analyses.look(id, "a")
        os.kill(analysis_pool._lane.workers[0].pid, signal.SIGSTOP)
        analysis_pool._patience = 0.2
        with pytest.raises(ProtocolError) as refused:
            await finished(games, id)
        assert refused.value.reason.code == "not-analysed" and not games.analyses._underway


async def test_what_is_deleted_takes_its_analysis_along(url: str) -> None:
    async with hall_with(url) as games:
        made = await games.create(NewGame("base", seats={"blue": "you", "yellow": "you"}), "a")
        now = time.time()
        for id, at in ((made.info.id, now), ("r1", now - 100), ("r2", now)):
            await games._store.write(changes.keep_analysis(id, "{}", at))
        await games._store.write(changes.delete_games([made.info.id]))
        await games._store.write(changes.forget_analyses(now - 50))
        assert [await games._store.analysis(id) for id in (made.info.id, "r1", "r2")] == [None, None, "{}"]


def test_over_http(tmp_path: Path) -> None:
    with serving(tmp_path) as live:
        id = live.http.post("/api/replays", content=RECORD.encode()).json()["id"]
        found = live.call("GET", f"/replays/{id}/analysis").json()
        assert found["complete"] is False and found["sides"]["blue"]["points"]
        game, _ = live.make(seats={"blue": "you", "yellow": "you"})
        assert live.call("POST", f"/replays/{game}/analysis").json()["reason"]["code"] == "not-over"
        assert live.call("GET", "/replays/nothing/analysis").status_code == 404
