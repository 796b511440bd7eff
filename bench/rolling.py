"""A rolling restart under play: several processes on one PostgreSQL database, each replaced in turn by a new one, which is
started first. How often does a player's socket break, for how long, and how often does a game get another home?

    python bench/rolling.py --database postgresql://user@/name --processes 3 --games 8

Each game has two players, who come to any process, as behind a proxy that knows nothing of homes, and come back when they are
sent away. Nothing may be lost: a player who comes back sees no older version than the one he knew.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import signal
import statistics
import sys
import time
from collections import Counter
from contextlib import suppress
from typing import Any

import asyncpg
import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from dungeon_twister.server.cluster import home_of

KNOWN_SECONDS = 30.0  # until all processes have games of their own
PAUSE = 3.0  # seconds between a start and the end of an old process
BACK = 0.3  # seconds until a page comes back
QUIET = {"DUNGEON_TWISTER_REQUEST_RATE": "0", "DUNGEON_TWISTER_MESSAGE_RATE": "0", "DUNGEON_TWISTER_LOG_LEVEL": "warning"}


class Server:
    """One process."""

    def __init__(self, process: asyncio.subprocess.Process, address: str) -> None:
        self.process, self.address = process, address

    @classmethod
    async def start(cls, database: str) -> Server:
        words = ["-m", "dungeon_twister", "serve", "--port", "0", "--no-browser", "--database", database]
        process = await asyncio.create_subprocess_exec(
            sys.executable, *words, stdout=asyncio.subprocess.PIPE, env={**os.environ, **QUIET}
        )
        assert process.stdout is not None
        found = re.search(r"http://([^/]+)/", (await process.stdout.readline()).decode())
        assert found, "the server does not start"
        return cls(process, found[1])

    async def end(self) -> None:
        if self.process.returncode is None:
            self.process.send_signal(signal.SIGTERM)
        await self.process.wait()


class Player:
    """One seat; `breaks` are the seconds without a connection, one entry for each time it broke."""

    def __init__(self, game: str, token: str) -> None:
        self.game, self.token = game, token
        self.breaks: list[float] = []
        self.version = -1

    async def stay(self, servers: list[Server], rng: random.Random) -> None:
        lost: float | None = None
        while True:
            with suppress(OSError, WebSocketException, TimeoutError):
                address = f"ws://{rng.choice(servers).address}/api/games/{self.game}/socket"
                async with connect(address, max_size=None, open_timeout=20) as socket:
                    await socket.send(json.dumps({"type": "hello", "seats": [self.token]}))
                    while True:
                        message = json.loads(await socket.recv())
                        if message["type"] == "welcome" and lost is not None:
                            self.breaks.append(time.monotonic() - lost)
                            lost = None
                        assert message.get("version", self.version) >= self.version, "what was shown is lost"
                        self.version = message.get("version", self.version)
            lost = lost or time.monotonic()
            await asyncio.sleep(BACK)


async def count_moves(database: str, games: set[str], moves: Counter[str]) -> None:
    """Look at the members again and again: a game whose home is another one has moved."""
    connection = await asyncpg.connect(database)
    known: dict[str, str] = {}
    places = "SELECT coalesce(to_jsonb(m)->>'place', origin), origin FROM members m WHERE until > extract(epoch FROM now())"
    while True:
        at = {place: origin for place, origin in await connection.fetch(places) if place}
        for game in games if at else ():
            home = at[home_of(game, tuple(sorted(at)))]
            moves[game] += known.setdefault(game, home) != home
            known[game] = home
        await asyncio.sleep(0.05)


async def router(servers: list[Server]) -> int:
    """How many games all processes hold in memory."""
    total = 0.0
    async with httpx.AsyncClient(timeout=10) as http:
        for server in servers:
            lines = (await http.get(f"http://{server.address}/metrics")).text.splitlines()
            total += next(float(line.split()[1]) for line in lines if line.startswith("dungeon_twister_games_in_memory "))
    return int(total)


async def measure(database: str, processes: int, games: int) -> dict[str, Any]:
    rng = random.Random("rolling")
    servers = [await Server.start(database) for _ in range(processes)]
    tasks: list[asyncio.Task[None]] = []
    try:
        await asyncio.sleep(KNOWN_SECONDS)
        players: list[Player] = []
        async with httpx.AsyncClient(timeout=20) as http:
            for number in range(games):
                wish = {"scenario": "base", "seats": {"blue": "you", "yellow": "you"}}
                made = (await http.post(f"http://{servers[number % processes].address}/api/games", json=wish)).json()
                players += [Player(made["info"]["id"], seat["token"]) for seat in made["seats"]]
        tasks = [asyncio.create_task(player.stay(servers, rng)) for player in players]
        moves: Counter[str] = Counter()
        tasks.append(asyncio.create_task(count_moves(database, {player.game for player in players}, moves)))
        await asyncio.sleep(2.0)
        for old in list(servers):
            servers.append(await Server.start(database))
            await asyncio.sleep(PAUSE)
            servers.remove(old)
            await old.end()
            await asyncio.sleep(1.0)
        await asyncio.sleep(3.0)
        in_memory = await router(servers)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.gather(*(server.end() for server in servers))
    breaks = [seconds for player in players for seconds in player.breaks]
    return {
        "sockets": len(players),
        "breaks": len(breaks),
        "breaks_a_socket": round(len(breaks) / len(players), 2),
        "moves_a_game": round(sum(moves.values()) / games, 2),
        "median_s": round(statistics.median(breaks), 2) if breaks else 0,
        "longest_s": round(max(breaks, default=0), 2),
        "games_in_memory": in_memory,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--database", required=True)
    parser.add_argument("--processes", type=int, default=3)
    parser.add_argument("--games", type=int, default=8)
    args = parser.parse_args()
    sys.stdout.write(json.dumps(asyncio.run(measure(args.database, args.processes, args.games))) + "\n")


if __name__ == "__main__":
    main()
