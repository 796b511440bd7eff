"""Objects that only hold on to each other: found soon if they are young, later if they are old; and a client that comes and
goes leaves none."""

from __future__ import annotations

import asyncio
import gc
import time
import weakref
from collections.abc import Iterator
from pathlib import Path

import pytest

from dungeon_twister.server import gc_policy
from dungeon_twister.server.endpoints.game_connection import GameConnection
from dungeon_twister.server.transport.game_socket import GameSocket
from dungeon_twister.server.transport.lobby_socket import LobbyConnection
from dungeon_twister.server.transport.raw_websocket import RawWebSocketProtocol
from tests.server.live import serving
from tests.server.test_lobby import visit

PATIENCE = 20.0
KINDS = (RawWebSocketProtocol, GameSocket, GameConnection, LobbyConnection)


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    threshold = gc.get_threshold()
    yield
    gc.unfreeze()
    gc.set_threshold(*threshold)
    gc.enable()


class Knot:
    """Holds on to itself."""

    def __init__(self) -> None:
        self.own = self


async def gone(knot: weakref.ref[Knot]) -> bool:
    deadline = time.monotonic() + PATIENCE
    while knot() is not None and time.monotonic() < deadline:
        await asyncio.sleep(0.01)
    return knot() is None


async def test_what_is_new_is_found_soon_and_what_has_stayed_when_it_is_much(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gc_policy, "NEW_SECONDS", 0.02)
    monkeypatch.setattr(gc_policy, "COUNTING_SECONDS", 0.05)
    monkeypatch.setattr(gc_policy, "GROWN", 1.0)
    monkeypatch.setattr(gc_policy, "MANY", 5_000)
    looking = asyncio.create_task(gc_policy.run_gc_policy())
    await asyncio.sleep(0.1)
    new, stayed = weakref.ref(Knot()), Knot()
    old = weakref.ref(stayed)
    assert await gone(new)
    await asyncio.sleep(0.1)
    del stayed
    await asyncio.sleep(0.2)
    assert old() is not None  # nobody has looked at everything
    many = [[number] for number in range(10_000)]
    assert await gone(old) and len(many) == 10_000
    looking.cancel()


def test_a_closed_connection_leaves_no_garbage(tmp_path: Path) -> None:
    """Sockets are freed when they end, without anybody having to look for them. (What was made to let them in is looked for
    before.)"""
    with serving(tmp_path) as live:
        game, tokens = live.make(seats={"blue": "you", "yellow": "you"})
        gc.collect()
        gc.disable()
        before = kept()
        clients = [live.connect(game, *tokens.values()) for _ in range(20)]
        for client in clients:
            client.until("welcome")
        clients.append(visit(live))
        clients[-1].until("lobby")
        gc.collect()
        assert kept() == before + 3 * 20 + 2  # a game has a connection behind each socket
        for client in clients:
            client.socket.close()
        deadline = time.monotonic() + PATIENCE
        while (left := kept()) > before and time.monotonic() < deadline:
            time.sleep(0.05)
    assert left == before


def kept() -> int:
    return sum(issubclass(type(one), KINDS) for one in gc.get_objects())
