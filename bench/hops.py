"""The way of one choice: from the socket of whoever makes it to the updates of all players, counted in calls of this package's
functions and in modules that they stand in. People play at random, each over a socket of the real application.

    python bench/hops.py [--scenario base] [--choices 120] [--modules]
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
import threading
from collections import Counter
from pathlib import Path
from random import Random
from statistics import mean, median
from types import FrameType
from typing import Any

import dungeon_twister
from dungeon_twister.engine.game import new_setting
from dungeon_twister.server.config import Settings, unlimited
from dungeon_twister.server.logs import start_logging
from dungeon_twister.server.protocol import Created, NewGame
from dungeon_twister.server.transport.app import make_app, make_hall
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


class Socket:
    """One player's end of a socket, spoken to the application itself."""

    def __init__(self, app: Any, game: str, token: str) -> None:
        self._to: asyncio.Queue[Message] = asyncio.Queue()
        self.heard: asyncio.Queue[Message] = asyncio.Queue()
        scope = {
            "type": "websocket",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "scheme": "ws",
            "path": f"/api/games/{game}/socket",
            "raw_path": f"/api/games/{game}/socket".encode(),
            "root_path": "",
            "query_string": b"",
            "headers": [(b"host", b"127.0.0.1")],
            "client": ("127.0.0.1", 1),
            "server": ("127.0.0.1", 80),
            "subprotocols": [],
            "extensions": {},
            "state": {},
        }
        self._to.put_nowait({"type": "websocket.connect"})
        self.send({"type": "hello", "seats": [token]})
        self.task = asyncio.create_task(app(scope, self._to.get, self._sent))

    def send(self, message: Message) -> None:
        self._to.put_nowait({"type": "websocket.receive", "text": json.dumps(message)})

    def close(self) -> None:
        self._to.put_nowait({"type": "websocket.disconnect", "code": 1000})

    async def _sent(self, message: Message) -> None:
        text = message.get("text") or (message.get("bytes") or b"").decode()
        if text:
            await self.heard.put(json.loads(text))

    async def until(self, *kinds: str) -> Message:
        while True:
            message = await asyncio.wait_for(self.heard.get(), 10)
            assert message["type"] != "trouble", message
            if message["type"] in kinds:
                return message


async def trace(counting: Counting, folder: str, scenario: str, choices: int) -> list[Counter[str]]:
    """The calls of each of so many choices."""
    settings = unlimited(Settings(database=f"sqlite:///{folder}/games.db", reading_workers=0))
    hall = make_hall(settings)
    await hall.open()
    app = make_app(settings, hall, Pages(), opened=True)
    wish = NewGame(scenario, seats=dict.fromkeys(new_setting(scenario).colours, "you"), seed="hops")
    found = await _play(app, await hall.create(wish, "here"), counting, choices)
    await hall.close()
    return found


async def _play(app: Any, made: Created, counting: Counting, choices: int) -> list[Counter[str]]:
    players = {seat.colour: Socket(app, made.info.id, seat.token) for seat in made.seats}
    found: list[Counter[str]] = []
    seen = {colour: (await player.until("welcome")) for colour, player in players.items()}
    views = {colour: message["sights"][0]["view"] for colour, message in seen.items()}
    version, rng = max(message["version"] for message in seen.values()), Random(1)
    while len(found) < choices:
        deciding = [colour for colour, view in views.items() if view.get("choices")]
        if not deciding:
            break
        await asyncio.sleep(0)
        counting.calls, counting.on = Counter(), True
        choice = rng.choice(views[deciding[0]]["choices"])
        command = {"type": "do", "id": f"c{len(found)}", "seat": deciding[0], "version": version, "choices": [choice]}
        players[deciding[0]].send(command)
        for colour, player in players.items():
            update = await player.until("update")
            views[colour], version = update["sight"]["view"], update["version"]
        answer = await players[deciding[0]].until("answer")
        counting.on = False
        assert "reason" not in answer, answer
        found.append(counting.calls)
    for player in players.values():
        player.close()
        await player.task
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
