"""The table of routes: a web server and a web worker give the same answers, refusals and sentences."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from dungeon_twister.browser import LocalServer
from dungeon_twister.browser.local_routes import TABLE
from dungeon_twister.server.endpoints.route import PATH_PARAMETER
from dungeon_twister.server.endpoints.server_table import SERVER_ROUTES
from dungeon_twister.server.endpoints.table import ROUTES
from tests.server.live import Live, serving

Answer = tuple[int, Any]
TWO = {"scenario": "base", "seats": {"blue": "you", "yellow": "you"}}


class Disk:
    """A disk in memory."""

    def __init__(self) -> None:
        self.texts: dict[str, str] = {}

    async def read(self, prefix: str) -> list[tuple[str, str]]:
        return [(key, text) for key, text in self.texts.items() if key.startswith(prefix)]

    async def write(self, texts: Mapping[str, str | None]) -> None:
        self.texts.update((key, text) for key, text in texts.items() if text is not None)


class Worker:
    """A web worker with its own event loop."""

    def __init__(self) -> None:
        self.loop = asyncio.new_event_loop()
        self.server = LocalServer(Disk(), pace=0.0)
        self.loop.run_until_complete(self.server.open())

    def close(self) -> None:
        self.loop.run_until_complete(self.server.close())
        self.loop.close()

    def call(self, method: str, address: str, body: bytes, token: str) -> Answer:
        status, text = self.loop.run_until_complete(self.server.request(method, address, token, body))
        return status, json.loads(text) if text.startswith((b"{", b"[")) else text.decode()


class Web:
    """A web server."""

    def __init__(self, live: Live) -> None:
        self.live = live

    def call(self, method: str, address: str, body: bytes, token: str) -> Answer:
        headers = {"authorization": f"Bearer {token}"} if token else {}
        answer = self.live.http.request(method, f"/api{address}", content=body, headers=headers)
        is_json = answer.text.startswith(("{", "["))
        return (200 if answer.is_success else answer.status_code), answer.json() if is_json else answer.text


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Web, Worker]]:
    worker = Worker()
    with serving(tmp_path_factory.mktemp("routes")) as live:
        yield Web(live), worker
    worker.close()


def answers(both: tuple[Web, Worker], method: str, address: str, body: object = b"", token: str = "") -> list[Answer]:
    """Return what the server and the worker answer. GAME and SEAT stand for a game of two and the token of its first seat."""
    found: list[Answer] = []
    for one in both:
        made = one.call("POST", "/games", json.dumps(TWO).encode(), "")[1]
        seat = made["seats"][0]["token"]
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        found.append(one.call(method, address.replace("GAME", made["info"]["id"]), data, token.replace("SEAT", seat)))
    return found


@pytest.mark.parametrize(
    ("method", "address", "body", "token", "expected"),
    [
        ("GET", "/nowhere", b"", "", (404, "unknown-address")),
        ("GET", "/games/GAME/nowhere", b"", "", (404, "unknown-address")),
        ("DELETE", "/catalogue", b"", "", (405, "wrong-method")),
        ("POST", "/games", b"{", "", (400, "unreadable")),
        ("POST", "/games", b"[1]", "", (400, "unreadable")),
        ("POST", "/games", {"scenario": 3}, "", (400, "unreadable")),
        ("POST", "/games", {"scenario": "base", "more": 1}, "", (400, "unreadable")),
        ("POST", "/games", {"scenario": "nowhere"}, "", (422, "bad-game")),
        ("POST", "/mine", {"tokens": "x"}, "", (400, "unreadable")),
        ("POST", "/games/GAME/join", {"name": "Ann"}, "", (409, "no-seat")),
        ("GET", "/games/nowhere", b"", "", (404, "unknown-game")),
        ("GET", "/codes/nowhere", b"", "", (404, "unknown-code")),
        ("GET", "/games/GAME/view", b"", "wrong", (403, "wrong-token")),
        ("DELETE", "/games/GAME", b"", "", (401, "wrong-token")),
        ("POST", "/games/GAME/listing", {"listed": True}, "wrong", (403, "wrong-token")),
        ("POST", "/games/GAME/hint", {"version": 0, "grade": "much"}, "SEAT", (400, "unreadable")),
        ("GET", "/games/GAME/threats", b"", "SEAT", (400, "unreadable")),
        ("GET", "/games/GAME/threats?version=none", b"", "SEAT", (400, "unreadable")),
        ("GET", "/games/GAME/threats?version=-2", b"", "SEAT", (400, "unreadable")),
        ("GET", "/games/GAME/record", b"", "", (409, "not-over")),
        ("GET", "/replays/GAME", b"", "", (409, "not-over")),
        ("GET", "/replays/nowhere/3", b"", "", (404, "unknown-replay")),
        ("GET", "/replays/nowhere/-3", b"", "", (400, "unreadable")),
        ("GET", "/replays/nowhere/three", b"", "", (404, "unknown-address")),
        ("POST", "/replays", b"no record", "", (422, "bad-record")),
        ("POST", "/scenarios", b"no scenario", "", (422, "bad-game")),
        ("POST", "/workshop/check", {"text": "x", "kind": "poem"}, "", (400, "unreadable")),
        ("GET", "/scene", b"", "", (400, "unreadable")),
        ("GET", "/scene?scenario=nowhere", b"", "", (422, "bad-game")),
        ("GET", "/examples?game=chess", b"", "", (422, "bad-game")),
        ("POST", "/study/dances/one", {"deeds": [], "do": {"type": "look"}}, "", (404, "unknown-exercise")),
        ("POST", "/study/lessons/walk-and-look", {"deeds": 3}, "", (400, "unreadable")),
    ],
)
def test_refusals_are_the_same(
    both: tuple[Web, Worker], method: str, address: str, body: object, token: str, expected: tuple[int, str]
) -> None:
    web, worker = answers(both, method, address, body, token)
    assert web == worker
    assert (web[0], web[1]["reason"]["code"]) == expected


@pytest.mark.parametrize(
    ("method", "address", "body"),
    [
        ("GET", "/catalogue", b""),
        ("GET", "/scene?scenario=base", b""),
        ("GET", "/scene?scenario=base&option=timer=on&option=memory=strict", b""),
        ("GET", "/examples?game=card", b""),
        ("GET", "/study/lessons", b""),
        ("GET", "/games/GAME/scene", b""),
        ("POST", "/study/lessons/walk-and-look", {"deeds": [], "do": {"type": "look"}}),
        ("GET", "/games?open=false", b""),
    ],
)
def test_answers_are_the_same(both: tuple[Web, Worker], method: str, address: str, body: object) -> None:
    web, worker = answers(both, method, address, body)
    assert web == worker and web[0] == 200


def test_a_browser_offers_no_route_that_needs_a_server(both: tuple[Web, Worker]) -> None:
    offered = {(route.method, route.path) for _, route in TABLE}
    assert offered >= {(route.method, route.path) for route in ROUTES}
    for route in SERVER_ROUTES:
        assert (route.method, route.path) not in offered
        status, answer = both[1].call(route.method, PATH_PARAMETER.sub("1", route.path), b"{}", "")
        assert status in (404, 405) and answer["reason"]["code"] in ("unknown-address", "wrong-method"), route.path
