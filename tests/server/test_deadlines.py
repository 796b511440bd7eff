"""The task that sleeps until the next deadline."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from dungeon_twister.server.games.background import deadlines
from dungeon_twister.server.games.background.deadlines import DeadlineSweeper
from dungeon_twister.server.store import Store

LONG = 10.0  # seconds in which something happens at last


class FakeStore(Store):
    """A store that has one deadline and waits before it names it."""

    deadline: float | None = None
    asked: asyncio.Event
    may_answer: asyncio.Event

    async def overdue(self, now: float) -> list[str]:
        return ["game"] if self.deadline is not None and self.deadline <= now else []

    async def next_deadline(self, after: float) -> float | None:
        found = self.deadline
        self.asked.set()
        await self.may_answer.wait()
        return found

    async def waiting_for_bots(self, before: float) -> list[str]:
        return []


@asynccontextmanager
async def sweeping(tmp_path: Path) -> AsyncIterator[tuple[DeadlineSweeper, FakeStore, asyncio.Event]]:
    """An open sweeper, its store, and an event that is set when the game expires."""
    store, expired = FakeStore(f"sqlite:///{tmp_path}/games.db"), asyncio.Event()
    store.asked, store.may_answer = asyncio.Event(), asyncio.Event()

    async def expire(_: str) -> None:
        expired.set()

    async def nothing(_: float) -> None:
        pass

    sweeper = DeadlineSweeper(store, lambda: 1000.0, expire, lambda _: None, nothing, nothing, lambda: 0.0)
    sweeper.open()
    try:
        yield sweeper, store, expired
    finally:
        await sweeper.close()


@pytest.fixture(autouse=True)
def _long_naps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deadlines, "LONGEST_NAP", 10 * LONG)


async def test_a_deadline_that_is_set_while_the_store_is_asked_is_kept(tmp_path: Path) -> None:
    async with sweeping(tmp_path) as (sweeper, store, expired), asyncio.timeout(LONG):
        await store.asked.wait()  # its answer will not have the deadline
        store.deadline = 1000.0
        sweeper.set(store.deadline)
        store.may_answer.set()
        await expired.wait()


async def test_a_deadline_that_is_set_during_a_nap_ends_it(tmp_path: Path) -> None:
    async with sweeping(tmp_path) as (sweeper, store, expired), asyncio.timeout(LONG):
        store.may_answer.set()
        await asyncio.sleep(0.05)  # it naps now
        store.deadline = 1000.0
        sweeper.set(2000.0)  # after the nap: no reason to wake
        await asyncio.sleep(0.05)
        assert not expired.is_set()
        sweeper.set(store.deadline)
        await expired.wait()


async def test_games_of_another_process_wake_it(tmp_path: Path) -> None:
    async with sweeping(tmp_path) as (sweeper, store, expired), asyncio.timeout(LONG):
        store.may_answer.set()
        await asyncio.sleep(0.05)
        store.deadline = 1000.0
        sweeper.wake()
        await expired.wait()


@pytest.mark.parametrize("steps", range(5))
async def test_it_ends_right_after_it_was_woken(tmp_path: Path, steps: int) -> None:
    """So many steps of the event loop later: a cancellation that is swallowed would keep the server from ending."""
    async with asyncio.timeout(LONG) as limit, sweeping(tmp_path) as (sweeper, store, _):
        store.may_answer.set()
        await store.asked.wait()
        for _ in range(5):
            await asyncio.sleep(0)  # now it naps
        sweeper.wake()
        for _ in range(steps):
            await asyncio.sleep(0)
    assert not limit.expired()
