"""Many games at once on one server, over the loopback: how many actions a second it takes, how long until the other player sees
one, how much memory a game needs. In the same run, for comparison: a bare socket echo through the same libraries, and how often
SQLite alone can commit on this disk.

    python bench/server.py --games 500 --seconds 60
    python bench/server.py --database postgresql://user@/name --processes 4 --anywhere

The server is a process of its own (`dungeon-twister serve`, SQLite, every limit off), the clients are this one. With PostgreSQL
there may be several; games are made at each in turn, which makes it their home, and clients connect there, or `--anywhere`, as
behind a proxy that knows nothing of homes. Each game has two clients that make random legal choices in turn. First every game
plays as fast as it gets answers (what the server can do), then each game makes a choice every `--pause` seconds (what players
feel).
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import random
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect

SCENARIOS = ("base", "standard")  # the games take turns: the board game, the Card Game
ECHO_BYTES = 200  # as long as a command
KNOWN_SECONDS = 4.0  # until the processes know each other
UNLIMITED = {
    f"DUNGEON_TWISTER_{name}": "0"
    for name in (
        "MESSAGE_RATE", "REQUEST_RATE", "GAMES_PER_HOUR", "UNFINISHED_GAMES", "SOCKETS_PER_ADDRESS", "CHAT_RATE", "PACE",
        "HANDOVER_SECONDS",
    )
}  # fmt: skip
ECHO_SERVER = """
import asyncio, sys, uvicorn
async def app(scope, receive, send):
    if scope["type"] != "websocket":
        return
    await receive()
    await send({"type": "websocket.accept"})
    while (message := await receive())["type"] == "websocket.receive":
        await send({"type": "websocket.send", "text": message["text"]})
print("Dungeon Twister is at http://127.0.0.1:" + sys.argv[1] + "/", flush=True)
uvicorn.run(app, port=int(sys.argv[1]), log_level="critical", ws_per_message_deflate=False, lifespan="off")
"""


# -- what is measured ----------------------------------------------------------------------------------------------------


@dataclass
class Phase:
    """One measurement: the actions made, and milliseconds until the answer and until the other player saw it."""

    name: str
    seconds: float = 0.0
    processor: float = 0.0  # seconds of the server's
    actions: int = 0
    refused: int = 0
    answer: list[float] = field(default_factory=list)
    event: list[float] = field(default_factory=list)

    def summary(self) -> dict[str, Any]:
        rate = self.actions / self.seconds if self.seconds else 0.0
        return {
            "phase": self.name,
            "seconds": round(self.seconds, 1),
            "actions": self.actions,
            "refused": self.refused,
            "actions_per_second": round(rate, 1),
            "processor_ms": round(1000 * self.processor / max(1, self.actions), 3),
            **{f"answer_p{part}_ms": percentile(self.answer, part) for part in (50, 99)},
            **{f"event_p{part}_ms": percentile(self.event, part) for part in (50, 99)},
        }


def percentile(values: list[float], part: int) -> float:
    if len(values) < 2:
        return round(values[0], 2) if values else 0.0
    return round(statistics.quantiles(values, n=100)[part - 1], 2)


class View(msgspec.Struct):
    """A view, or how it has changed."""

    choices: list[msgspec.Raw] = []
    set: dict[str, msgspec.Raw] = {}
    gone: list[str] = []
    parts: dict[str, tuple[int, int, list[msgspec.Raw]]] = {}


class ObservationCache(msgspec.Struct):
    view: View


class Message(msgspec.Struct):
    """As much of a message as a client needs that plays at random."""

    type: str
    id: str = ""
    version: int = -1
    sight: ObservationCache | None = None
    sights: list[ObservationCache] = []
    view: View | None = None
    reason: Any = None


DECODER = msgspec.json.Decoder(Message)


class Player:
    """One client: what it knows, and the version it has seen."""

    def __init__(self, socket: ClientConnection, seat: str) -> None:
        self.socket, self.seat = socket, seat
        self.version = -1
        self.seen = 0.0  # when it saw that version
        self.choices: list[msgspec.Raw] = []
        self.received = asyncio.Event()
        self.answers: dict[str, Message] = {}
        self.bytes = 0

    async def listen(self) -> None:
        async for text in self.socket:
            self.bytes += len(text)
            message = DECODER.decode(text)
            sight = message.sight or (message.sights[0] if message.sights else None)
            if sight is not None:
                self.version, self.choices, self.seen = message.version, sight.view.choices, time.perf_counter()
            elif message.view is not None:
                self._change(message.view)
                self.version, self.seen = message.version, time.perf_counter()
            elif message.type == "answer":
                self.answers[message.id] = message
            else:
                continue
            self.received.set()

    def _change(self, view: View) -> None:
        if "choices" in view.gone:
            self.choices = []
        if "choices" in view.set:
            self.choices = msgspec.json.decode(view.set["choices"], type=list[msgspec.Raw])
        if "choices" in view.parts:
            first, count, items = view.parts["choices"]
            self.choices = [*self.choices[:first], *items, *self.choices[first + count :]]

    async def welcomed(self) -> None:
        await self.wait(lambda: self.version >= 0)

    async def wait(self, ready: Callable[[], bool]) -> None:
        while not ready():
            self.received.clear()
            await self.received.wait()


class Table:
    """A game and its two players."""

    def __init__(self, players: list[Player], number: int) -> None:
        self.players = players
        self.rng = random.Random(number)
        self.count = 0

    async def play(self, phase: Phase, until: float, pause: float) -> None:
        if pause:
            await asyncio.sleep(self.rng.random() * pause)
        while time.perf_counter() < until and await self._act(phase):
            if pause:
                await asyncio.sleep(pause)

    async def _act(self, phase: Phase) -> bool:
        """Make a choice for the player to decide. Return False when the game is over."""
        player, other = self.players if self.players[0].choices else self.players[::-1]
        if not player.choices:
            return False
        self.count += 1
        number, choice, version = f"{player.seat}{self.count}", bytes(self.rng.choice(player.choices)).decode(), player.version
        began = time.perf_counter()
        await player.socket.send(
            f'{{"type":"do","id":"{number}","seat":"{player.seat}","version":{version},"choices":[{choice}]}}', text=True
        )
        await player.wait(lambda: number in player.answers)
        phase.answer.append(1000 * (time.perf_counter() - began))
        answer = player.answers.pop(number)
        if answer.reason is not None:
            phase.refused += 1
            return False
        await other.wait(lambda: other.version >= answer.version)
        phase.event.append(1000 * (other.seen - began))
        await player.wait(lambda: player.version >= answer.version)
        phase.actions += 1
        return True


# -- the contestants -----------------------------------------------------------------------------------------------------


class Process:
    """A server process that says where it answers."""

    def __init__(self, command: list[str], environment: dict[str, str] | None = None) -> None:
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env={**os.environ, **(environment or {})})
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if "http://" not in line:
            raise SystemExit(f"The server does not start: {line}")
        self.address = line.split("http://")[1].split("/")[0]

    def memory(self) -> float:
        """Resident megabytes of the process; 0 where the system does not tell."""
        try:
            status = Path(f"/proc/{self.process.pid}/status").read_text("ascii")
        except OSError:
            return 0.0
        return int(status.split("VmRSS:")[1].split()[0]) / 1024

    def processor(self) -> float:
        """Seconds of processor time it has had."""
        try:
            words = Path(f"/proc/{self.process.pid}/stat").read_text("ascii").rpartition(")")[2].split()
        except OSError:
            return 0.0
        return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")

    def end(self) -> None:
        self.process.terminate()
        self.process.wait(20)


def bare_commits(folder: Path, seconds: float) -> float:
    """Commits a second of SQLite alone, as durable as the server's (WAL, synchronous FULL)."""
    database = sqlite3.connect(folder / "bare.db", isolation_level=None)
    database.execute("PRAGMA journal_mode=WAL")
    database.execute("PRAGMA synchronous=FULL")
    database.execute("CREATE TABLE log (number INTEGER PRIMARY KEY, text TEXT)")
    began, count = time.perf_counter(), 0
    while time.perf_counter() - began < seconds:
        database.execute("BEGIN")
        database.execute("INSERT INTO log (text) VALUES (?)", ("x" * 60,))
        database.execute("COMMIT")
        count += 1
    database.close()
    return count / (time.perf_counter() - began)


async def echo(sockets: int, seconds: float) -> Phase:
    """As many sockets as the games have, each sending a message as soon as its last one has come back."""
    server = Process([sys.executable, "-c", ECHO_SERVER, str(free_port())])
    phase = Phase("bare echo")
    try:
        await answers(server.address)
        connections = [await connect(f"ws://{server.address}/", compression=None) for _ in range(sockets)]
        until = time.perf_counter() + seconds

        async def talk(connection: ClientConnection) -> None:
            while time.perf_counter() < until:
                began = time.perf_counter()
                await connection.send("x" * ECHO_BYTES)
                await connection.recv()
                phase.answer.append(1000 * (time.perf_counter() - began))
                phase.actions += 1

        began, used = time.perf_counter(), server.processor()
        await asyncio.gather(*(talk(connection) for connection in connections))
        phase.seconds, phase.processor = time.perf_counter() - began, server.processor() - used
        await asyncio.gather(*(connection.close() for connection in connections))
    finally:
        server.end()
    return phase


async def answers(address: str) -> None:
    """Wait until somebody listens there."""
    host, port = address.split(":")
    while True:
        try:
            _, writer = await asyncio.open_connection(host, int(port))
        except OSError:
            await asyncio.sleep(0.05)
        else:
            writer.close()
            return


def free_port() -> int:
    import socket

    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port: int = one.getsockname()[1]
        return port


async def make_table(
    http: httpx.AsyncClient, addresses: list[str], number: int, differences: bool, anywhere: bool
) -> tuple[Table, list[Awaitable[None]]]:
    """A game with two clients, who have been welcomed."""
    rng, address = random.Random(number), addresses[number // len(SCENARIOS) % len(addresses)]
    wish = {
        "scenario": SCENARIOS[number % len(SCENARIOS)],
        "seats": {"blue": "you", "yellow": "you"},
        "seed": f"bench {number}",
    }
    made = (await http.post(f"http://{address}/api/games", json=wish)).raise_for_status().json()
    players: list[Player] = []
    for seat in made["seats"]:
        path = f"ws://{rng.choice(addresses) if anywhere else address}/api/games/{made['info']['id']}/socket"
        socket = await connect(path, compression=None, max_size=None, max_queue=None)
        await socket.send(json.dumps({"type": "hello", "seats": [seat["token"]], "differences": differences}))
        players.append(Player(socket, seat["colour"]))
    listening = [asyncio.create_task(player.listen()) for player in players]
    for player in players:
        await player.welcomed()
    return Table(players, number), list(listening)


async def play(args: argparse.Namespace, folder: Path) -> tuple[list[Phase], dict[str, float]]:
    """Both phases on one server; and what its processes needed."""
    command = [sys.executable, "-m", "dungeon_twister", "serve", "--no-browser", "--port", "0", "--log", "warning"]
    database = args.database or str(folder / "games.db")
    servers = [Process([*command, "--database", database], UNLIMITED) for _ in range(args.processes)]
    addresses = [server.address for server in servers]

    def memory() -> float:
        return sum(server.memory() for server in servers)

    def processor() -> float:
        return sum(server.processor() for server in servers)

    try:
        async with httpx.AsyncClient(timeout=60) as http:
            if len(servers) > 1:
                await asyncio.sleep(KNOWN_SECONDS)
            before = memory()
            tables: list[Table] = []
            listening: list[Awaitable[None]] = []
            for number in range(args.games):
                table, tasks = await make_table(http, addresses, number, not args.whole, args.anywhere)
                tables.append(table)
                listening += tasks
            gc.collect()
            gc.disable()  # what is measured is how long the server takes, not this process
            phases = {0.0: Phase("flat out"), args.pause: Phase(f"a choice every {args.pause:g} s")}
            if args.only:
                phases = {pause: phase for pause, phase in phases.items() if (args.only == "flat") == (pause == 0.0)}
            for pause, phase in phases.items():
                began, used = time.perf_counter(), processor()
                await asyncio.gather(*(table.play(phase, began + args.seconds / len(phases), pause) for table in tables))
                phase.seconds, phase.processor = time.perf_counter() - began, processor() - used
            players = [player for table in tables for player in table.players]
            figures = {
                "memory_before_mb": round(before, 1),
                "memory_after_mb": round(memory(), 1),
                "memory_per_game_kb": round(1024 * (memory() - before) / args.games, 1),
                "bytes_per_action": round(sum(p.bytes for p in players) / max(1, sum(p.actions for p in phases.values()))),
            }
            await asyncio.gather(*(player.socket.close() for player in players))
            await asyncio.gather(*listening, return_exceptions=True)
            return list(phases.values()), figures
    finally:
        for server in servers:
            server.end()


# -- the report ----------------------------------------------------------------------------------------------------------


def table_of(rows: list[dict[str, Any]], commits: float) -> str:
    """Markdown."""
    lines = [
        "| what | per second | processor ms each | answer p50 ms | answer p99 ms | other player sees it, p50 ms | p99 ms |",
        "|---|---|---|---|---|---|---|",
    ]
    for row in rows:
        seen = [f"{row[f'event_p{part}_ms']:.1f}" if row["event_p50_ms"] else "" for part in (50, 99)]
        lines.append(
            f"| {row['phase']} | {row['actions_per_second']:.0f} | {row['processor_ms']:.3f} | "
            f"{row['answer_p50_ms']:.1f} | {row['answer_p99_ms']:.1f} | " + " | ".join(seen) + " |"
        )
    lines.append(f"| bare SQLite commits, one after another | {commits:.0f} | | {1000 / commits:.1f} | | | |")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=500, help="games at once, with two clients each")
    parser.add_argument("--seconds", type=float, default=60.0, help="how long the games are played, half of it flat out")
    parser.add_argument("--pause", type=float, default=5.0, help="seconds between two choices of a game in the second half")
    parser.add_argument("--only", choices=("flat", "paced"), help="only one half, for all of the time")
    parser.add_argument("--database", metavar="URL", help="of PostgreSQL, for more than one process (default: an SQLite file)")
    parser.add_argument("--processes", type=int, default=1, help="that serve the games together")
    parser.add_argument("--anywhere", action="store_true", help="clients connect to any process, not to the home of the game")
    parser.add_argument("--whole", action="store_true", help="clients that want whole views instead of differences")
    parser.add_argument("--json", metavar="FILE", help="write all numbers there")
    parser.add_argument("--folder", metavar="DIR", help="where the databases are made (default: a temporary folder)")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=args.folder) as name:
        folder = Path(name)
        commits = bare_commits(folder, 2.0)
        bare = asyncio.run(echo(2 * args.games, 5.0))
        phases, figures = asyncio.run(play(args, folder))
    rows = [phase.summary() for phase in (*phases, bare)]
    print(f"{args.games} games with two clients each, processes: {args.processes}, cores: {os.cpu_count()}\n")
    print(table_of(rows, commits))
    print(
        f"\nMemory of the server: {figures['memory_before_mb']} MB before, {figures['memory_after_mb']} MB with all games "
        f"({figures['memory_per_game_kb']} kB a game); "
        f"{figures['bytes_per_action']} bytes sent for each action; "
        f"an action costs {rows[0]['processor_ms'] / (bare.summary()['processor_ms'] or 1):.1f} echoes"
    )
    if any(phase.refused for phase in phases):
        print(f"Refused: {sum(phase.refused for phase in phases)} commands, which should not be")
    if args.json:
        report = {"games": args.games, "rows": rows, "sqlite_commits_per_second": round(commits, 1), **figures}
        Path(args.json).write_text(json.dumps(report, indent=2) + "\n", "utf-8")


if __name__ == "__main__":
    main()
