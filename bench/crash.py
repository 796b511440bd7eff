"""A server that is killed again and again while a client plays: `python bench/crash.py [--kills 100] [--database URL]`.

The real server runs in a process of its own and gets SIGKILL at a random moment, then it is started again on the same database.
Afterwards everything that was acknowledged must be in the log, once; everything that was shown must be what the log leads to;
and a repeated command must get the answer it got before.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
import sqlalchemy as sa
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from dungeon_twister.game.record.grammar import Choice
from dungeon_twister.game.record.notation import choice_text
from dungeon_twister.server.store import full_url, make_engine

Message = dict[str, Any]
LONGEST_LIFE = 0.8  # seconds between the first sight of a game and the end of the server
STARTING = 60.0
SECRET = ("leave-out", "starters", "select", "face", "combat")  # decisions that several make at the same time
SEATS: tuple[tuple[str, dict[str, str]], ...] = (
    ("base", {"blue": "you", "yellow": "you"}),
    ("standard", {"blue": "you", "yellow": "you"}),
    ("base", {"blue": "you", "yellow": "bot:random"}),
)


@dataclass
class Seen:
    """What one client received of a game."""

    game: str
    tokens: dict[str, str]
    answers: dict[str, tuple[Message, Message]] = field(default_factory=dict)  # command id -> command, answer
    views: dict[tuple[int, str], Message] = field(default_factory=dict)  # version, viewer -> the game as it was shown
    versions: dict[str, int] = field(default_factory=dict)  # viewer -> the last version he was shown
    over: bool = False
    open: Message | None = None  # the command that has no answer yet

    @property
    def since(self) -> int:
        """What all seats have been shown: the line may break between the update of one and that of the next."""
        return min(self.versions.get(colour, -1) for colour in self.tokens)

    @property
    def version(self) -> int:
        return max(self.versions.values(), default=-1)


class Server:
    """The real one, on a port and a database of its own."""

    def __init__(self, folder: Path, database: str = "") -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.database = database or f"sqlite:///{folder / 'games.db'}"
        self.process: subprocess.Popen[bytes] | None = None
        self.log = folder / "server.log"

    def start(self) -> None:
        command = [sys.executable, "-m", "dungeon_twister", "serve", "--port", str(self.port), "--no-browser"]
        command += ["--database", self.database]
        limits = ("MESSAGE_RATE", "REQUEST_RATE", "GAMES_PER_HOUR", "PACE")
        quick = {f"DUNGEON_TWISTER_{name}": "0" for name in limits}
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(command, env={**os.environ, **quick}, stdout=log, stderr=log)
        until = time.monotonic() + STARTING
        while time.monotonic() < until:
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/health", timeout=5):
                    return
            except OSError:
                if self.process.poll() is not None:
                    raise RuntimeError(f"the server ended by itself: {self.log.read_text()[-2000:]}") from None
                time.sleep(0.05)
        raise RuntimeError("the server does not answer")

    def kill(self) -> None:
        if self.process is not None:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait()

    def post(self, path: str, body: object) -> Message:
        data = json.dumps(body).encode()
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}/api{path}", data, {"content-type": "application/json"})
        with urllib.request.urlopen(request, timeout=30) as answer:
            found: Message = json.load(answer)
            return found

    def make(self, scenario: str, seats: dict[str, str]) -> Seen:
        made = self.post("/games", {"scenario": scenario, "seats": seats})
        return Seen(made["info"]["id"], {seat["colour"]: seat["token"] for seat in made["seats"]})

    @contextmanager
    def connect(self, seen: Seen) -> Iterator[ClientConnection]:
        address = f"ws://127.0.0.1:{self.port}/api/games/{seen.game}/socket"
        with connect(address, max_size=None, close_timeout=0.1) as link:
            link.send(json.dumps({"type": "hello", "seats": list(seen.tokens.values()), "since": seen.since}))
            yield link


def shown(seen: Seen, version: int, sight: Message) -> None:
    """Remember a sight; one of the same version must look the same, except while several choose at the same time."""
    view = sight["view"]
    if view["pending"] and view["pending"][-1]["kind"] in SECRET:
        seen.views[version, sight["viewer"]] = view
    before = seen.views.setdefault((version, sight["viewer"]), view)
    if before != view:
        raise AssertionError(f"version {version} looked different to {sight['viewer']} before the server was killed")
    last = seen.versions.get(sight["viewer"], -1)
    if version < last:
        raise AssertionError(f"version {version} is shown after version {last}")
    seen.versions[sight["viewer"]] = version
    seen.over = sight["view"]["over"]


def hear(seen: Seen, message: Message) -> None:
    """Take in what the server says."""
    if message["type"] == "welcome":
        for sight in message["sights"]:
            shown(seen, message["version"], sight)
    elif message["type"] == "update":
        shown(seen, message["version"], message["sight"])
    elif message["type"] == "answer":
        assert seen.open is not None and seen.open["id"] == message["id"]
        if message.get("reason", {}).get("code") != "stale":
            seen.answers[message["id"]] = (seen.open, message)
        seen.open = None


def play(link: ClientConnection, seen: Seen, rng: random.Random) -> None:
    """Choose at random whenever one of our seats decides, until the line breaks."""
    if seen.open is not None:
        link.send(json.dumps(seen.open))  # nobody has said what became of it
    while True:
        hear(seen, json.loads(link.recv()))
        latest = [seen.views[seen.version, colour] for colour in seen.tokens if (seen.version, colour) in seen.views]
        deciding = next((view for view in latest if view["choices"]), None)
        if seen.open is None and deciding is not None:
            chosen = [rng.choice(deciding["choices"])]
            id = f"{rng.getrandbits(64):x}"
            seen.open = {"type": "do", "id": id, "seat": deciding["viewer"], "version": seen.version, "choices": chosen}
            link.send(json.dumps(seen.open))


def live_once(server: Server, games: list[Seen], rng: random.Random) -> None:
    """Play all games until the server is killed under them."""
    with ExitStack() as open_links:
        links = [open_links.enter_context(server.connect(seen)) for seen in games]
        _play_until_killed(server, links, games, rng)


def _play_until_killed(server: Server, links: list[ClientConnection], games: list[Seen], rng: random.Random) -> None:
    troubles: list[BaseException] = []

    def client(link: ClientConnection, seen: Seen, own: random.Random) -> None:
        try:
            play(link, seen, own)
        except (ConnectionClosed, OSError):
            pass
        except BaseException as trouble:
            troubles.append(trouble)

    threads = [
        threading.Thread(target=client, args=(link, seen, random.Random(rng.random())))
        for link, seen in zip(links, games, strict=True)
    ]
    for thread in threads:
        thread.start()
    time.sleep(rng.uniform(0.02, LONGEST_LIFE) * rng.choice((1, 1, 1, 6)))  # now and then long enough for a bot to wake
    server.kill()
    for link in links:
        link.close()
    for thread in threads:
        thread.join()
    if troubles:
        raise troubles[0]


async def read_log(database: str) -> tuple[dict[str, list[tuple[int, str, str, str]]], dict[str, dict[str, list[str]]]]:
    """The log of every game: version, command, who and text; and what is sealed in it."""
    engine = make_engine(full_url(database))
    try:
        async with engine.connect() as connection:
            question = sa.text("select game, version, command_id, who, text from log order by game, version")
            found: dict[str, list[tuple[int, str, str, str]]] = {}
            for game, version, command, who, text in await connection.execute(question):
                found.setdefault(game, []).append((version, command, who, text))
            rows = await connection.execute(sa.text("select id, aside from games"))
            return found, {game: json.loads(aside).get("sealed", {}) if aside else {} for game, aside in rows}
    finally:
        await engine.dispose()


def check(server: Server, games: list[Seen]) -> int:
    """Everything acknowledged is in the log, once, and gets the same answer again; gives how many commands that were."""
    log, sealed = asyncio.run(read_log(server.database))
    commands = 0
    for seen in games:
        rows = log.get(seen.game, [])
        assert [version for version, _, _, _ in rows] == list(range(1, len(rows) + 1)), "the log has gaps"
        assert len(rows) >= seen.version, "something was shown that is not in the log"
        done = {id: (wish, answer) for id, (wish, answer) in seen.answers.items() if "reason" not in answer}
        for id, (wish, answer) in done.items():
            text = choice_text(msgspec.convert(wish["choices"][0], Choice))
            if answer["version"] == wish["version"]:  # it was sealed, and is so still, or all have chosen
                played = [text for version, _, who, text in rows if version > wish["version"] and who == wish["seat"]]
                assert text in [*sealed[seen.game].get(wish["seat"], []), *played], f"the sealed choice {text} is lost"
                continue
            found = [row for row in rows if row[1] == id]
            assert found and found[-1][0] == answer["version"], f"command {id} was acknowledged and is not in the log"
            times = sum((who, its) == (wish["seat"], text) for _, _, who, its in found)
            assert times == 1, f"command {id} was done {times} times"
        commands += len(done)
    return commands


def check_answers(server: Server, games: list[Seen]) -> None:
    """The server, asked again, says the same."""
    for seen in games:
        with server.connect(seen) as link:
            for command, answer in list(seen.answers.values())[-40:]:
                link.send(json.dumps(command))
                while (message := json.loads(link.recv(timeout=20)))["type"] != "answer":
                    pass
                assert message == answer, f"another answer than before: {message} instead of {answer}"


def crash(kills: int, folder: Path, seed: int = 0, tell: bool = False, database: str = "") -> tuple[int, int]:
    """Kill a server so many times; gives how many commands were acknowledged and how many sights were shown."""
    server, rng = Server(folder, database), random.Random(seed)
    server.start()
    try:
        games, finished = [server.make(*seats) for seats in SEATS], list[Seen]()
        for number in range(kills):
            live_once(server, games, rng)
            commands = check(server, finished + games)
            server.start()
            for place, seats in enumerate(SEATS):
                if games[place].over:
                    finished.append(games[place])
                    games[place] = server.make(*seats)
            if tell:
                print(f"kill {number + 1}: {commands} commands acknowledged, all there", flush=True)
        check_answers(server, finished + games)
        return check(server, finished + games), sum(len(seen.views) for seen in finished + games)
    finally:
        server.kill()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--database", default="", help="the URL of an empty database; a file of SQLite if none is given")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        commands, sights = crash(args.kills, Path(folder), args.seed, tell=True, database=args.database)
    print(f"{args.kills} kills (seed {args.seed}): {commands} acknowledged commands and {sights} sights, nothing lost")


if __name__ == "__main__":
    main()
