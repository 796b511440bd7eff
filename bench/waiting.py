"""How long people wait for a bot and learners for a lesson while strangers keep the processes busy: games of the strongest bots
alone (six addresses with three games each), and free boards that take long to make.

    python -m bench.waiting
    python -m bench.waiting --seconds 30 --json FILE

The server is a process of its own with its ordinary limits (only the pause between two choices of a bot is left out). A person
plays against `bot:random` over a socket, a learner looks at a lesson again and again. The goal: nobody's median and 90th
percentile grow by 250 ms.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import statistics
import sys
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import Any

from bench.attacks import Server, serving
from websockets.asyncio.client import connect

PERSON, LEARNER, GREEDY = "127.0.0.3", "127.0.0.4", "127.0.0.5"
STRANGERS = tuple(f"127.0.1.{number}" for number in range(1, 7))
GAMES_OF_ONE = 3
AT_ONCE = 4  # free boards that one address asks for
BEGINNING = 10.0  # seconds until the bots have chosen their places and think
THOUGHT = 0.06  # seconds that the person needs
COLOURS = ("blue", "yellow", "green", "red")
STRONG = {"scenario": "pyramid", "seats": dict.fromkeys(COLOURS, "bot:archmage")}
BOARD = {"deeds": [], "do": {"type": "begin", "scenario": "pyramid", "how": "empty"}}


async def person(server: Server, until: float) -> list[float]:
    """Seconds until each choice of a bot was seen."""
    waits: list[float] = []
    rng = random.Random("person")
    while time.monotonic() < until:
        with suppress(TimeoutError):
            async with asyncio.timeout(until - time.monotonic()):
                await play(server, rng, waits)
    return waits


async def play(server: Server, rng: random.Random, waits: list[float]) -> None:
    """One game against a bot that needs no time."""
    wish = {"scenario": "simplified", "seats": {"blue": "you", "yellow": "bot:random"}}
    async with server.client(PERSON) as http:
        made = (await http.post("/api/games", json=wish)).json()
    address = f"ws://{server.address}/api/games/{made['info']['id']}/socket"
    async with connect(address, local_addr=(PERSON, 0), max_size=None) as socket:
        await socket.send(json.dumps({"type": "hello", "seats": [made["seats"][0]["token"]]}))
        message = json.loads(await socket.recv())
        view, version = message["sights"][0]["view"], message["version"]
        while not view.get("result"):
            mine = bool(view["choices"])
            if mine:
                await asyncio.sleep(THOUGHT)
                do = {"type": "do", "id": str(rng.random()), "seat": "blue", "version": version}
                await socket.send(json.dumps({**do, "choices": [rng.choice(view["choices"])]}))
            begun = time.perf_counter()
            while (message := json.loads(await socket.recv()))["type"] != "update":
                pass
            if not mine:
                waits.append(time.perf_counter() - begun)
            view, version = message["sight"]["view"], message["version"]


async def learner(server: Server, until: float) -> list[float]:
    """Seconds until each look at a lesson was answered."""
    waits: list[float] = []
    async with server.client(LEARNER) as http:
        while time.monotonic() < until:
            begun = time.perf_counter()
            answer = await http.post("/api/study/lessons/walk-and-look", json={"deeds": [], "do": {"type": "look"}})
            if answer.status_code == 200:
                waits.append(time.perf_counter() - begun)
            await asyncio.sleep(0.2)
    return waits


async def boards(server: Server, until: float, seen: Counter[int]) -> None:
    """Ask for one free board after the other."""
    async with server.client(GREEDY) as http:
        while time.monotonic() < until:
            status = (await http.post("/api/study/board/mine", json=BOARD)).status_code
            seen[status] += 1
            if status != 200:
                await asyncio.sleep(0.2)


def figures(waits: list[float]) -> dict[str, float]:
    ordered = sorted(waits) or [float("nan")]
    found = {"median": statistics.median(ordered), "p90": ordered[int(0.9 * (len(ordered) - 1))], "max": ordered[-1]}
    return {"count": len(waits), **{name: round(1000 * value, 1) for name, value in found.items()}}


async def measured(server: Server, seconds: float) -> dict[str, Any]:
    until = time.monotonic() + seconds
    found = await asyncio.gather(person(server, until), learner(server, until))
    return {"person_ms": figures(found[0]), "learner_ms": figures(found[1])}


async def measure(seconds: float) -> dict[str, Any]:
    report: dict[str, Any] = {}
    async with serving(pace="0", log_level="warning") as server:
        await measured(server, 3.0)  # the processes begin
        report["quiet"] = await measured(server, seconds)
        seen: Counter[int] = Counter()
        until = time.monotonic() + seconds
        asking = [boards(server, until, seen) for _ in range(AT_ONCE)]
        report["boards"], *_ = await asyncio.gather(measured(server, seconds), *asking)
        report["boards"]["answers"] = dict(seen)
        await asyncio.sleep(2.0)
        made: Counter[int] = Counter()
        for stranger in STRANGERS:
            async with server.client(stranger) as http:
                for _ in range(GAMES_OF_ONE):
                    made[(await http.post("/api/games", json=STRONG)).status_code] += 1
        await asyncio.sleep(BEGINNING)
        report["bots"] = await measured(server, seconds)
        report["bots"]["games"] = dict(made)
    return report


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=15.0)
    parser.add_argument("--json", type=Path)
    args = parser.parse_args()
    report = asyncio.run(measure(args.seconds))
    for name, figures in report.items():
        sys.stdout.write(f"{name}: {json.dumps(figures)}\n")
    if args.json:
        args.json.write_text(json.dumps(report, indent=2))


if __name__ == "__main__":
    main()
