"""Monitoring: metrics at a port of their own, a log line for every request, a dashboard whose names exist."""

from __future__ import annotations

import json
import re
import socket
from io import StringIO
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import pytest

from dungeon_twister.cli.main import main
from dungeon_twister.server.config import Settings
from dungeon_twister.server.logs import logged_address, usual_level
from tests.server.live import free_port, serving
from tests.server.test_serve import started

DASHBOARD = Path(__file__).parents[2] / "deploy" / "grafana.json"
NAME = re.compile(r"dungeon_twister_\w+")


class Watched(NamedTuple):
    """What was seen of a server: its metrics, its log, and what must not stand there."""

    metrics: str
    log: str
    secrets: tuple[str, ...]


@pytest.fixture(scope="module")
def watched(tmp_path_factory: pytest.TempPathFactory) -> Watched:
    """A server in a process of its own, which logs by default, and its metrics, which are not at the port of the games."""
    port = free_port()
    words = ("--port", "0", "--metrics-port", str(port))
    with started(tmp_path_factory.mktemp("watched"), *words, DUNGEON_TWISTER_LOG_LEVEL="") as running:
        game, tokens = running.live.make(seats={"blue": "you"})
        with running.live.connect(game, tokens["blue"]) as client:
            client.until("welcome")
            text = httpx.get(f"http://127.0.0.1:{port}/metrics").text
        assert httpx.get(f"http://127.0.0.1:{port}/health").json()["healthy"] is True
        assert httpx.get(f"http://127.0.0.1:{port}/api/games").status_code == 404
        assert running.live.http.get("/metrics").status_code == 404
        assert running.live.http.get("/health").status_code == 200
        running.live.call("GET", f"/games/{game}/view?secret=1", token=tokens["blue"])
        running.live.http.get("/somewhere/else")
        running.live.http.get("/health", headers={"host": "elsewhere.example.org"})
        code, log = running.end()
    assert code == 0
    return Watched(text, log, (game, tokens["blue"], "secret"))


def test_metrics_at_a_port_of_their_own(watched: Watched) -> None:
    assert "dungeon_twister_sockets 1.0" in watched.metrics and "dungeon_twister_games_in_memory 1.0" in watched.metrics
    assert 'dungeon_twister_requests_total{method="POST",status="2xx"} 1.0' in watched.metrics
    for name in ("loop_lag_seconds", "bot_queue", "commits", "disk_free_bytes", "over_limit_total"):
        assert f"dungeon_twister_{name}" in watched.metrics


def test_a_port_for_metrics_that_is_taken(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        database = f"sqlite:///{tmp_path / 'games.db'}"
        assert main(["serve", "--no-browser", "--port", "0", "--metrics-port", port, "--database", database]) == 2
        assert capsys.readouterr().err.startswith(f"Cannot listen at 127.0.0.1, port {port}: ")


def test_metrics_at_the_games_port_are_for_this_machine_only(tmp_path: Path) -> None:
    """A request through a proxy is not local, even if the server does not know the proxy."""
    with serving(tmp_path) as live:
        assert live.http.get("/metrics").status_code == 200
        for header in ("x-forwarded-for", "via", "forwarded"):
            assert live.http.get("/metrics", headers={header: "127.0.0.1"}).status_code == 404


def test_what_limits_refuse_is_counted_on_sockets_too(tmp_path: Path) -> None:
    with serving(tmp_path, Settings(pace=0, chat_burst=1)) as live:
        game, tokens = live.make(seats={"blue": "you", "yellow": "you"})
        with live.connect(game, *tokens.values()) as client:
            client.until("welcome")
            answers = [client.ask("say", "blue", text="hello") for _ in range(3)]
        assert [answer.get("reason", {}).get("code") for answer in answers][1:] == ["too-fast", "too-fast"]
        assert 'dungeon_twister_over_limit_total{code="too-fast"} 2.0' in live.http.get("/metrics").text


def test_every_query_of_the_dashboard_names_what_there_is(watched: Watched) -> None:
    dashboard: dict[str, Any] = json.loads(DASHBOARD.read_text("utf-8"))
    queries = [target["expr"] for panel in dashboard["panels"] for target in panel["targets"]]
    variables = [variable["query"] for variable in dashboard["templating"]["list"]]
    queries += [query["query"] for query in variables if isinstance(query, dict)]
    types = dict(re.findall(r"^# TYPE (\w+) (\w+)$", watched.metrics, re.MULTILINE))
    known = {name for name, kind in types.items() if kind != "histogram"}
    known |= {f"{name}_{part}" for name, kind in types.items() if kind == "histogram" for part in ("bucket", "sum", "count")}
    named = [name for query in queries for name in NAME.findall(query)]
    assert len(named) > 20 and set(named) - known == set()
    assert all(query.count("(") == query.count(")") and query.count("{") == query.count("}") for query in queries)
    assert len({panel["id"] for panel in dashboard["panels"]}) == len(dashboard["panels"])


def test_every_request_has_a_line(watched: Watched) -> None:
    """By default, where nobody looks at a terminal: the route instead of ids, and no more of an address than allowed."""
    lines = [json.loads(line) for line in watched.log.splitlines()]
    reply = [(line["method"], line["path"], line["status"]) for line in lines]
    assert ("POST", "/api/games", 201) in reply and ("GET", "/api/games/{game_id}/view", 200) in reply
    assert ("GET", "-", 403) in reply and ("SOCKET", "/api/games/{game_id}/socket", 101) in reply
    assert all(line["address"] == "127.0.0.0/24" and line["ms"] >= 0 for line in lines)
    assert not any(secret in watched.log for secret in watched.secrets)


@pytest.mark.parametrize(
    ("address", "rule", "seen"),
    [
        ("203.0.113.77", "network", "203.0.113.0/24"),
        ("203.0.113.77", "full", "203.0.113.77"),
        ("203.0.113.77", "none", ""),
        ("2001:db8:1:2::3", "network", "2001:db8:1::/48"),
        ("::ffff:203.0.113.77", "network", "203.0.113.0/24"),
        ("no address", "full", ""),
    ],
)
def test_how_much_of_an_address_is_written_down(address: str, rule: str, seen: str) -> None:
    assert logged_address(address, rule) == seen


def test_a_rule_that_there_is_not(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DUNGEON_TWISTER_LOG_ADDRESSES", "some")
    assert main(["serve", "--no-browser", "--port", "0"]) == 2
    assert capsys.readouterr().err == "Addresses are logged as one of none, network, full, not 'some'.\n"


def test_a_terminal_shows_only_warnings() -> None:
    class Terminal(StringIO):
        def isatty(self) -> bool:
            return True

    assert usual_level(Terminal()) == "warning" and usual_level(StringIO()) == "info"
