"""The command `serve` as people start it: one line, Ctrl-C, sentences for what is wrong, and logs that tell no secret."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest

from dungeon_twister.cli.main import main
from tests.server.live import Live
from tests.server.test_http import play

LINE = re.compile(
    r"Dungeon Twister is at http://([^/]+)/ \(Ctrl-C ends the server\)\. The engine is (?:compiled|interpreted)\.\n"
)


class Running:
    """A server in a process of its own."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process
        assert process.stdout is not None
        self.line = process.stdout.readline()
        found = LINE.fullmatch(self.line)
        assert found is not None, self.line
        self.live = Live(found[1])

    def end(self) -> tuple[int, str]:
        """Ctrl-C; the exit code and what was logged."""
        self.process.send_signal(signal.SIGINT)
        _, errors = self.process.communicate(timeout=60)
        return self.process.returncode, errors


@contextmanager
def started(folder: Path, *words: str, **environment: str) -> Iterator[Running]:
    command = [sys.executable, "-m", "dungeon_twister", "serve", "--no-browser", *words]
    quiet = {"DUNGEON_TWISTER_LOG_LEVEL": "warning"}  # nobody reads the pipe meanwhile
    settings = {"XDG_DATA_HOME": str(folder / "data"), "LOCALAPPDATA": str(folder / "data"), **quiet, **environment}
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env={**os.environ, **settings}
    )
    try:
        running = Running(process)
        yield running
        running.live.http.close()
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is sent in another way there")
def test_one_line_and_a_clean_end(tmp_path: Path) -> None:
    with started(tmp_path, "--port", "0") as running:
        assert running.live.http.get("/health").json()["healthy"] is True
        assert "dungeon_twister_connections_refused 0.0" in running.live.http.get("/metrics").text
        game, tokens = running.live.make(seats={"blue": "you"})
        with running.live.connect(game, tokens["blue"]) as client:
            client.until("welcome")
            assert running.end() == (0, "")
    games = next((tmp_path / "data").rglob("games.db"))  # a reader of it knows what chance will do
    assert all(one.stat().st_mode & 0o077 == 0 for one in (games.parent, *games.parent.iterdir()))
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with started(tmp_path, DUNGEON_TWISTER_PORT=str(port)) as again:  # nobody insisted on this port
            assert again.live.address != f"127.0.0.1:{port}"
            assert again.live.call("GET", f"/games/{game}").json()["id"] == game  # the games are still there
            assert again.end() == (0, "")


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is sent in another way there")
def test_logs_tell_no_secret(tmp_path: Path) -> None:
    """Every line is JSON; no token, no header, nothing that was said, nothing from a body."""
    with started(tmp_path, "--port", "0", "--log", "debug", "--database", str(tmp_path / "games.db")) as running:
        live = running.live
        game, tokens = live.make(seats={"blue": "you", "yellow": "you"}, seed="the secret seed")
        play(live, game, tokens, 6, Random(1))
        with live.connect(game, *tokens.values()) as client:
            client.until("welcome")
            client.ask("say", "blue", text="a private word")
            client.do("blue", 0, "nonsense words")
        live.call("GET", f"/games/{game}/view?token={tokens['blue']}", token="a wrong token")
        live.call("POST", "/mine", {"tokens": list(tokens.values())})
        live.http.post("/api/games", content=b'{"scenario": "unreadable body')
        with live.connect(game, "another wrong token") as stranger:
            stranger.until("trouble")
        code, errors = running.end()
    assert code == 0
    lines = [json.loads(line) for line in errors.splitlines()]
    assert {"request", "socket"} <= {line["event"] for line in lines}
    assert all(line["level"] in ("debug", "info", "warning") for line in lines)
    for secret in (*tokens.values(), "wrong token", "the secret seed", "private word", "nonsense words", "unreadable body"):
        assert secret not in errors
    assert "bearer" not in errors.lower() and "authorization" not in errors.lower()


def test_a_port_that_is_taken(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        database = f"sqlite:///{tmp_path / 'games.db'}"
        assert main(["serve", "--no-browser", "--port", str(port), "--database", database]) == 2
        assert capsys.readouterr().err.startswith(f"Cannot listen at 127.0.0.1, port {port}: ")


BAD = [
    (["--port", "99999"], "A port is a number from 0 to 65535, not 99999."),
    (["--port", "many"], "--port is a whole number, not many. See 'dungeon-twister serve --help'."),
    (["--workers-for-bots", "0"], "Bots need at least one process to think in."),
    (["--log", "all"], "What is logged is one of debug, info, warning, error, not 'all'."),
    (["--origin", "example.org"], "An address of the page is written as https://dungeon.example.org, not 'example.org'."),
    (["--database", "mysql://root@host/x"], "A database is sqlite or postgresql, not mysql."),
    (["--database", "sqlite:///:memory:"], "Games are kept in a file, such as sqlite:///games.db."),
    (["--database", "sqlite:///FOLDER"], "Cannot keep games in FOLDER: it is a folder."),
    (["--database", "sqlite:///FOLDER/none/x.db"], "Cannot keep games in FOLDER/none/x.db: there is no folder FOLDER/none."),
    (["--database", "sqlite:///FOLDER/text.db"], "Cannot keep games in FOLDER/text.db: file is not a database."),
    (["--host", "no.such.host.invalid", "--database", "FOLDER/games.db"], "Cannot listen at no.such.host.invalid, port 8000: "),
]


@pytest.mark.parametrize(("words", "expected"), BAD)
def test_what_is_wrong_is_a_sentence(
    words: list[str], expected: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "text.db").write_text("This is no database. " * 100, "utf-8")
    words = [word.replace("FOLDER", str(tmp_path)) for word in words]
    assert main(["serve", "--no-browser", *words]) == 2
    answer = capsys.readouterr()
    assert answer.err.startswith(expected.replace("FOLDER", str(tmp_path))) and answer.err.count("\n") == 1 and answer.out == ""


def test_a_database_that_does_not_answer(capsys: pytest.CaptureFixture[str]) -> None:
    url = "postgresql://somebody:secret@127.0.0.1:1/games"
    assert main(["serve", "--no-browser", "--port", "0", "--database", url]) == 2
    answer = capsys.readouterr().err
    assert (
        answer.startswith("Cannot open the database postgresql://somebody:***@127.0.0.1:1/games: ") and answer.count("\n") == 1
    )
    assert "secret" not in answer


def test_an_environment_that_cannot_be(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("DUNGEON_TWISTER_PORT", "many")
    assert main(["serve", "--no-browser"]) == 2
    assert capsys.readouterr().err == "DUNGEON_TWISTER_PORT cannot be 'many'.\n"
