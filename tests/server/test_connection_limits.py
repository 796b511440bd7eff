"""Connections that ask for nothing: half-open requests are closed, and no address takes the room of the others."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from dungeon_twister.server.config import Settings, unlimited
from dungeon_twister.server.transport.connection_limits import ConnectionLimits
from tests.server.live import Live, serving

HALF = b"GET /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: "
WHOLE = b"GET /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
MOST = 5


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    settings = Settings(header_seconds=0.3, request_seconds=0.5, connections_per_address=MOST, request_rate=0, pace=0)
    with serving(tmp_path_factory.mktemp("connections"), settings) as server:
        yield server


def opened(live: Live, data: bytes = b"") -> socket.socket:
    host, port = live.address.split(":")
    one = socket.create_connection((host, int(port)), timeout=5)
    one.sendall(data)
    return one


def ended(one: socket.socket) -> bool:
    """Does the other side close it, within the timeout, without a word?"""
    try:
        return one.recv(1) == b""
    except ConnectionError:
        return True


@pytest.mark.parametrize(
    "data",
    [b"", HALF, b"POST /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 999\r\n\r\n{"],
    ids=["silent", "head", "body"],
)
def test_a_half_open_request_is_closed(live: Live, data: bytes) -> None:
    began = time.monotonic()
    with opened(live, data) as one:
        assert ended(one)
    assert time.monotonic() - began < 4


def test_after_an_answer_the_patience_begins_anew(live: Live) -> None:
    with opened(live, WHOLE) as one:
        assert one.recv(100).startswith(b"HTTP/1.1 200")
        while one.recv(65536)[-2:] not in (b"[]", b"}]"):
            pass
        one.sendall(HALF)
        assert ended(one)


def test_an_address_has_so_many_connections(live: Live) -> None:
    many = [opened(live) for _ in range(MOST)]
    try:
        with opened(live, WHOLE) as one:
            assert ended(one)
    finally:
        for one in many:
            one.close()
    for _ in range(50):  # they are counted down when the server has noticed
        with opened(live, WHOLE) as one:
            try:
                if one.recv(12) == b"HTTP/1.1 200":
                    return
            except ConnectionError:
                pass
        time.sleep(0.02)
    raise AssertionError("the connections are still counted")


def test_a_socket_is_not_counted_as_a_connection(live: Live) -> None:
    game, tokens = live.make(seats={"blue": "you", "yellow": "you"})
    live.http.close()
    clients = [live.connect(game, tokens["blue"]) for _ in range(MOST + 2)]
    for client in clients:
        client.until("welcome")
        client.__exit__()


def test_whom_a_proxy_speaks_for(tmp_path: Path) -> None:
    connection_limits = ConnectionLimits(Settings(connections_per_address=1, proxies="10.0.0.1, 192.168.0.0/16, proxy.example"))
    assert [
        connection_limits.enter("10.0.0.1"),
        connection_limits.enter("10.0.0.1"),
        connection_limits.enter("192.168.7.7"),
    ] == ["", "", ""]
    key = connection_limits.enter("10.0.0.2")
    assert key == "10.0.0.2" and connection_limits.enter("10.0.0.2") is None
    connection_limits.leave(key)
    assert connection_limits.enter("10.0.0.2") == key
    assert ConnectionLimits(Settings(connections_per_address=1, proxies="*")).enter("10.0.0.9") == ""
    assert ConnectionLimits(unlimited(Settings())).enter("10.0.0.9") == ""
