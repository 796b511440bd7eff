"""Backup and restore: a copy as of one moment, taken while games are played, and put back so that they go on."""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
import subprocess
import threading
import time
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from dungeon_twister.cli.main import main
from tests.server.conftest import somebody_else
from tests.server.game_services import open_service, play_on, two_people
from tests.server.live import Live, serving
from tests.server.test_http import play


def versions(file: Path) -> dict[str, tuple[int, int]]:
    """Of each game: the version in its row, and the length of its log."""
    query = "SELECT id, version, (SELECT max(version) FROM log WHERE game = id) FROM games"
    with closing(sqlite3.connect(file)) as opened:
        return {id: (version, length) for id, version, length in opened.execute(query)}


def test_a_backup_under_play_is_whole(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Every game in the copy stands where its log ends, however much was written meanwhile; restored, it goes on."""
    copy = tmp_path / "copy.db"
    with serving(tmp_path) as live:
        games = [live.make(seats={"blue": "you", "yellow": "you"}) for _ in range(3)]
        threads = [
            threading.Thread(target=play, args=(Live(live.address), game, tokens, 40, Random(seed)))
            for seed, (game, tokens) in enumerate(games)
        ]
        for thread in threads:
            thread.start()
        for _ in range(500):
            if all(live.call("GET", f"/games/{game}").json()["version"] > 3 for game, _ in games):
                break
            time.sleep(0.02)
        assert main(["backup", str(copy), "--database", str(tmp_path / "games.db")]) == 0
        assert capsys.readouterr().out == f"3 games are in {copy}.\n"
        for thread in threads:
            thread.join()
    backed_up = versions(copy)
    assert len(backed_up) == 3 and all(version == length for version, length in backed_up.values())
    assert copy.stat().st_mode & 0o077 == 0, "a reader of it knows what chance will do"
    assert sorted(one.name for one in tmp_path.iterdir() if "copy" in one.name) == ["copy.db"]

    assert main(["restore", str(copy), "--database", str(tmp_path / "games.db")]) == 0
    assert versions(tmp_path / "games.db") == backed_up
    assert len(versions(tmp_path / "games.db.before-restore")) == 3
    with serving(tmp_path) as again:
        game, tokens = games[0]
        assert again.call("GET", f"/games/{game}").json()["version"] == backed_up[game][0]
        play(again, game, tokens, 3, Random(9))


def test_what_cannot_be_backed_up(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    missing, there = tmp_path / "games.db", tmp_path / "there.db"
    there.touch()
    asked = ["--database", str(missing)]
    assert main(["backup", str(tmp_path / "copy.db"), *asked]) == 2
    assert capsys.readouterr().err == f"There is no database {missing}.\n" and not missing.exists()
    missing.touch()
    assert main(["backup", str(there), *asked]) == 2
    assert capsys.readouterr().err == f"{there} already exists: give another name.\n"
    assert main(["backup", str(tmp_path / "copy.db"), *asked]) == 2  # no table in it
    assert capsys.readouterr().err.startswith("Cannot write the backup ") and not (tmp_path / "copy.db").exists()
    assert main(["backup", str(tmp_path / "copy.db"), "--database", "postgresql://somebody@host/games"]) == 2
    assert "pg_dump" in capsys.readouterr().err


def test_what_cannot_be_restored(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A file that is no backup leaves everything as it was."""
    database, wrong = tmp_path / "games.db", tmp_path / "wrong.db"
    with serving(tmp_path) as live:
        live.make(seats={"blue": "you"})
    before = versions(database)
    assert main(["restore", str(tmp_path / "none.db"), "--database", str(database)]) == 2
    assert capsys.readouterr().err == f"There is no file {tmp_path / 'none.db'}.\n"
    wrong.write_bytes(b"no database" * 1000)
    assert main(["restore", str(wrong), "--database", str(database)]) == 2
    assert capsys.readouterr().err == f"Cannot restore {wrong}: file is not a database.\n"
    shutil.copy(database, tmp_path / "newer.db")
    with closing(sqlite3.connect(tmp_path / "newer.db")) as newer, newer:
        newer.execute("UPDATE alembic_version SET version_num = '9999'")
    assert main(["restore", str(tmp_path / "newer.db"), "--database", str(database)]) == 2
    assert "a version that this program does not know" in capsys.readouterr().err
    assert versions(database) == before and not list(tmp_path.glob("*.part"))


async def test_postgresql_by_its_own_tools(postgres: tuple[Path, Path], postgres_url: str, tmp_path: Path) -> None:
    """As docs/database.md says: pg_dump while it is played, pg_restore into an empty database."""
    programs, folder = postgres
    name = postgres_url.partition("tester@/")[2].partition("?")[0]
    dump = folder / f"{name}.dump"
    there = ["-h", str(folder), "-U", "tester"]

    def run(program: str, *words: str) -> None:
        subprocess.run([programs / program, *there, *words], check=True, capture_output=True, user=somebody_else(), cwd=folder)

    async with open_service(postgres_url) as games:
        players = await two_people(games)
        await play_on(list(players), 10, Random(1))
        version = (await players[0].look()).version
        await asyncio.to_thread(run, "pg_dump", "--format=custom", f"--file={dump}", name)
        await play_on(list(players), 4, Random(2))
    await asyncio.to_thread(run, "createdb", f"{name}_again")
    await asyncio.to_thread(run, "pg_restore", f"--dbname={name}_again", "--no-owner", "--exit-on-error", str(dump))
    async with open_service(postgres_url.replace(name, f"{name}_again")) as games:
        assert (await games.welcome(players[0].id, ["blue"])).version == version
        for player in players:
            player.games = games
        await play_on(list(players), 4, Random(3))


def test_a_backup_of_a_link_is_of_the_file(tmp_path: Path) -> None:
    """And nobody else may read it, whatever the mask."""
    with serving(tmp_path) as live:
        live.make(seats={"blue": "you"})
    (tmp_path / "link.db").symlink_to(tmp_path / "games.db")
    before = os.umask(0)
    try:
        assert main(["backup", str(tmp_path / "copy.db"), "--database", str(tmp_path / "link.db")]) == 0
    finally:
        os.umask(before)
    assert (tmp_path / "copy.db").stat().st_mode & 0o777 == 0o600
