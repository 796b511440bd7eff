"""What one anonymous client can do to everybody else: each attack runs against a server of its own with its ordinary limits,
while an honest player at another address pings over a socket.

    python bench/attacks.py                  # all of them
    python bench/attacks.py records disk     # some
    python bench/attacks.py --json FILE

The figure that counts is the longest time an honest ping has waited; the goal is 250 ms. Beside it: the processor seconds and
the memory that the server spent, what the attack got for its requests (statuses), by how much the database grew, how many
connections it could hold, how long an honest player waited for a bot. `--nginx` puts nginx in front of the server.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import multiprocessing
import os
import random
import re
import socket
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import connect

from dungeon_twister.game.record.files import dump, record_of
from dungeon_twister.game.record.recorded_game import RecordedGame
from dungeon_twister.rules.engine import actions
from dungeon_twister.rules.engine.digest import digest

HONEST, ATTACKER = "127.0.0.3", "127.0.0.2"
PING_EVERY = 0.06  # seconds; a socket may send 20 messages in one
GOAL_MS = 250
PLAIN = {"content-type": "text/plain"}
NGINX = "--nginx"
NGINX_CONFIGURATION = """
daemon off; pid %(folder)s/nginx.pid; error_log %(folder)s/nginx.log;
events {}
http {
  access_log off;
  client_body_temp_path %(folder)s/body; proxy_temp_path %(folder)s/proxy;
  fastcgi_temp_path %(folder)s/fastcgi; uwsgi_temp_path %(folder)s/uwsgi; scgi_temp_path %(folder)s/scgi;
  map $http_upgrade $connection_upgrade { default upgrade; "" close; }
  server {
    listen %(address)s;
    client_max_body_size 1m;
    location / {
      proxy_pass http://%(behind)s; proxy_http_version 1.1;
      proxy_set_header Host $host; proxy_set_header X-Forwarded-For $remote_addr;
      proxy_set_header Upgrade $http_upgrade; proxy_set_header Connection $connection_upgrade;
      proxy_read_timeout 120s;
    }
  }
}
"""


class Server:
    """`dungeon-twister serve` in a process of its own."""

    def __init__(self, address: str, folder: Path, pid: int = 0) -> None:
        self.address, self.folder, self.pid = address, folder, pid

    def processor(self) -> float:
        """Seconds that the process has computed."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory(self) -> float:
        """Megabytes."""
        pages = int(Path(f"/proc/{self.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 1e6

    def client(self, source: str = ATTACKER) -> httpx.AsyncClient:
        """A client that comes from an address of its own: the whole of 127.0.0.0/8 is this machine."""
        transport = httpx.AsyncHTTPTransport(local_address=source, limits=httpx.Limits(max_connections=80))
        return httpx.AsyncClient(base_url=f"http://{self.address}", timeout=120, transport=transport)

    def disk(self) -> int:
        return sum(file.stat().st_size for file in self.folder.iterdir())


@contextlib.asynccontextmanager
async def serving(**settings: str) -> AsyncIterator[Server]:
    with tempfile.TemporaryDirectory(prefix="dt-attack-") as name:
        folder = Path(name)
        environment = {**os.environ, **{f"DUNGEON_TWISTER_{key.upper()}": value for key, value in settings.items()}}
        command = ["-m", "dungeon_twister", "serve", "--port", "0", "--no-browser", "--database"]
        process = await asyncio.create_subprocess_exec(
            sys.executable, *command, f"sqlite:///{folder / 'games.db'}", stdout=asyncio.subprocess.PIPE, env=environment
        )
        assert process.stdout is not None
        found = re.search(r"http://([^/]+)/", (await process.stdout.readline()).decode())
        assert found, "the server does not start"
        try:
            async with proxied(found[1], folder) if NGINX in sys.argv else contextlib.nullcontext(found[1]) as address:
                yield Server(address, folder, process.pid)
        finally:
            process.terminate()
            await process.wait()


@contextlib.asynccontextmanager
async def proxied(behind: str, folder: Path) -> AsyncIterator[str]:
    """nginx before a server, as docs/operations.md has it but for the certificate."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        address = f"127.0.0.1:{probe.getsockname()[1]}"
    file = folder / "nginx.conf"
    file.write_text(NGINX_CONFIGURATION % {"folder": folder, "address": address, "behind": behind})
    process = await asyncio.create_subprocess_exec("nginx", "-e", f"{folder}/nginx.log", "-c", str(file))
    try:
        await asyncio.sleep(1.0)
        yield address
    finally:
        process.terminate()
        await process.wait()


class Honest:
    """A player in a process of his own whose socket pings all the time; `waits` are the milliseconds until each answer."""

    def __init__(self, server: Server) -> None:
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=ping_on, args=(server.address, theirs), daemon=True)
        self._process.start()
        assert self._pipe.poll(30) and self._pipe.recv() == "ready"

    def waits(self) -> list[float]:
        """Those since the last time this was asked; none, and he is cut off."""
        try:
            self._pipe.send("waits")
            return list(self._pipe.recv()) if self._pipe.poll(30) else []
        except (OSError, EOFError):
            return []

    def end(self) -> None:
        self._process.kill()
        self._process.join()


def ping_on(address: str, pipe: Connection) -> None:
    """The process of the honest player."""
    asyncio.run(_ping_on(Server(address, Path()), pipe))


async def _ping_on(server: Server, pipe: Connection) -> None:
    async with server.client(HONEST) as http:
        wish = {"scenario": "simplified", "seats": {"blue": "you", "yellow": "bot:random"}}
        made = (await http.post("/api/games", json=wish)).json()
    address = f"ws://{server.address}/api/games/{made['info']['id']}/socket"
    waits: list[float] = []
    async with connect(address, local_addr=(HONEST, 0), max_size=None, ping_interval=None) as socket:
        await socket.send(json.dumps({"type": "hello", "seats": [made["seats"][0]["token"]]}))
        await socket.recv()
        pipe.send("ready")
        number = 0
        while True:
            number += 1
            begun = time.perf_counter()
            await socket.send(json.dumps({"type": "ping", "id": str(number)}))
            while json.loads(await socket.recv()).get("id") != str(number):
                pass
            waits.append(1000 * (time.perf_counter() - begun))
            if pipe.poll():
                pipe.recv()
                pipe.send(waits)
                waits = []
            await asyncio.sleep(PING_EVERY)


Figures = dict[str, Any]
Attack = Callable[[Server], Awaitable[Figures]]


async def under(attack: Attack, **settings: str) -> Figures:
    """Run an attack; how long did an honest ping wait meanwhile?"""
    async with serving(**settings) as server:
        honest = Honest(server)
        try:
            await asyncio.sleep(1.0)
            quiet = honest.waits()
            before, begun = server.disk(), time.perf_counter()
            processor, memory = server.processor(), server.memory()
            figures = await attack(server)
            seconds = time.perf_counter() - begun
            processor, memory = server.processor() - processor, server.memory() - memory
            waits = sorted(honest.waits()) or [float("inf")]
        finally:
            honest.end()
        return {
            "worst_ping_ms": round(waits[-1], 1),
            "p99_ping_ms": round(waits[int(0.99 * (len(waits) - 1))], 1),
            "worst_before_ms": round(max(quiet), 1),
            "seconds": round(seconds, 1),
            "processor_s": round(processor, 2),
            "memory_mb": round(memory, 1),
            "disk_mb": round((server.disk() - before) / 1e6, 1),
            **figures,
        }


# -- the attacks -----------------------------------------------------------------------------------------------------------


def small_record() -> str:
    game, rng = RecordedGame.new("tutorial-1", seed="1"), random.Random(1)
    while not game.over:
        game.play(rng.choice(game.legal()))
    return dump(record_of(game))


def long_record(choices: int) -> str:
    """A legal record that is very long: characters walk to and fro until somebody resigns."""
    game, rng = RecordedGame.new("base", {"stallLimit": "0"}, seed="1"), random.Random(1)
    while len(game.log) < choices and not game.over:
        steps = [text for text in game.legal() if text.split()[0] in ("step", "walk", "move", "stop", "pass", "end")]
        game.play(rng.choice(steps or game.legal()))
    record = record_of(game)
    if not game.over:
        game.play(actions.pack(actions.RESIGN, 0))
        record = record_of(game)
    assert record.end is not None and record.end.hash == digest(game.state)
    return dump(record)


async def records(server: Server) -> Figures:
    """Records that take long to read: very many lines, very many choices; handed in and looked at."""
    head, *_, end = small_record().splitlines()
    bomb = "\n".join([head, *["[]"] * 690_000, end])
    long = long_record(19_900)
    statuses: Counter[str] = Counter()
    async with server.client() as http:

        async def hand_in(text: str) -> None:
            answer = await http.post("/api/replays", content=text, headers=PLAIN)
            statuses[f"hand in {answer.status_code}"] += 1
            if answer.status_code == 201:
                looked = await http.get(f"/api/replays/{answer.json()['id']}?viewer=all")
                statuses[f"look {looked.status_code}"] += 1

        await asyncio.gather(*(hand_in(bomb) for _ in range(4)), *(hand_in(f"{long}{' ' * n}\n") for n in range(4)))
    return {"bomb_bytes": len(bomb), "long_bytes": len(long), "answers": dict(statuses)}


async def disk(server: Server) -> Figures:
    """Records padded to the largest size, and refused commands with long inputs."""
    statuses: Counter[str] = Counter()
    text = small_record()
    async with server.client() as http:
        for number in range(60):
            padded = text.replace("\n", f"\n{' ' * (300_000 + number)}\n", 1)
            answer = await http.post("/api/replays", content=padded, headers=PLAIN)
            statuses[f"record {answer.status_code}"] += 1
        made = (await http.post("/api/games", json={"scenario": "base", "seats": {"blue": "you", "yellow": "you"}})).json()
        token, id = made["seats"][0]["token"], made["info"]["id"]
        headers = {"authorization": f"Bearer {token}"}
        for number in range(600):
            command = {"type": "do", "id": f"c{number}", "seat": "blue", "version": 0, "choices": ["x" * 15_000]}
            answer = await http.post(f"/api/games/{id}/commands", json=command, headers=headers)
            statuses[f"command {answer.status_code}"] += 1
    return {"answers": dict(statuses)}


async def headers(server: Server) -> Figures:
    """Half-open requests: a few bytes of a request, then nothing."""
    host, port = server.address.split(":")
    writers: list[asyncio.StreamWriter] = []
    for _ in range(280):
        with contextlib.suppress(OSError):
            _, writer = await asyncio.open_connection(host, int(port), local_addr=(ATTACKER, 0))
            writer.write(b"GET /api/games HTTP/1.1\r\nHost: x\r\nX-Slow: ")
            writers.append(writer)
    await asyncio.sleep(2)
    held = await _held(server)
    begun = time.perf_counter()
    async with server.client(HONEST) as http:
        honest = (await http.get("/api/games")).status_code
    took = 1000 * (time.perf_counter() - begun)
    await asyncio.sleep(13)
    left = await _held(server)
    for writer in writers:
        writer.close()
    return {"asked": 280, "held_after_2_s": held, "held_after_15_s": left, "honest_status": honest, "honest_ms": round(took, 1)}


async def _held(server: Server) -> int:
    """Connections of the attacker that the server has open."""
    port = int(server.address.split(":")[1])
    local, state = f":{port:04X}", "01"
    from_attacker = "".join(f"{int(part):02X}" for part in reversed(ATTACKER.split(".")))
    lines = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    return sum(1 for line in lines if line[1].endswith(local) and line[2].startswith(from_attacker) and line[3] == state)


async def bots(server: Server) -> Figures:
    """Games of bots alone; meanwhile an honest player waits for his opponent's choices."""
    statuses: Counter[str] = Counter()
    waits: list[float] = []
    async with server.client() as http, server.client(HONEST) as own:
        alone = {"scenario": "base", "seats": {"blue": "bot:greedy", "yellow": "bot:greedy"}}
        for _ in range(55):
            statuses[f"game {(await http.post('/api/games', json=alone)).status_code}"] += 1
        wish = {"scenario": "base", "seats": {"blue": "you", "yellow": "bot:greedy"}}
        made = (await own.post("/api/games", json=wish)).json()
        id, token = made["info"]["id"], made["seats"][0]["token"]
        auth = {"authorization": f"Bearer {token}"}
        rng, until = random.Random(1), time.monotonic() + 20

        async def look() -> dict[str, Any]:
            """How the game stands, asked for no more often than an honest client may."""
            await asyncio.sleep(0.08)
            found: dict[str, Any] = (await own.get(f"/api/games/{id}/view", headers=auth)).json()
            return found

        while time.monotonic() < until:
            seen = await look()
            if seen["info"]["stage"] == "over":
                made = (await own.post("/api/games", json=wish)).json()
                id, auth = made["info"]["id"], {"authorization": f"Bearer {made['seats'][0]['token']}"}
                continue
            if seen["info"]["decider"] != "blue":
                begun, version = time.perf_counter(), seen["version"]
                while seen["version"] == version and time.monotonic() < until + 30:
                    seen = await look()
                waits.append(time.perf_counter() - begun)
                continue
            choice = rng.choice(seen["sights"][0]["view"]["choices"])
            command = {"type": "do", "id": str(rng.random()), "seat": "blue", "version": seen["version"], "choices": [choice]}
            await own.post(f"/api/games/{id}/commands", json=command, headers=auth)
    return {"answers": dict(statuses), "bot_choices_seen": len(waits), "longest_wait_for_a_bot_s": round(max(waits), 2)}


async def scenes(server: Server) -> Figures:
    """Scenes with an option that never was asked for before."""
    statuses: Counter[str] = Counter()
    async with server.client() as http:

        async def ask(number: int) -> None:
            timer = f"{60 + number}/30/20/10"
            answer = await http.get("/api/scene", params={"scenario": "pyramid", "option": f"timer={timer}"})
            statuses[f"scene {answer.status_code}"] += 1

        await asyncio.gather(*(ask(number) for number in range(290)))
    return {"answers": dict(statuses)}


async def asks(server: Server) -> Figures:
    """Ninety sockets that ask for advice twenty times a second each, and for the history."""
    counted: Counter[str] = Counter()
    async with server.client() as http:
        made = (await http.post("/api/games", json={"scenario": "base", "seats": {"blue": "you", "yellow": "you"}})).json()
        token, id = made["seats"][0]["token"], made["info"]["id"]
        fill = {"type": "fill", "id": "f", "seat": "blue", "version": made["info"]["version"]}
        await http.post(f"/api/games/{id}/commands", json=fill, headers={"authorization": f"Bearer {token}"})

    async def one(number: int) -> None:
        address = f"ws://{server.address}/api/games/{id}/socket"
        async with connect(address, local_addr=(ATTACKER, 0), max_size=None) as socket:
            await socket.send(json.dumps({"type": "hello", "seats": [token]}))
            await socket.recv()
            for turn in range(100):
                kind = "history" if turn % 10 == 9 else "ask"
                await socket.send(json.dumps({"type": kind, "id": f"{number}-{turn}", "seat": "blue"}))
                while not (received := json.loads(await socket.recv())).get("id"):
                    pass
                counted[(received.get("reason") or {}).get("code", received["type"])] += 1
                await asyncio.sleep(0.05)

    await asyncio.gather(*(one(number) for number in range(90)))
    return {"answers": dict(counted)}


async def undos(server: Server) -> Figures:
    """A game of one person against himself, very long, in which he does and takes back, ten at a time."""
    rng, waits = random.Random(1), []
    async with server.client() as http:
        wish = {"scenario": "base", "seats": {"blue": "you", "yellow": "you"}, "options": {"stallLimit": "0"}}
        made = (await http.post("/api/games", json=wish)).json()
    id, tokens = made["info"]["id"], {seat["colour"]: seat["token"] for seat in made["seats"]}
    async with connect(f"ws://{server.address}/api/games/{id}/socket", local_addr=(ATTACKER, 0), max_size=None) as socket:
        await socket.send(json.dumps({"type": "hello", "seats": list(tokens.values())}))
        seen = json.loads(await socket.recv())
        state = {sight["viewer"]: sight for sight in seen["sights"]}
        version, number, until, undone = seen["version"], 0, time.monotonic() + 25, 0
        while time.monotonic() < until:
            number += 1
            mover = next((one for one in state.values() if one["view"]["choices"]), None)
            assert mover is not None
            if mover.get("undo") and undone < 10:
                command: Figures = {"type": "undo", "seat": mover["viewer"], "steps": 10}
                undone += 1
            else:
                choices = [one for one in mover["view"]["choices"] if one["do"] in ("step", "stop", "pass")]
                command = {"type": "do", "seat": mover["viewer"], "choices": [rng.choice(choices or mover["view"]["choices"])]}
                undone = 0 if rng.random() < 0.2 else undone
            begun = time.perf_counter()
            await socket.send(json.dumps({**command, "id": str(number), "version": version}))
            while (received := json.loads(await socket.recv())).get("id") != str(number):
                if received["type"] == "update":
                    state[received["sight"]["viewer"]], version = received["sight"], received["version"]
            if command["type"] == "undo":
                waits.append(1000 * (time.perf_counter() - begun))
    return {"versions": version, "undos": len(waits), "longest_undo_ms": round(max(waits, default=0), 1)}


# -- attacks below the level of messages -----------------------------------------------------------------------------------

Wire = tuple[asyncio.StreamReader, asyncio.StreamWriter]
EMPTY_FRAMES = {"pings": b"\x89\x80", "pongs": b"\x8a\x80", "continuations": b"\x00\x80"}  # a mask of four zeros follows


async def dial(server: Server) -> Wire:
    host, port = server.address.split(":")
    return await asyncio.open_connection(host, int(port), local_addr=(ATTACKER, 0))


async def pour(wire: Wire, data: bytes, times: int) -> bool:
    """Send data so many times, at most ten seconds; was the connection closed meanwhile?"""
    reader, writer = wire
    try:
        async with asyncio.timeout(10):
            for _ in range(times):
                writer.write(data)
                await writer.drain()
            await reader.read(-1)
        return True
    except TimeoutError:
        return False
    except OSError:
        return True
    finally:
        writer.close()


async def spectator(server: Server) -> Wire:
    """A raw WebSocket that has said hello to a game."""
    async with server.client() as http:
        wish = {"scenario": "base", "seats": {"blue": "you", "yellow": "you"}}
        game = (await http.post("/api/games", json=wish)).json()["info"]["id"]
    reader, writer = await dial(server)
    lines = [f"GET /api/games/{game}/socket HTTP/1.1", f"Host: {server.address}", "Upgrade: websocket", "Connection: Upgrade"]
    writer.write("\r\n".join([*lines, "Sec-WebSocket-Version: 13", f"Sec-WebSocket-Key: {'A' * 22}==", "", ""]).encode())
    await reader.readuntil(b"\r\n\r\n")
    hello = b'{"type":"hello","seats":[]}'
    writer.write(bytes([0x81, 0x80 | len(hello)]) + bytes(4) + hello)
    await reader.read(1000)
    return reader, writer


def empty_frames(kind: str) -> Attack:
    async def attack(server: Server) -> Figures:
        """A megabyte of empty frames from one spectator."""
        wire = await spectator(server)
        if kind == "continuations":
            wire[1].write(b"\x01\x81" + bytes(4) + b"{")
        return {"closed": await pour(wire, (EMPTY_FRAMES[kind] + bytes(4)) * 1000, 167)}

    return attack


async def letters(server: Server) -> Figures:
    """35,000 messages of one letter in one piece, then hang up; eleven times in six seconds."""
    closed = 0
    for _ in range(11):
        closed += await pour(await spectator(server), (b"\x81\x81" + bytes(4) + b"a") * 35_000, 1)
        await asyncio.sleep(0.5)
    return {"closed": closed}


def heads(begin: bytes, more: bytes, megabytes: int) -> Attack:
    async def attack(server: Server) -> Figures:
        """A request head without an end."""
        wire = await dial(server)
        wire[1].write(begin)
        return {"closed": await pour(wire, more, megabytes * 1_000_000 // len(more))}

    return attack


async def trailers(server: Server) -> Figures:
    """Three megabytes of trailers after a chunked body."""
    wire = await dial(server)
    wire[1].write(b"POST /api/games HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n")
    return {"closed": await pour(wire, b"a:b\r\n" * 1000, 600)}


async def pipelined(server: Server) -> Figures:
    """A megabyte of requests, none of which waits for an answer."""
    return {"closed": await pour(await dial(server), b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n" * 1000, 28)}


async def uploads(server: Server) -> Figures:
    """Sixteen bodies of which one byte comes; meanwhile a request from the same address."""
    wires = [await dial(server) for _ in range(16)]
    for _, writer in wires:
        writer.write(b"POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Length: 400\r\n\r\n{")
    await asyncio.sleep(0.5)
    begun = time.perf_counter()
    async with server.client() as http:
        status = (await http.get("/api/games")).status_code
    took = time.perf_counter() - begun
    for _, writer in wires:
        writer.close()
    return {"same_address_status": status, "same_address_ms": round(1000 * took, 1)}


async def spellings(server: Server) -> Figures:
    """One file under 400 addresses."""
    statuses: Counter[str] = Counter()
    host = server.address.encode()
    for number in range(1, 401):
        reader, writer = await dial(server)
        writer.write(b"GET /" + b"./" * number + b"index.html HTTP/1.1\r\nHost: " + host + b"\r\nConnection: close\r\n\r\n")
        statuses[(await reader.read(-1))[9:12].decode()] += 1
        writer.close()
    return {"answers": dict(statuses)}


GET = b"GET / HTTP/1.1\r\nHost: localhost\r\n"
RAW: dict[str, Attack] = {
    **{kind: empty_frames(kind) for kind in EMPTY_FRAMES},
    "letters": letters,
    "header-lines": heads(GET, b"a:b\r\n" * 1000, 20),
    "one-header": heads(GET + b"a: ", b"b" * 10_000, 45),
    "long-address": heads(b"GET /", b"x" * 10_000, 53),
    "trailers": trailers,
    "pipelined": pipelined,
    "uploads": uploads,
    "spellings": spellings,
}

ATTACKS: dict[str, tuple[Attack, dict[str, str]]] = {
    "records": (records, {}),
    "disk": (disk, {}),
    "headers": (headers, {}),
    "bots": (bots, {}),
    "scenes": (scenes, {}),
    "asks": (asks, {}),
    "undos": (undos, {"message_rate": "0"}),
    **{name: (attack, {}) for name, attack in RAW.items()},
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("attacks", nargs="*", help=f"some of {', '.join(ATTACKS)}")
    parser.add_argument("--json", type=Path)
    parser.add_argument(NGINX, action="store_true", help="put nginx in front")
    args = parser.parse_args()
    report: dict[str, Figures] = {}
    for name in args.attacks or ATTACKS:
        attack, settings = ATTACKS[name]
        report[name] = asyncio.run(under(attack, **settings))
        verdict = "held" if report[name]["worst_ping_ms"] <= GOAL_MS else "NOT HELD"
        sys.stdout.write(f"{name} ({verdict}): {msgspec.json.encode(report[name]).decode()}\n")
        sys.stdout.flush()
    if args.json:
        args.json.write_text(json.dumps(report, indent=2))


if __name__ == "__main__":
    main()
