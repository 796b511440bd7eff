"""What the worker of a browser runs: messages of its pages come in as JSON and go out as JSON (web/src/transport/messages.ts).

`disk` is web/src/transport/disk.ts: what it is asked for it promises, and it takes and gives JSON as well.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from typing import Any, Protocol

from dungeon_twister.browser.beside import AnalystsBeside, Beside, BrowserBeside, ThinkerBeside
from dungeon_twister.browser.house import House


class BrowserDisk(Protocol):
    """The disk as JavaScript has it."""

    def read(self, prefix: str) -> Awaitable[str]: ...

    def write(self, texts: str) -> Awaitable[None]: ...


class Shelf:
    """The disk as the store knows it."""

    def __init__(self, disk: BrowserDisk) -> None:
        self._disk = disk

    async def read(self, prefix: str) -> list[tuple[str, str]]:
        return [(key, text) for key, text in json.loads(await self._disk.read(prefix))]

    async def write(self, texts: Mapping[str, str | None]) -> None:
        if not texts:
            return
        try:
            await self._disk.write(json.dumps(texts))
        except Exception as error:  # whatever the browser says: it was not kept
            raise OSError(str(error)) from error


class Desk:
    """The pages of a worker by their numbers. `post` sends one of them a message."""

    def __init__(self, house: House, post: Callable[[int, str], None]) -> None:
        self._house = house
        self._post = post
        self._lines: dict[int, set[int]] = {}  # page -> its talks
        self._tasks: set[asyncio.Task[None]] = set()

    def hear(self, port: int, text: str) -> None:
        """A message of a page."""
        wish: dict[str, Any] = json.loads(text)
        match wish["kind"]:
            case "request":
                self._begin(self._request(port, wish))
            case "dial":
                self._dial(port, wish["line"], wish["game"])
            case "say":
                self._begin(self._house.hear(f"{port}/{wish['line']}", wish["text"]))
            case "hang-up":
                self._hang_up(port, wish["line"])
            case "leave":
                for line in self._lines.pop(port, set()):
                    self._house.hang_up(f"{port}/{line}")

    async def _request(self, port: int, wish: Mapping[str, Any]) -> None:
        status, body = await self._house.request(wish["method"], wish["address"], wish["token"], wish["body"].encode())
        self._tell(port, kind="answer", id=wish["id"], status=status, body=body.decode())

    def _dial(self, port: int, line: int, game: str) -> None:
        def said(text: str) -> None:
            self._tell(port, kind="said", line=line, text=text)

        def hung_up(code: int) -> None:
            self._tell(port, kind="hung-up", line=line, code=code)

        self._lines.setdefault(port, set()).add(line)
        self._house.dial(f"{port}/{line}", game, said, hung_up)

    def _hang_up(self, port: int, line: int) -> None:
        self._lines.get(port, set()).discard(line)
        self._house.hang_up(f"{port}/{line}")

    def _tell(self, port: int, **message: object) -> None:
        self._post(port, json.dumps(message))

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


async def start(disk: BrowserDisk, beside: BrowserBeside, post: Callable[[int, str], None]) -> Desk:
    """Open the house on what the browser has kept; bots think in the worker beside this one."""
    second = Beside(beside)
    house = House(Shelf(disk), ThinkerBeside(second), analysis_pool=AnalystsBeside(second))
    await house.open()
    return Desk(house, post)
