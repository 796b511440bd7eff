"""The way of one choice: from the socket of its player to the updates of all players, counted in calls of this package's
functions and in modules that they stand in. People play at random, each over a socket of the real server.

    python bench/hops.py [--scenario base] [--choices 120] [--modules]
"""

from __future__ import annotations

import argparse
import asyncio
import json
import socket
import sys
import tempfile
import threading
from collections import Counter
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random
from statistics import mean, median
from types import FrameType
from typing import Any

import uvicorn
from websockets.asyncio.client import ClientConnection, connect

import dungeon_twister
from dungeon_twister.cli.serve_command import server_config
from dungeon_twister.rules.engine.game import new_setting
from dungeon_twister.server.config import Settings, unlimited
from dungeon_twister.server.differences import applied
from dungeon_twister.server.logs import start_logging
from dungeon_twister.server.protocol import NewGame
from dungeon_twister.server.transport.app import make_app, make_game_service
from dungeon_twister.server.transport.pages import Pages

PACKAGE = str(Path(dungeon_twister.__file__).parent)
Message = dict[str, Any]


class Counting:
    """Counts the calls of functions of the package, module by module, while it is on; the events of every thread."""

    def __init__(self) -> None:
        self.on = False
        self.calls: Counter[str] = Counter()

    def __call__(self, frame: FrameType, event: str, _: object) -> None:
        if self.on and event == "call":
            code = frame.f_code
            if code.co_filename.startswith(PACKAGE) and not code.co_name.startswith("<"):  # no comprehensions
                self.calls[code.co_filename[len(PACKAGE) + 1 :]] += 1


class Player:
    """One player's end of a socket."""

    def __init__(self, end: ClientConnection) -> None:
        self._end = end

    async def send(self, message: Message) -> None:
        await self._end.send(json.dumps(message))

    async def until(self, *kinds: str) -> Message:
        while True:
            message: Message = json.loads(await asyncio.wait_for(self._end.recv(), 10))
            assert message["type"] != "trouble", message
            if message["type"] in kinds:
                return message


async def trace(counting: Counting, folder: str, scenario: str, choices: int) -> list[Counter[str]]:
    """The calls of each of so many choices."""
    settings = unlimited(Settings(database=f"sqlite:///{folder}/games.db", reading_workers=0))
    games = make_game_service(settings)
    server = uvicorn.Server(server_config(settings, make_app(settings, games, Pages())))
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        serving = asyncio.create_task(server.serve(sockets=[listener]))
        while not server.started:
            await asyncio.sleep(0.01)
        wish = NewGame(scenario, seats=dict.fromkeys(new_setting(scenario).colours, "you"), seed="hops")
        made = await games.create(wish, "here")
        address = f"ws://127.0.0.1:{listener.getsockname()[1]}/api/games/{made.info.id}/socket"
        async with AsyncExitStack() as sockets:
            players: dict[str, Player] = {}
            for seat in made.seats:
                end = await sockets.enter_async_context(connect(address, compression=None, max_size=None))
                players[seat.colour] = Player(end)
                await players[seat.colour].send({"type": "hello", "seats": [seat.token], "differences": True})
            found = await _play(players, counting, choices)
        server.should_exit = True
        await serving
    return found


async def _play(players: dict[str, Player], counting: Counting, choices: int) -> list[Counter[str]]:
    found: list[Counter[str]] = []
    seen = {colour: (await player.until("welcome")) for colour, player in players.items()}
    views: dict[str, Any] = {colour: message["sights"][0]["view"] for colour, message in seen.items()}
    version, rng = max(message["version"] for message in seen.values()), Random(1)
    while len(found) < choices:
        deciding = [colour for colour, view in views.items() if view.get("choices")]
        if not deciding:
            break
        await asyncio.sleep(0)
        counting.calls, counting.on = Counter(), True
        choice = rng.choice(views[deciding[0]]["choices"])
        command = {"type": "do", "id": f"c{len(found)}", "seat": deciding[0], "version": version, "choices": [choice]}
        await players[deciding[0]].send(command)
        updates = {colour: await player.until("update", "changed") for colour, player in players.items()}
        answer = await players[deciding[0]].until("answer")
        counting.on = False
        assert "reason" not in answer, answer
        for colour, update in updates.items():
            whole = update["type"] == "update"
            views[colour] = update["sight"]["view"] if whole else applied(views[colour], update["view"])
            version = update["version"]
        found.append(counting.calls)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scenario", default="base")
    parser.add_argument("--choices", type=int, default=300)
    parser.add_argument("--modules", action="store_true", help="name the modules, with their calls for each choice")
    args = parser.parse_args()
    counting = Counting()
    start_logging("warning")
    threading.setprofile(counting)
    sys.setprofile(counting)
    with tempfile.TemporaryDirectory() as folder:
        found = asyncio.run(trace(counting, folder, args.scenario, args.choices))
    sys.setprofile(None)
    calls, modules = [sum(one.values()) for one in found], [len(one) for one in found]
    print(f"{len(found)} choices of {args.scenario}, from the socket to the updates of all players:")
    print(f"  calls    median {median(calls):.0f}, mean {mean(calls):.0f}, most {max(calls)}")
    print(f"  modules  median {median(modules):.0f}, mean {mean(modules):.1f}, most {max(modules)}")
    if args.modules:
        together = sum(found, Counter())
        for name, number in together.most_common():
            print(f"  {number / len(found):8.1f}  {name}")


if __name__ == "__main__":
    main()
