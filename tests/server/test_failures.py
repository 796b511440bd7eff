"""Failures around a server: a database that is away or locked, clients that break off, no file handles."""

from __future__ import annotations

import errno
import json
import os
import socket
import sqlite3
import subprocess
import time
from contextlib import closing
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.exc import IntegrityError, ProgrammingError
from websockets.exceptions import ConnectionClosed

from dungeon_twister.server.config import Settings, unlimited
from dungeon_twister.server.logs import start_logging
from dungeon_twister.server.store import StoreError, database_engine
from dungeon_twister.server.store.crud import store_error
from dungeon_twister.server.transport import file_handles
from dungeon_twister.server.transport.app import make_game_service
from dungeon_twister.server.transport.file_handles import FileHandleWatch
from tests.server.game_services import Time
from tests.server.live import Client, Live, serving
from tests.server.test_people import call, code_of, public, somebody


def is_storage(answer: object) -> bool:
    status, headers = getattr(answer, "status_code", 0), getattr(answer, "headers", {})
    return status == 503 and int(headers.get("retry-after", 0)) > 0 and code_of(answer)[1] == "storage"  # type: ignore[arg-type]


def test_only_a_database_that_is_away_is_storage_trouble() -> None:
    for away in (ConnectionRefusedError(), FileNotFoundError(), TimeoutError()):
        assert isinstance(store_error(away), StoreError)
    for wrong in (KeyError(), ProgrammingError("", {}, KeyError()), IntegrityError("", {}, KeyError())):
        assert store_error(wrong) is wrong


# -- PostgreSQL is away --------------------------------------------------------------------------------------------------------


def tell(postgres: tuple[Path, Path], *commands: str) -> None:
    programs, folder = postgres
    words = [word for command in commands for word in ("-c", command)]
    subprocess.run([programs / "psql", "-h", folder, "-U", "tester", "-q", *words, "postgres"], check=True, capture_output=True)


def test_while_postgresql_is_away(tmp_path: Path, postgres: tuple[Path, Path], postgres_url: str) -> None:
    """Reads say so as writes do, with 503 and when to try again; a socket is to come back; then everything goes on."""
    name = postgres_url.partition("@/")[2].partition("?")[0]
    settings = unlimited(Settings(pace=0, database=postgres_url))
    games = make_game_service(settings)
    with serving(tmp_path, settings, games=games) as live:
        key = somebody(live)
        game, tokens = live.make("base", seats={"blue": "you"})
        assert live.loop is not None
        live.loop.call_soon_threadsafe(games.forget_all)
        live.loop.call_soon_threadsafe(games.people._known.clear)
        tell(
            postgres,
            f"ALTER DATABASE {name} ALLOW_CONNECTIONS false",
            f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'",
        )
        try:
            for path in ("/games", f"/games/{game}", f"/games/{game}/view", f"/games/{game}/record", f"/replays/{game}"):
                assert is_storage(live.call("GET", path)), path
            assert is_storage(live.call("GET", "/people/me", token=key))
            assert is_storage(live.call("POST", "/people", {"name": "Ben"}))
            assert is_storage(live.call("POST", "/games", {"scenario": "base"}))
            assert closed_with(live, game, tokens["blue"]) == 1001
            assert "dungeon_twister_jams_total 0.0" in live.http.get("/metrics").text
        finally:
            tell(postgres, f"ALTER DATABASE {name} ALLOW_CONNECTIONS true")
        assert live.call("GET", f"/games/{game}").status_code == 200
        assert live.call("GET", "/people/me", token=key).status_code == 200


def closed_with(live: Live, game: str, token: str) -> int:
    """The code with which a socket is closed that says hello."""
    client: Client = live.connect(game, token)
    with pytest.raises(ConnectionClosed) as closed:
        while True:
            client.receive()
    assert closed.value.rcvd is not None
    return closed.value.rcvd.code


# -- the file is locked --------------------------------------------------------------------------------------------------------


def _lasting(live: Live, game: str) -> dict[str, Any]:
    """The public information on a game, without how long its players have been away."""
    reply: dict[str, Any] = live.call("GET", f"/games/{game}").json()
    for seat in reply["seats"]:
        seat.pop("away", None)
        seat.pop("bot_in", None)
    return reply


def test_while_another_program_locks_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A change waits for a moment, once for all that wait together, then it is refused; nothing is lost."""
    assert database_engine.LOCKED_MILLISECONDS <= 3000
    short = tuple(pragma.replace(str(database_engine.LOCKED_MILLISECONDS), "400") for pragma in database_engine.PRAGMAS)
    monkeypatch.setattr(database_engine, "PRAGMAS", short)
    with serving(tmp_path) as live:
        game, tokens = live.make("base", seats={"blue": "you", "yellow": "you"})
        before = _lasting(live, game)
        with closing(sqlite3.connect(tmp_path / "games.db", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            began = time.monotonic()
            command = {"type": "resign", "id": "r", "seat": "blue"}
            assert is_storage(live.call("POST", f"/games/{game}/commands", command, tokens["blue"]))
            assert is_storage(live.call("POST", "/people", {"name": "Ben"}))
            assert time.monotonic() - began < 10
            assert _lasting(live, game) == before
            other.rollback()
        assert live.call("POST", f"/games/{game}/commands", command, tokens["blue"]).status_code == 200


# -- clients -------------------------------------------------------------------------------------------------------------------


def test_an_upload_that_is_broken_off_is_no_error(tmp_path: Path) -> None:
    with serving(tmp_path) as live:
        stream = StringIO()
        start_logging("info", stream)
        for _ in range(3):
            with socket.create_connection(tuple(live.address.split(":"))) as line:  # type: ignore[arg-type]
                head = f"POST /api/games HTTP/1.1\r\nHost: {live.address}\r\nContent-Type: application/json\r\n"
                line.sendall(f"{head}Content-Length: 500\r\n\r\n{{".encode())
                time.sleep(0.05)
        deadline = time.monotonic() + 10
        while stream.getvalue().count("/api/games") < 3 and time.monotonic() < deadline:
            time.sleep(0.01)
        lines = [json.loads(line) for line in stream.getvalue().splitlines()]
        assert [(line["event"], line["level"], line["status"]) for line in lines] == [("request", "info", 499)] * 3
        assert "dungeon_twister_jams_total 0.0" in live.http.get("/metrics").text


def test_codes_cannot_be_guessed(tmp_path: Path) -> None:
    """Of games and of rooms, together; somebody elsewhere does not notice."""
    with public(tmp_path, wrong_codes_per_hour=5) as live:
        code = call(live, "GET", f"/games/{live.make('base', seats={'blue': 'you'})[0]}").json()["code"]
        for path in ("/codes/AAAAAA", "/rooms/AAAAAAAA", "/codes/BBBBBB", "/codes/CCCCCC", "/rooms/BBBBBBBB"):
            assert call(live, "GET", path).status_code == 404
        refused = call(live, "GET", f"/codes/{code}")
        assert code_of(refused) == (429, "too-many-codes") and int(refused.headers["retry-after"]) > 60
        assert call(live, "GET", f"/codes/{code}", address="192.0.2.99").status_code == 200


# -- handles -------------------------------------------------------------------------------------------------------------------


def test_a_line_in_the_log_when_handles_run_out(monkeypatch: pytest.MonkeyPatch) -> None:
    stream, now = StringIO(), Time()
    start_logging("warning", stream)
    watch = FileHandleWatch(now)
    watch.look()
    assert stream.getvalue() == ""

    def gone(*_: object) -> int:
        raise OSError(errno.EMFILE, "too many open files")

    monkeypatch.setattr(os, "open", gone)
    for _ in range(5):
        watch.look()
    now.now += file_handles.PAUSE
    monkeypatch.setattr(os, "open", lambda *_: 95)
    monkeypatch.setattr(os, "close", lambda _: None)
    monkeypatch.setattr(file_handles, "most_handles", lambda: 100)
    watch.look()
    lines = [json.loads(line) for line in stream.getvalue().splitlines()]
    assert [(line["event"], line["level"]) for line in lines] == [("handles-gone", "error"), ("handles-low", "warning")]
