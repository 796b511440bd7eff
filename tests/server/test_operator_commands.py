"""The operator's commands: listing and deleting games, people and rooms while the server runs, and who floods."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from dungeon_twister.cli.main import main
from dungeon_twister.server.config import Settings, changed, unlimited
from dungeon_twister.server.games.game_service import GameService
from dungeon_twister.server.refusal_counter import MOST, WINDOW, RefusalCounter
from dungeon_twister.server.store.sql_store import Store
from dungeon_twister.server.transport import ConnectionLimits, reconciler
from dungeon_twister.server.workers.bot_pool import InProcessBots
from tests.server.live import Live, serving

QUICK = changed(unlimited(Settings(pace=0, proxies="127.0.0.1")))
ANN = {"x-forwarded-for": "203.0.113.5"}


@pytest.fixture(autouse=True)
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reconciler, "EVERY", 0.1)


def until(true: Callable[[], bool], seconds: float = 10.0) -> None:
    deadline = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def somebody(live: Live, name: str) -> dict[str, str]:
    made = live.http.post("/api/people", json={"name": name, "device": "browser"}).json()
    return {"authorization": f"Bearer {made['key']}"}


def test_a_game_is_listed_shown_and_deleted_under_its_players(
    url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Who plays it is sent away with 4404 within seconds, and nobody finds it any more."""
    database = ["--database", url, "--language", "en"]
    with serving(tmp_path, QUICK, games=GameService(Store(url), InProcessBots(), pace=0.0)) as live:
        wish = {"scenario": "base", "seats": {"blue": "you", "yellow": "bot:random"}, "name": "Ann"}
        made = live.http.post("/api/games", json=wish).json()
        kept = live.http.post("/api/games", json={"scenario": "base", "seats": {"blue": "you"}}).json()["info"]["id"]
        game, code, token = made["info"]["id"], made["info"]["code"], made["seats"][0]["token"]
        with live.connect(game, token) as client, live.connect(kept) as other:
            client.until("welcome")
            other.until("welcome")
            assert main(["games", "--stage", "playing", *database]) == 0
            answer = capsys.readouterr().out
            assert game in answer and "base: Ann, random" in answer and "1 game." in answer
            assert main(["games", "show", code.lower(), "--json", *database]) == 0
            assert json.loads(capsys.readouterr().out)["seats"][0]["name"] == "Ann"
            assert main(["games", "delete", code, *database]) == 0
            assert capsys.readouterr().out == f"The game {game} is deleted.\n"
            with pytest.raises(ConnectionClosed) as closed:
                while True:
                    client.receive(10)
            assert closed.value.rcvd is not None and closed.value.rcvd.code == 4404
            assert live.http.get(f"/api/games/{game}").status_code == 404
            assert other.ask("history", "", id="h")["type"] == "history"
        assert main(["games", "delete", code, *database]) == 2
        assert "There is no game" in capsys.readouterr().err


def test_people_and_rooms_are_listed_and_deleted(url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The person's name is gone from the game, the key opens nothing, and the sockets of that browser are closed."""
    database = ["--database", url, "--language", "en"]
    with serving(tmp_path, QUICK, games=GameService(Store(url), InProcessBots(), pace=0.0)) as live:
        ann, ben = somebody(live, "Ann_1"), somebody(live, "Ben")
        made = live.http.post("/api/games", json={"scenario": "base", "seats": {"blue": "you"}, "name": "Ann_1"}, headers=ann)
        game = made.json()["info"]["id"]
        live.http.post(f"/api/games/{game}/join", json={"name": "Ben"}, headers=ben)
        room = live.http.post("/api/rooms", json={"name": "Club"}).json()["code"]
        assert main(["people", "--name", "n_1", "--json", *database]) == 0
        (found,) = json.loads(capsys.readouterr().out)
        assert (found["name"], found["devices"], found["games"]) == ("Ann_1", 1, 1)
        with live.connect(game, made.json()["seats"][0]["token"]) as client:
            client.until("welcome")
            assert main(["people", "delete", found["id"], *database]) == 0
            with pytest.raises(ConnectionClosed) as closed:
                while True:
                    client.receive(10)
            assert closed.value.rcvd is not None and closed.value.rcvd.code == 4403
        until(lambda: "Ann_1" not in live.http.get(f"/api/games/{game}").text)
        until(lambda: live.http.get("/api/people/me", headers=ann).status_code == 401)
        assert live.http.get("/api/people/me", headers=ben).status_code == 200
        assert main(["people", "delete", found["id"], *database]) == 2
        capsys.readouterr()
        assert main(["clubs", *database]) == 0
        assert f"{room}  " in capsys.readouterr().out
        assert main(["clubs", "delete", room, *database]) == 0
        assert live.http.get(f"/api/rooms/{room}").status_code == 404


def test_top_names_the_most_refused_addresses(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Only to the machine itself: a proxy's request, which has X-Forwarded-For, finds nothing."""
    settings = changed(QUICK, games_per_hour=2)
    with serving(tmp_path, settings) as live:
        for _ in range(5):
            live.http.post("/api/games", json={"scenario": "base", "seats": {"blue": "you"}}, headers=ANN)
        assert live.http.get("/refusals", headers=ANN).status_code == 404
        assert main(["top", "--port", live.address.rpartition(":")[2], "--language", "en"]) == 0
        assert capsys.readouterr().out.split("\n")[0].split() == ["3", "203.0.113.5", "too-many-games", "3"]
    assert main(["top", "--port", "1", "--language", "en"]) == 2
    assert "No server answers" in capsys.readouterr().err


def test_refusals_are_forgotten_and_bounded() -> None:
    now = [0.0]
    refusals = RefusalCounter(lambda: now[0])
    for number in range(MOST + 50):
        refusals.note(f"10.0.{number // 250}.{number % 250}", "too-fast")
    assert len(refusals.worst(10 * MOST)) == MOST
    for _ in range(3):
        refusals.note("203.0.113.5", "banned")
    assert [(one.address, one.times) for one in refusals.worst(1)] == [("203.0.113.5", 3)]
    now[0] += WINDOW
    refusals.note("203.0.113.5", "too-fast")
    assert refusals.worst(1)[0].codes == {"banned": 3, "too-fast": 1}
    now[0] += WINDOW
    assert [one.address for one in refusals.worst()] == ["203.0.113.5"]
    now[0] += 2 * WINDOW
    assert refusals.worst() == []


def test_a_flood_of_frames_is_named() -> None:
    """Counted by the sender's address, unless that is a proxy."""
    noted: list[tuple[str, str]] = []
    connection_limits = ConnectionLimits(Settings(proxies="127.0.0.1"))
    connection_limits.note = lambda host, code: noted.append((host, code))
    for client in (("127.0.0.1", 1), ("203.0.113.5", 2), None):
        connection_limits.count_broken(client)
    assert (connection_limits.broken, noted) == (3, [("203.0.113.5", "broken-connection")])
