"""/health reports the real state: a database that is locked, damaged or gone is not healthy, and becomes so again."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from dungeon_twister.server.store import health, writers
from dungeon_twister.server.store.health import EventLoopLag, Health, is_sound
from dungeon_twister.server.store.sql_store import Store


def checked(file: Path, harm: Callable[[Health], object], mend: Callable[[], object] = lambda: None) -> tuple[bool, bool]:
    """Was all well before something was done to the file, and after? It is mended before it is closed."""

    async def check() -> tuple[bool, bool]:
        store = Store(f"sqlite:///{file}")
        await store.open()
        try:
            one = Health(store, patience=0.4)
            before = await one.fine()
            one._fine = one._sound = (False, -1e9)  # as if a minute had passed
            harm(one)
            after = await one.fine()
            mend()
            return before, after
        finally:
            await store.close()

    return asyncio.run(check())


def test_a_sound_database(tmp_path: Path) -> None:
    assert checked(tmp_path / "games.db", lambda _: None) == (True, True)


def test_a_locked_database(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        assert checked(file, lambda _: other.execute("BEGIN IMMEDIATE"), other.rollback) == (True, False)
    assert is_sound(file)


@pytest.mark.parametrize("what", ["damaged", "gone"])
def test_a_damaged_database(tmp_path: Path, what: str) -> None:
    file = tmp_path / "games.db"

    def harm(_: Health) -> None:
        if what == "gone":
            file.unlink()
        else:
            with closing(
                sqlite3.connect(file)
            ) as other:  # new rows are in the write-ahead log until they are written into the file
                other.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            file.write_bytes(b"no database" * 1000)

    assert checked(file, harm) == (True, False)


def test_a_database_that_takes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As with a full disk: it can be read, and that is all."""

    def refuse(*_: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    def harm(_: Health) -> None:
        monkeypatch.setattr(writers, "_write", refuse)

    assert checked(tmp_path / "games.db", harm) == (True, False)


async def test_nobody_wears_the_database_out_by_asking(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path}/games.db")
    await store.open()
    one = Health(store)
    assert all(await asyncio.gather(*(one.fine() for _ in range(50))))
    assert store.written.commits == 1
    await store.close()


async def test_the_lag_of_the_loop_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "EVERY", 0.01)
    lag = EventLoopLag()
    lag.open()
    await asyncio.sleep(0.02)
    with closing(sqlite3.connect(":memory:")) as busy:  # something that holds the loop up
        busy.execute("WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n LIMIT 400000) SELECT sum(x) FROM n")
    await asyncio.sleep(0.02)
    assert lag.worst > 0.005
    await lag.close()
