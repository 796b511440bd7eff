"""Floods below the level of messages, from raw sockets: frames, request heads, pipelined requests, slow uploads, spellings of
addresses. Each is cut off early, and an honest request at the same time is answered."""

from __future__ import annotations

import json
import os
import socket
import time
from base64 import b64encode
from collections.abc import Iterator
from contextlib import suppress
from struct import pack

import pytest

from dungeon_twister.server.config import Settings
from dungeon_twister.server.transport.connection_limits import HEAD_BYTES, MOST_PIPELINED
from dungeon_twister.server.transport.frames import MOST_FRAGMENTS
from tests.server.live import Live, serving

TEXT, PING, PONG, CONTINUATION = 0x1, 0x9, 0xA, 0x0
FINAL, MASKED = 0x80, 0x80
MEGABYTE = 1_000_000
GET = b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n"
POST = b"POST /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 400\r\n\r\n{"
POLICY_VIOLATION = 1008


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    """A server with its ordinary limits, but for those of requests, which all come from one address here."""
    with serving(tmp_path_factory.mktemp("floods"), Settings(pace=0, request_rate=0, games_per_hour=0)) as server:
        yield server


def dial(live: Live) -> socket.socket:
    host, port = live.address.split(":")
    return socket.create_connection((host, int(port)), timeout=10)


def frame(kind: int, data: bytes = b"", final: bool = True) -> bytes:
    """A frame of a client, with a mask that changes nothing."""
    length = bytes([MASKED | len(data)]) if len(data) < 126 else bytes([MASKED | 126]) + pack("!H", len(data))
    return bytes([(FINAL if final else 0) | kind]) + length + bytes(4) + data


def watching(live: Live, game: str = "") -> socket.socket:
    """A raw WebSocket of somebody who watches a game and has said hello."""
    game = game or live.make(seats={"blue": "you", "yellow": "you"})[0]
    wire = dial(live)
    key = b64encode(os.urandom(16)).decode()
    lines = [f"GET /api/games/{game}/socket HTTP/1.1", "Host: 127.0.0.1", "Upgrade: websocket", "Connection: Upgrade"]
    wire.sendall("\r\n".join([*lines, "Sec-WebSocket-Version: 13", f"Sec-WebSocket-Key: {key}", "", ""]).encode())
    assert wire.recv(4096).startswith(b"HTTP/1.1 101")
    wire.sendall(frame(TEXT, json.dumps({"type": "hello", "seats": []}).encode()))
    assert wire.recv(65536)
    return wire


def read_to_end(wire: socket.socket) -> bytes:
    """What is sent until the server closes the connection."""
    parts = []
    with suppress(ConnectionError):
        while part := wire.recv(65536):
            parts.append(part)
    return b"".join(parts)


def flood(wire: socket.socket, data: bytes, most: int) -> bytes:
    """Send data again and again, until so many bytes are sent or the server hangs up; what the server has said."""
    with suppress(ConnectionError):
        for _ in range(0, most, len(data)):
            wire.sendall(data)
    return read_to_end(wire)


def answered_at_once(live: Live) -> None:
    began = time.monotonic()
    assert live.http.get("/health").status_code == 200
    assert time.monotonic() - began < 2.0  # of a busy machine


# -- frames --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [PING, PONG, TEXT, CONTINUATION], ids=["pings", "pongs", "texts", "continuations"])
def test_a_flood_of_frames_ends_the_connection(live: Live, kind: int) -> None:
    with watching(live) as wire:
        if kind == CONTINUATION:
            wire.sendall(frame(TEXT, b"{", final=False))
        data = b"a" if kind == TEXT else b""
        began = time.thread_time(), time.process_time()
        said = flood(wire, frame(kind, data, final=kind != CONTINUATION) * 1000, MEGABYTE)
        spent = time.process_time() - began[1] - (time.thread_time() - began[0])  # by the server's thread
        assert pack("!H", POLICY_VIOLATION) + b"too-fast" in said
        assert spent < 0.5
    answered_at_once(live)


def test_a_message_has_so_many_fragments(live: Live) -> None:
    with watching(live) as wire:
        wire.sendall(frame(TEXT, b"{", final=False) + frame(CONTINUATION, final=False) * MOST_FRAGMENTS)
        wire.sendall(frame(CONTINUATION, b'"type": "ping", "id": "1"}'))
        assert b'"pong"' in wire.recv(4096)
    with watching(live) as wire:
        wire.sendall(frame(TEXT, b"{", final=False) + frame(CONTINUATION, final=False) * (MOST_FRAGMENTS + 1))
        assert pack("!H", POLICY_VIOLATION) in read_to_end(wire)


def test_an_honest_client_may_ping(live: Live) -> None:
    with watching(live) as wire:
        for number in range(50):
            wire.sendall(frame(PING, b"%03d" % number))
        received = b""
        while b"049" not in received:
            received += wire.recv(4096)


# -- requests ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("begin", "more"),
    [(GET, b"a:b\r\n" * 1000), (GET + b"a: ", b"b" * 5000), (b"GET /", b"x" * 5000)],
    ids=["header lines", "one header", "address"],
)
def test_a_large_head_gets_431(live: Live, begin: bytes, more: bytes) -> None:
    with dial(live) as wire:
        wire.sendall(begin)
        said = flood(wire, more, 20 * MEGABYTE)
    # A client that goes on sending may be reset before it reads the answer.
    assert said.startswith(b"HTTP/1.1 431") or not said
    with dial(live) as wire:
        wire.sendall(begin + (more * 10)[:HEAD_BYTES])
        assert read_to_end(wire).startswith(b"HTTP/1.1 431")
    answered_at_once(live)


def test_a_head_of_usual_size_is_read(live: Live) -> None:
    with dial(live) as wire:
        wire.sendall(GET + b"cookie: %s\r\n" % (b"c" * 24_000) + b"Connection: close\r\n\r\n")
        assert read_to_end(wire).startswith(b"HTTP/1.1 200")
    with dial(live) as wire:
        body = b'{"scenario": "nonsense", "name": "%s"}' % (b"n" * 10_000)
        head = POST.replace(b"400", b"%d" % len(body)).removesuffix(b"{")
        for _ in range(5):  # every request has its own count, and a body is not part of a head
            wire.sendall(head + body)
            said = b""
            while not said.endswith(b"}}"):
                said += wire.recv(65536)
            assert said.startswith(b"HTTP/1.1 422")


def test_chunked_bodies_are_refused(live: Live) -> None:
    """They may have trailers and chunk extensions of any size, and neither browsers nor proxies send them here."""
    with dial(live) as wire:
        head = b"POST /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n"
        said = flood(wire, head + b"1\r\na\r\n0\r\n" + b"a:b\r\n" * 1000, MEGABYTE)
        assert said.startswith(b"HTTP/1.1 411") or not said
    with dial(live) as wire:
        wire.sendall(head)
        assert read_to_end(wire).startswith(b"HTTP/1.1 411")


def test_pipelined_requests_are_few(live: Live) -> None:
    with dial(live) as wire:
        assert flood(wire, (GET + b"\r\n") * 1000, MEGABYTE).count(b"HTTP/1.1 200") <= MOST_PIPELINED + 1
    with dial(live) as wire:
        wire.sendall((GET + b"\r\n") * (MOST_PIPELINED - 1) + GET + b"Connection: close\r\n\r\n")
        assert read_to_end(wire).count(b"HTTP/1.1 200") == MOST_PIPELINED
    answered_at_once(live)


def test_slow_uploads_keep_nobody_waiting(live: Live) -> None:
    """More of them than an address may have requests at once."""
    wires = [dial(live) for _ in range(20)]
    try:
        for wire in wires:
            wire.sendall(POST)
        time.sleep(0.2)  # until the server has read them
        answered_at_once(live)
        wires[0].sendall(b" " * 398 + b"}")  # one that is complete at last is answered
        assert wires[0].recv(4096).startswith(b"HTTP/1.1 4")
    finally:
        for wire in wires:
            wire.close()


def test_a_file_has_one_address(live: Live) -> None:
    for path in ("/./index.html", "/a/../index.html", "/%2e/index.html", "/assets/./x.js", "/..", "/./health"):
        with dial(live) as wire:  # a client library would tidy the address
            wire.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n".encode())
            assert read_to_end(wire).startswith(b"HTTP/1.1 403")
