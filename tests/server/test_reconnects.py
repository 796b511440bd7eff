"""A thousand clients that are cut off at random moments, or have lost count: whatever happens to a connection, what comes of
the differences is what its viewer may see. In one process, without a net, so that every moment can be hit."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from dungeon_twister.game.record.recorded_game import RecordedGame
from dungeon_twister.game.session import seats_together
from dungeon_twister.game.views import SPECTATOR, observe
from dungeon_twister.rules.engine.options import WITH_PEOPLE
from dungeon_twister.server.config import Settings, unlimited
from dungeon_twister.server.differences import applied, check_of
from dungeon_twister.server.games.game_service import GameService
from dungeon_twister.server.protocol import NewGame
from dungeon_twister.server.socket_protocol import Do
from dungeon_twister.server.transport.game_socket import GameSocket
from dungeon_twister.server.transport.raw_websocket import GoneError, Inbox
from dungeon_twister.server.transport.server_context import ServerContext
from dungeon_twister.server.wire import encode
from tests.amounts import TIMES
from tests.server.game_services import open_service, seen_by

RECONNECTS = 200 * TIMES  # of each game
LONGEST_GAME = 300
WAIT = 10.0


def sent(value: object) -> Any:
    """As a client reads it."""
    return msgspec.json.decode(encode(value))


class Line:
    """A socket as the server sees it."""

    ready = True

    def __init__(self) -> None:
        self.ear = Inbox()
        self.received: deque[dict[str, Any]] = deque()
        self.news = asyncio.Event()
        self.on_ready: Callable[[], None] | None = None

    def say(self, text: bytes) -> None:
        self.ear.put(text)

    def cut(self) -> None:
        self.ear.end(GoneError("1006"))

    async def receive_text(self) -> bytes:
        return await self.ear.next()

    def interrupt(self, error: Exception) -> None:
        raise AssertionError(f"the server wants to interrupt: {error}")

    def write_texts(self, texts: Sequence[bytes]) -> None:
        self.received += [msgspec.json.decode(text) for text in texts]
        self.news.set()

    async def close(self, code: int, why: str) -> None:
        raise AssertionError(f"the server has closed the connection: {code}, {why}")


class Follower:
    """A client with the view it has made of its messages."""

    def __init__(self, service: ServerContext, game: str, tokens: list[str]) -> None:
        self.service, self.game, self.tokens = service, game, tokens
        self.version = -1
        self.view: dict[str, Any] = {}
        self.kinds: list[str] = []
        self.looking = False
        self._connect()

    def _connect(self) -> None:
        self.line = Line()
        self.looking = False
        connection: Any = self.line
        self.task = asyncio.create_task(GameSocket(self.service, connection, self.game, "").run())
        hello = {"type": "hello", "seats": self.tokens, "since": self.version, "differences": True, "choosing": True}
        self.line.say(msgspec.json.encode(hello))

    async def cut_off(self) -> None:
        """What was sent and not read yet is lost."""
        self.line.cut()
        await asyncio.wait_for(self.task, WAIT)

    async def come_back(self) -> None:
        await self.cut_off()
        self._connect()

    async def hear(self) -> None:
        while not self.line.received:
            self.line.news.clear()
            await asyncio.wait_for(self.line.news.wait(), WAIT)
        message = self.line.received.popleft()
        self.kinds.append(message["type"])
        if message["type"] == "welcome":
            self.version, self.view, self.looking = message["version"], message["sights"][0]["view"], False
        elif message["type"] in ("update", "choosing"):
            self.version, self.view = message["version"], message["sight"]["view"]
        elif message["type"] == "changed" and message["since"] == self.version:
            self.version, self.view = message["version"], applied(self.view, message["view"])
            if check_of(self.view) != message["view"]["check"] and not self.looking:
                self.looking = True
                self.line.say(b'{"type":"look"}')
        else:
            assert message["type"] in ("info", "said")

    async def catch_up(self, version: int) -> None:
        while self.version < version or self.looking:
            await self.hear()


class Table:
    """A game of the service, the same game played by the test, and all its clients."""

    def __init__(self, games: GameService, scenario: str, seed: int) -> None:
        self.games, self.scenario = games, scenario
        self.seed = f"reconnects {seed}"
        self.truth = RecordedGame.new(scenario, WITH_PEOPLE, self.seed)
        self.followers: list[tuple[int, Follower]] = []

    async def open(self, service: ServerContext) -> None:
        colours = self.truth.state.setting.colours
        made = await self.games.create(NewGame(self.scenario, seats=dict.fromkeys(colours, "you"), seed=self.seed), "a")
        self.id = made.info.id
        tokens = [[seat.token] for seat in made.seats]
        viewers = [*range(len(colours)), SPECTATOR, SPECTATOR]
        self.followers = [
            (viewer, Follower(service, self.id, held)) for viewer, held in zip(viewers, [*tokens, [], []], strict=True)
        ]

    async def play(self, rng: Random) -> None:
        """One choice, or all choices of those who choose at the same time."""
        together = seats_together(self.truth.state)
        while True:
            seat, number = self.truth.decider, len(self.truth.log)
            version = (await self.games.info(self.id)).version
            choice = rng.choice(observe(self.truth.state, self.truth.state.decider()).choices)
            answer = await self.games.command(self.id, seat, Do(f"c{number}", seat, version, [choice]))
            assert answer.reason is None
            self.truth.play(choice)
            if not together or answer.version > version:
                return

    async def check(self, viewer: int, follower: Follower) -> None:
        await follower.catch_up(len(self.truth.log))
        assert follower.view == sent(seen_by(self.truth.state, viewer))

    async def close(self) -> None:
        for viewer, follower in self.followers:
            await self.check(viewer, follower)
            await follower.cut_off()


@pytest.mark.parametrize("scenario", ["base", "standard"])
async def test_many_reconnects(tmp_path: Path, scenario: str) -> None:
    rng = Random(scenario)
    async with open_service(f"sqlite:///{tmp_path}/games.db") as games:
        service = ServerContext(unlimited(Settings()), games)
        broken = wrong = count = 0
        kinds: list[str] = []
        while broken < RECONNECTS:
            count += 1
            table = Table(games, scenario, count)
            await table.open(service)
            while broken < RECONNECTS and not table.truth.over and len(table.truth.log) < LONGEST_GAME:
                for _ in range(rng.randrange(3)):
                    await table.play(rng)
                for viewer, follower in table.followers:
                    if rng.random() < 0.4:
                        await follower.come_back()
                        broken += 1
                    for _ in range(rng.randrange(len(follower.line.received) + 1)):
                        await follower.hear()
                    if rng.random() < 0.3:
                        await table.check(viewer, follower)
                    if follower.view and not follower.looking and rng.random() < 0.02:
                        follower.view["turn"] = 999  # something has gone wrong: the next check does not fit
                        wrong += 1
                        await table.play(rng)
                        await table.check(viewer, follower)
            await table.close()
            kinds += [kind for _, follower in table.followers for kind in follower.kinds]
        assert wrong > 2 and all(kinds.count(kind) > 20 for kind in ("changed", "update"))
