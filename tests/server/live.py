"""A real server for tests: the whole application in a thread, on a port of the loopback, with its own database file; and a
client that remembers every byte it was sent."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self

import httpx
import msgspec
import uvicorn
from websockets.sync.client import ClientConnection, connect

from dungeon_twister.cli.serve_command import server_config
from dungeon_twister.server.config import Settings, unlimited
from dungeon_twister.server.games import GameService
from dungeon_twister.server.logs import start_logging
from dungeon_twister.server.transport.app import make_app
from dungeon_twister.server.transport.pages import Pages
from tests.server.game_services import with_tables

STARTING_SECONDS = 60.0  # a busy machine is slow
Message = dict[str, Any]


class Live:
    """A server that answers at `address`."""

    def __init__(self, address: str, loop: asyncio.AbstractEventLoop | None = None) -> None:
        self.address = address
        self.loop = loop  # where the server runs, if that is in this process
        # The server closes a connection on which nothing was asked for five seconds, perhaps while it is asked again.
        limits = httpx.Limits(keepalive_expiry=2.0)
        self.http = httpx.Client(base_url=f"http://{address}", timeout=60, limits=limits)

    def call(self, method: str, path: str, body: object = None, token: str = "") -> httpx.Response:
        """One request under /api."""
        headers = {"authorization": f"Bearer {token}"} if token else {}
        return self.http.request(method, f"/api{path}", json=body, headers=headers)

    def make(self, scenario: str = "base", **wish: Any) -> tuple[str, dict[str, str]]:
        """A new game: its id, and the token of each seat that is ours."""
        answer = self.call("POST", "/games", {"scenario": scenario, **wish})
        assert answer.status_code == 201, answer.text
        made = answer.json()
        return made["info"]["id"], {seat["colour"]: seat["token"] for seat in made["seats"]}

    def set_starters(self, game: str, tokens: dict[str, str]) -> None:
        """Have starters set at random for all seats: from then on one decides after the other."""
        for seat, token in tokens.items():
            version = self.call("GET", f"/games/{game}").json()["version"]
            wish = {"type": "fill", "id": f"starters {seat}", "seat": seat, "version": version}
            answer = self.call("POST", f"/games/{game}/commands", wish, token)
            assert answer.status_code == 200 and "reason" not in answer.json(), answer.text

    def connect(
        self, game: str, *tokens: str, since: int | None = None, hello: bool = True, sock: socket.socket | None = None
    ) -> Client:
        """A client of a game, which has sent hello unless `hello` is False."""
        client = Client(f"ws://{self.address}/api/games/{game}/socket", sock)
        if hello:
            client.send({"type": "hello", "seats": list(tokens), **({} if since is None else {"since": since})})
        return client


class Client:
    """A socket; `received` has every message, as bytes."""

    def __init__(self, url: str, sock: socket.socket | None = None, address: str = "") -> None:
        """`address`: where it comes from, for a server that believes its proxies."""
        headers = {"x-forwarded-for": address} if address else {}
        self._connecting = connect(url, max_size=None, close_timeout=1, sock=sock, additional_headers=headers)
        self.socket: ClientConnection = self._connecting.__enter__()
        self.received: list[bytes] = []
        self.count = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.socket.close()

    def send(self, message: object) -> None:
        self.socket.send(message if isinstance(message, str) else json.dumps(message))

    def receive(self, seconds: float = 30) -> Message:
        """The next message. TimeoutError if there is none."""
        text = self.socket.recv(seconds, decode=False)
        self.received.append(text)
        message: Message = json.loads(text)
        return message

    def until(self, kind: str, **fields: object) -> Message:
        """The next message of a kind; those before it are skipped."""
        while True:
            message = self.receive()
            if message["type"] == kind and all(message.get(name) == value for name, value in fields.items()):
                return message

    def ask(self, kind: str, seat: str, **fields: object) -> Message:
        """Send a command or a question and wait for what is answered to it."""
        self.count += 1
        number = str(fields.pop("id", f"{seat}-{self.count}"))
        self.send({"type": kind, "id": number, "seat": seat, **fields})
        while True:
            message = self.receive()
            if message.get("id") == number:
                return message

    def do(self, seat: str, version: int, *choices: object) -> Message:
        return self.ask("do", seat, version=version, choices=list(choices))


def free_socket(buffer: int = 0) -> socket.socket:
    listener = socket.socket()
    if buffer:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, buffer)  # connections have it from there
    listener.bind(("127.0.0.1", 0))
    listener.listen(256)
    return listener


def free_port() -> int:
    with free_socket() as probe:
        port: int = probe.getsockname()[1]
        return port


@contextmanager
def serving(
    folder: Path,
    settings: Settings | None = None,
    pages: Pages | None = None,
    buffer: int = 0,
    games: GameService | None = None,
) -> Iterator[Live]:
    """A server with its database in a folder; without settings it has no limits and bots are quick. `hall`: one of a test's
    own, with a database of its own."""
    settings = settings or unlimited(Settings(pace=0))
    settings = msgspec.structs.replace(settings, database=with_tables(f"sqlite:///{folder / 'games.db'}"))
    start_logging("warning")
    listener = free_socket(buffer)
    server = uvicorn.Server(server_config(settings, make_app(settings, games, pages)))
    thread = threading.Thread(target=lambda: asyncio.run(server.serve(sockets=[listener])), daemon=True)
    thread.start()
    deadline = time.monotonic() + STARTING_SECONDS
    while not server.started:
        assert thread.is_alive() and time.monotonic() < deadline, "the server does not start"
        time.sleep(0.01)
    live = Live(f"127.0.0.1:{listener.getsockname()[1]}", server.servers[0].get_loop())
    try:
        yield live
    finally:
        live.http.close()
        server.should_exit = True
        thread.join(STARTING_SECONDS)
        listener.close()
