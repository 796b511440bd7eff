"""Entry point of the web worker: JSON messages between pages and the local server
(web/src/transport/messages.ts).

`disk` is web/src/transport/indexed-db.ts; its methods return promises and JSON.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from typing import Any, Protocol

from dungeon_twister.browser.local_server import LocalServer
from dungeon_twister.browser.worker_client import BrowserWorker, WorkerAnalysis, WorkerBots, WorkerClient


class BrowserDisk(Protocol):
    """The JavaScript side of the disk."""

    def read(self, prefix: str) -> Awaitable[str]: ...

    def write(self, texts: str) -> Awaitable[None]: ...


class JsonDisk:
    """The disk as the store uses it."""

    def __init__(self, disk: BrowserDisk) -> None:
        self._disk = disk

    async def read(self, prefix: str) -> list[tuple[str, str]]:
        return [(key, text) for key, text in json.loads(await self._disk.read(prefix))]

    async def write(self, texts: Mapping[str, str | None]) -> None:
        if not texts:
            return
        try:
            await self._disk.write(json.dumps(texts))
        except Exception as error:  # any JavaScript error: it was not stored
            raise OSError(str(error)) from error


class PagePorts:
    """The pages of a worker by their numbers. `post` sends one of them a message."""

    def __init__(self, server: LocalServer, post: Callable[[int, str], None]) -> None:
        self._server = server
        self._post = post
        self._lines: dict[int, set[int]] = {}  # page -> its connections
        self._tasks: set[asyncio.Task[None]] = set()

    def hear(self, port: int, text: str) -> None:
        """Handle a message of a page."""
        wish: dict[str, Any] = json.loads(text)
        match wish["kind"]:
            case "request":
                self._begin(self._request(port, wish))
            case "dial":
                self._dial(port, wish["line"], wish["game"])
            case "say":
                self._begin(self._server.receive(f"{port}/{wish['line']}", wish["text"]))
            case "hang-up":
                self._hang_up(port, wish["line"])
            case "leave":
                for line in self._lines.pop(port, set()):
                    self._server.hang_up(f"{port}/{line}")

    async def _request(self, port: int, wish: Mapping[str, Any]) -> None:
        status, body = await self._server.request(wish["method"], wish["address"], wish["token"], wish["body"].encode())
        self._post_message(port, kind="answer", id=wish["id"], status=status, body=body.decode())

    def _dial(self, port: int, line: int, game: str) -> None:
        def said(text: str) -> None:
            self._post_message(port, kind="said", line=line, text=text)

        def hung_up(code: int) -> None:
            self._post_message(port, kind="hung-up", line=line, code=code)

        self._lines.setdefault(port, set()).add(line)
        self._server.dial(f"{port}/{line}", game, said, hung_up)

    def _hang_up(self, port: int, line: int) -> None:
        self._lines.get(port, set()).discard(line)
        self._server.hang_up(f"{port}/{line}")

    def _post_message(self, port: int, **message: object) -> None:
        self._post(port, json.dumps(message))

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


async def start(disk: BrowserDisk, compute_worker: BrowserWorker, post: Callable[[int, str], None]) -> PagePorts:
    """Start the local server with what the browser has stored. Bots run in the second worker."""
    client = WorkerClient(compute_worker)
    server = LocalServer(JsonDisk(disk), WorkerBots(client), analysis_pool=WorkerAnalysis(client))
    await server.open()
    return PagePorts(server, post)
