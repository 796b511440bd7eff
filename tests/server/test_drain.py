"""Draining: nothing new is begun, what was asked is answered, sockets are asked to reconnect; restarts lose no move."""

from __future__ import annotations

import json
import shutil
import signal
import sqlite3
import sys
import threading
import time
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.sync.client import connect

from dungeon_twister.cli.main import main
from dungeon_twister.server.config import Settings, unlimited
from dungeon_twister.server.transport import ServerContext, make_app, make_game_service
from tests.amounts import LONG
from tests.server.live import free_port
from tests.server.test_serve import started

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there are no such signals")
RESTARTING = 1012
RESTARTS = 2 if LONG else 1
PATIENCE = 150.0  # seconds until somebody gives up


class Stubborn(threading.Thread):
    """Plays both seats of a game over one socket as a page does: after a line is lost it comes back, says what it has seen and
    sends what was not answered once more under the same id."""

    def __init__(self, address: str, game: str, tokens: dict[str, str], seed: int) -> None:
        super().__init__(daemon=True)
        self.address, self.game, self.tokens, self.rng = address, game, tokens, Random(seed)
        self.acknowledged: dict[str, int] = {}  # id -> version
        self.codes: list[int] = []
        self.stop = threading.Event()
        self.waiting: dict[str, Any] | None = None
        self.error = ""
        self.counter = 0

    def run(self) -> None:
        until = time.monotonic() + PATIENCE
        while not self.stop.is_set():
            try:
                with connect(f"ws://{self.address}/api/games/{self.game}/socket", max_size=None, close_timeout=1) as line:
                    self._play(line)
            except ConnectionClosed as error:
                self.codes.append(error.rcvd.code if error.rcvd else 0)
            except (OSError, TimeoutError, InvalidHandshake):
                time.sleep(0.05)
            if time.monotonic() > until:
                self.error = "nobody answers any more"
                return

    def _play(self, line: Any) -> None:
        line.send(json.dumps({"type": "hello", "seats": list(self.tokens.values())}))
        views: dict[str, Any] = {}
        if self.waiting is not None:
            line.send(json.dumps(self.waiting))
        while not self.stop.is_set():
            message = json.loads(line.recv(10))
            if message["type"] == "welcome":
                views = {sight["viewer"]: sight["view"] for sight in message["sights"]}
                version = message["version"]
            elif message["type"] == "update":
                views[message["sight"]["viewer"]] = message["sight"]["view"]
                version = message["version"]
            elif message["type"] == "answer" and self.waiting and message["id"] == self.waiting["id"]:
                if "reason" not in message or not message["reason"]:
                    if (
                        message["version"] > self.waiting["version"]
                    ):  # a sealed combat card comes into the log with the other one
                        self.acknowledged[message["id"]] = message["version"]
                elif message["reason"]["code"] != "stale":
                    self.error = str(message["reason"])
                self.waiting = None
            ready = [colour for colour, view in views.items() if view.get("choices")]
            if self.waiting is None and ready:
                colour = self.rng.choice(ready)
                choice = self.rng.choice(views[colour]["choices"])
                self.counter += 1
                self.waiting = {"type": "do", "id": f"c{self.counter}", "seat": colour, "version": version, "choices": [choice]}
                line.send(json.dumps(self.waiting))


def logged(file: Path, game: str) -> dict[str, int]:
    """Command -> the version after it, as the log has it."""
    with closing(sqlite3.connect(file)) as opened:
        rows = opened.execute("SELECT command_id, max(version) FROM log WHERE game = ? GROUP BY command_id", (game,))
        return dict(rows.fetchall())


def test_restarts_under_play_lose_nothing(tmp_path: Path) -> None:
    file, port = tmp_path / "games.db", str(free_port())
    words = ("--port", port, "--database", str(file))
    unlimited = {f"DUNGEON_TWISTER_{name}": "0" for name in ("MESSAGE_RATE", "REQUEST_RATE", "PACE")}
    players: list[Stubborn] = []
    for restart in range(1 + RESTARTS):
        with started(tmp_path, *words, **unlimited) as running:
            if not players:
                for seed in range(3):
                    game, tokens = running.live.make(seats={"blue": "you", "yellow": "you"})
                    running.live.set_starters(game, tokens)
                    players.append(Stubborn(running.live.address, game, tokens, seed))
                    players[-1].start()
            before = [len(player.acknowledged) for player in players]
            until = time.monotonic() + PATIENCE
            while any(len(player.acknowledged) < seen + 10 for player, seen in zip(players, before, strict=True)):
                assert time.monotonic() < until and not any(player.error for player in players), [p.error for p in players]
                time.sleep(0.02)
            if restart == RESTARTS:
                for player in players:
                    player.stop.set()
                for player in players:
                    player.join(PATIENCE)
            for _ in range(1 + restart // RESTARTS):  # a second signal ends it as well, without waiting
                running.process.send_signal(signal.SIGTERM)
            _, errors = running.process.communicate(timeout=60)
            assert (running.process.returncode, errors) == (0, "")
    for player in players:
        assert not player.error and set(player.codes[:RESTARTS]) == {RESTARTING}, player.codes
        there = logged(file, player.game)
        assert {id: version for id, version in there.items() if id in player.acknowledged} == player.acknowledged


async def test_nothing_new_is_begun_and_what_was_asked_is_answered(tmp_path: Path) -> None:
    """Games and seats are refused with a sentence, reading requests are answered."""
    settings = unlimited(Settings(pace=0, database=f"sqlite:///{tmp_path / 'games.db'}", reading_workers=0, study_workers=0))
    games = make_game_service(settings)
    await games.open()
    service = ServerContext(settings, games)
    app = make_app(settings, opened=True, service=service)
    transport = httpx.ASGITransport(app=app)  # type: ignore[arg-type]
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
        wish = {"scenario": "base", "seats": {"blue": "you"}}
        made = (await client.post("/api/games", json=wish)).json()
        await service.drain(0.1)
        for path, body in (("/api/games", wish), (f"/api/games/{made['info']['id']}/join", {"name": "Ben"})):
            refused = await client.post(path, json=body)
            assert (refused.status_code, refused.json()["reason"]["code"]) == (503, "restarting")
        looked = await client.get(f"/api/games/{made['info']['id']}")
        assert looked.status_code == 200
    await games.close()


def test_the_command_and_who_may_use_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It ends the server of a file. Until then nobody else uses the file: two processes would not hear of each other."""
    file = str(tmp_path / "games.db")
    assert main(["drain", "--database", file]) == 2
    assert capsys.readouterr().err == f"No server uses {file}.\n"
    with started(tmp_path, "--port", "0", "--database", file) as running:
        link = tmp_path / "link.db"  # the same file under another name
        link.symlink_to(file)
        for name in (f"sqlite:///{file}", str(link)):
            assert main(["serve", "--no-browser", "--port", "0", "--database", name]) == 2
            found = capsys.readouterr().err
            assert found.startswith("Another server serves the games in ") and "end it, or give another --database" in found
        copy = shutil.copy(file, tmp_path / "copy.db")
        assert main(["restore", str(copy), "--database", file]) == 2
        assert capsys.readouterr().err.startswith("Another server serves the games")
        game, tokens = running.live.make(seats={"blue": "you"})
        with running.live.connect(game, tokens["blue"]) as client:
            client.until("welcome")
            assert main(["drain", "--database", file]) == 0
            with pytest.raises(ConnectionClosed) as closed:
                client.until("nothing")
            assert closed.value.rcvd is not None and closed.value.rcvd.code == RESTARTING
        assert running.process.wait(20) == 0
        assert capsys.readouterr().out == (f"The server (process {running.process.pid}) has finished its work and has ended.\n")
    assert main(["drain", "--database", "postgresql://somebody@host/games"]) == 2
    assert "SIGTERM" in capsys.readouterr().err
