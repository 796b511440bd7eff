"""The connection at a game: a web socket and the port of a web worker carry the same conversation."""

from __future__ import annotations

import asyncio
import json
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from dungeon_twister.browser.page_port import PagePort
from dungeon_twister.server.config import Settings, unlimited
from dungeon_twister.server.endpoints.service import Service
from dungeon_twister.server.games import GameService
from dungeon_twister.server.protocol import Created, Join, NewGame
from dungeon_twister.server.transport.game_socket import GameSocket
from dungeon_twister.server.transport.raw_websocket import GoneError, Inbox
from dungeon_twister.server.transport.server_context import ServerContext
from tests.server.game_services import open_service

Message = dict[str, Any]
TWO = {"blue": "you", "yellow": "you"}
WAIT = 10.0


class Line:
    """A web socket as the server sees it."""

    ready = True

    def __init__(self, receive: Callable[[Message], None], end: Callable[[int], None]) -> None:
        self.inbox = Inbox()
        self.on_ready: Callable[[], None] | None = None
        self._receive, self._end = receive, end

    async def receive_text(self) -> bytes:
        return await self.inbox.next()

    def interrupt(self, error: Exception) -> None:
        self.inbox.end(error)

    def write_texts(self, texts: Sequence[bytes]) -> None:
        for text in texts:
            self._receive(json.loads(text))

    async def close(self, code: int, why: str) -> None:
        self._end(code)


class Client(ABC):
    """A client of one game over a transport."""

    def __init__(self) -> None:
        self.received: list[Message] = []
        self.code = 0
        self.count = 0
        self._news = asyncio.Event()

    @abstractmethod
    async def say(self, text: str) -> None: ...

    @abstractmethod
    async def leave(self) -> None: ...

    def take(self, message: Message) -> None:
        self.received.append(message)
        self._news.set()

    def end(self, code: int) -> None:
        self.code = code
        self._news.set()

    async def until(self, found: Callable[[], bool]) -> None:
        async with asyncio.timeout(WAIT):
            while not found():
                self._news.clear()
                await self._news.wait()

    async def send(self, *messages: Message | str) -> list[Message]:
        """Send messages; return what was received until all of them are handled, without `News`."""
        begin = len(self.received)
        for message in messages:
            await self.say(message if isinstance(message, str) else json.dumps(message))
        self.count += 1
        last = {"type": "ping", "id": f"ping {self.count}"}
        await self.say(json.dumps(last))
        await self.until(lambda: bool(self.code) or any(one.get("id") == last["id"] for one in self.received))
        return [one for one in self.received[begin:] if one["type"] not in ("pong", "info")]


class SocketClient(Client):
    """A client over a web socket."""

    def __init__(self, games: GameService, game: str) -> None:
        super().__init__()
        line: Any = Line(self.take, self.end)
        self.line = line
        service = ServerContext(unlimited(Settings()), games)
        self.task = asyncio.create_task(GameSocket(service, line, game, "").run())

    async def say(self, text: str) -> None:
        self.line.inbox.put(text.encode())

    async def leave(self) -> None:
        self.line.inbox.end(GoneError("1006"))
        await asyncio.wait_for(self.task, WAIT)


class PortClient(Client):
    """A client over a port of a web worker."""

    def __init__(self, games: GameService, game: str) -> None:
        super().__init__()
        service = Service(unlimited(Settings()), games, ServerContext(unlimited(Settings()), games).study)
        self.port = PagePort(service, game, lambda text: self.take(json.loads(text)), self.end)

    async def say(self, text: str) -> None:
        await self.port.receive(text)

    async def leave(self) -> None:
        self.port.leave()


Connect = Callable[[GameService, str], Client]
Conversation = Callable[[GameService, Created, Connect], Awaitable[list[Message]]]


def hello(*tokens: str, **more: Any) -> Message:
    return {"type": "hello", "seats": list(tokens), **more}


def choices(messages: Sequence[Message]) -> tuple[str, list[Any]]:
    """Return a seat that has something to choose, and its choices."""
    for message in reversed(messages):
        for sight in message.get("sights") or [message["sight"]] if message["type"] in ("welcome", "update") else []:
            if sight["view"].get("choices"):
                return sight["viewer"], sight["view"]["choices"]
    raise AssertionError("nobody may choose")


async def begin(client: Client, *tokens: str, **more: Any) -> Message:
    """Say hello, set the starters, and return the welcome afterwards."""
    now = (await client.send(hello(*tokens, **more)))[-1]
    while now["version"] == 0:
        seat, possible = choices([now])
        client.count += 1
        do = {"type": "do", "id": f"starter {client.count}", "seat": seat, "version": 0, "choices": [possible[0]]}
        now = (await client.send(do, {"type": "look"}))[-1]
    return now


async def whole_game(games: GameService, made: Created, connect: Connect) -> list[Message]:
    """Commands, questions, refusals and planned moves; then a client that returns, one that watches and one that leaves."""
    tokens = [seat.token for seat in made.seats]
    client = connect(games, made.info.id)
    welcome = await begin(client, *tokens, differences=True, choosing=True)
    seat, possible = choices([welcome])
    other = "yellow" if seat == "blue" else "blue"
    version = welcome["version"]
    do = {"type": "do", "id": "1", "seat": seat, "version": version, "choices": [possible[0]]}
    sent = await client.send(
        {"type": "plan", "id": "plan", "seat": other, "choices": [{"do": "pass"}]},
        do,
        do,
        {**do, "id": "late"},
        {**do, "id": "wrong", "version": version + 1, "choices": ["nonsense"]},
        {**do, "id": "else", "seat": "red"},
        {"type": "say", "id": "line", "seat": seat, "text": " hello "},
        {"type": "say", "id": "line 2", "seat": seat, "text": " "},
        {"type": "ask", "id": "why", "seat": seat, "about": "pass"},
        {"type": "ask", "id": "else", "seat": "red"},
        {"type": "history", "id": "past", "seat": ""},
        hello(*tokens),
        "nonsense",
        '{"type":"dance"}',
    )
    await client.leave()
    again = connect(games, made.info.id)
    await again.send(hello(*tokens, since=version))
    watching = connect(games, made.info.id)
    sent += again.received
    sent += await watching.send(hello(), {**do, "id": "mine"}, {"type": "history", "id": "past", "seat": ""})
    sent += await again.send({"type": "resign", "id": "end", "seat": seat})
    sent += await watching.send({"type": "look", "id": "end"})
    await again.leave()
    await watching.leave()
    return [message for message in [*client.received, *sent] if message["type"] != "info"]


async def wrong_beginnings(games: GameService, made: Created, connect: Connect) -> list[Message]:
    """Connections that are closed at once: the last message and the close code of each."""
    ends: list[Message] = []
    for first in (hello("nonsense"), {"type": "ping"}, hello(*["x"] * 9), "nonsense", hello(made.seats[0].token, "x")):
        client = connect(games, made.info.id)
        ends += [*await client.send(first), {"type": "closed", "code": client.code}]
    unknown = connect(games, "unknown")
    ends += [*await unknown.send(hello()), {"type": "closed", "code": unknown.code}]
    return ends


async def lost_seat(games: GameService, made: Created, connect: Connect) -> list[Message]:
    """The maker frees a seat; its client is dismissed."""
    open_game = await games.create(NewGame("base", seats={"blue": "you"}), "")
    joined = await games.join(open_game.info.id, Join("Ben"))
    client = connect(games, open_game.info.id)
    await client.send(hello(joined.seats[0].token))
    await games.seat(open_game.info.id, joined.seats[0].colour, open_game.seats[0].token, "open")
    await client.until(lambda: bool(client.code))
    return [one for one in client.received if one["type"] == "trouble"] + [{"type": "closed", "code": client.code}]


def held(conversation: Conversation, connect: Connect, folder: Path) -> list[Message]:
    """Hold a conversation in a new game; ids that chance makes are masked."""

    async def go() -> list[Message]:
        async with open_service(f"sqlite:///{folder}/{connect.__name__}.db") as games:
            made = await games.create(NewGame("base", seats=TWO, seed="conversation"), "")
            messages = await conversation(games, made, connect)
            text = json.dumps([message for message in messages if message["type"] != "pong"])
            return masked(json.loads(text.replace(made.info.id, "ID").replace(made.info.code, "CODE")))

    return asyncio.run(go())


def masked(messages: list[Message]) -> list[Message]:
    """Leave out who is online, which is noticed a moment later."""
    for message in messages:
        for seat in message.get("info", {}).get("seats", []):
            seat.pop("online", None), seat.pop("away", None), seat.pop("bot_in", None)
        message.get("info", {}).pop("watching", None)
    return messages


@pytest.mark.parametrize("conversation", [whole_game, wrong_beginnings, lost_seat])
def test_both_transports_carry_the_same_conversation(conversation: Conversation, tmp_path: Path) -> None:
    socket, port = (held(conversation, connect, tmp_path) for connect in (SocketClient, PortClient))
    for one, other in zip(socket, port, strict=True):
        assert one == other


@pytest.mark.parametrize("connect", [SocketClient, PortClient])
def test_a_returning_client_gets_events_chat_and_plans(connect: Connect, tmp_path: Path) -> None:
    async def conversation(games: GameService, made: Created, connect: Connect) -> list[Message]:
        tokens = [seat.token for seat in made.seats]
        client = connect(games, made.info.id)
        welcome = await begin(client, *tokens)
        seat, possible = choices([welcome])
        other = "yellow" if seat == "blue" else "blue"
        do = {"type": "do", "id": "1", "seat": seat, "version": welcome["version"], "choices": [possible[0]]}
        plan = {"type": "plan", "id": "plan", "seat": other, "choices": [{"do": "pass"}]}
        await client.send(plan, do, {"type": "say", "id": "line", "seat": seat, "text": "hello"})
        await client.leave()
        again = connect(games, made.info.id)
        await again.send(hello(*tokens, since=welcome["version"]))
        return again.received

    kinds = [message["type"] for message in held(conversation, connect, tmp_path)]
    assert kinds[:5] == ["update", "update", "said", "info", "planned"]


@pytest.mark.parametrize("connect", [SocketClient, PortClient])
def test_the_closed_connections_of_wrong_beginnings(connect: Connect, tmp_path: Path) -> None:
    ends = [message for message in held(wrong_beginnings, connect, tmp_path) if message["type"] == "closed"]
    assert [end["code"] for end in ends] == [4403, 4400, 4400, 4400, 4403, 4404]
