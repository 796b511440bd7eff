"""Game services for tests: bots think in the same process, nothing waits, and the test sets the time."""

from __future__ import annotations

import asyncio
import gzip
import tempfile
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path
from random import Random
from secrets import token_hex
from typing import TypeVar

from dungeon_twister.game.record.grammar import Choice
from dungeon_twister.game.session import seats_together, with_deciders_first
from dungeon_twister.game.views import CardView, View, observe
from dungeon_twister.rules.engine.state import State
from dungeon_twister.server.analysis_protocol import Replay
from dungeon_twister.server.games.game_service import GameService
from dungeon_twister.server.protocol import Created, Join, NewGame
from dungeon_twister.server.socket_protocol import CommandAnswer, Do, Fill, FromServer, News, Update, Welcome
from dungeon_twister.server.store.retention import RetentionPolicy
from dungeon_twister.server.store.sql_store import Store
from dungeon_twister.server.wire import decode
from dungeon_twister.server.workers.bot_pool import BotBackend, InProcessBots

T = TypeVar("T")
START = 1_700_000_000.0
SQLITE = "sqlite:///"


async def make_tables(url: str) -> None:
    store = Store(url)
    await store.open()
    await store.close()


@cache
def sqlite_pattern() -> bytes:
    """A database file with the tables of today, made once: to copy it is quicker than to bring each one up to date."""
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(1) as thread:  # here a loop may be running
        file = Path(folder, "games.db")
        thread.submit(asyncio.run, make_tables(f"{SQLITE}{file}")).result()
        return file.read_bytes()


def with_tables(url: str) -> str:
    """The same database. A file that is not there yet is made with its tables."""
    file = Path(url.removeprefix(SQLITE))
    if url.startswith(SQLITE) and not file.exists():
        file.write_bytes(sqlite_pattern())
    return url


def seen_by(state: State, viewer: int) -> View | CardView:
    """What a server shows a viewer who has not chosen yet: of those who choose at the same time each is asked first."""
    return observe(with_deciders_first(state, [viewer]) if viewer in seats_together(state) else state, viewer)


class Time:
    """A clock that the test sets."""

    def __init__(self) -> None:
        self.now = START
        self.jumped = 0.0

    def __call__(self) -> float:
        return self.now

    def steady(self) -> float:
        """The time that has passed."""
        return self.now - self.jumped

    def jump(self, seconds: float) -> None:
        """Somebody sets it, or the machine has slept: no time has passed for those who play."""
        self.now += seconds
        self.jumped += seconds


def make_service(
    time: Time, url: str, bot_backend: BotBackend | None = None, most_games: int = 600, retention: RetentionPolicy | None = None
) -> GameService:
    """A game service with that clock, not yet open."""
    return GameService(
        Store(with_tables(url)), bot_backend or InProcessBots(), time, 0.0, most_games, retention=retention, steady=time.steady
    )


@asynccontextmanager
async def open_service(
    url: str,
    now: Time | None = None,
    bot_backend: BotBackend | None = None,
    most_games: int = 600,
    retention: RetentionPolicy | None = None,
) -> AsyncIterator[GameService]:
    """An open game service."""
    games = make_service(now or Time(), url, bot_backend, most_games, retention)
    await games.open()
    try:
        yield games
    finally:
        await games.close()


class Player:
    """The holder of a seat, who knows only the messages of his subscription."""

    def __init__(self, games: GameService, id: str, seat: str, token: str = "") -> None:
        self.games = games
        self.id = id
        self.seat = seat
        self.token = token
        self.received: list[FromServer] = []
        self.subscription = games.subscribe(id, [seat], self.received.append)

    @property
    def updates(self) -> list[Update]:
        return [message for message in self.received if isinstance(message, Update)]

    @property
    def news(self) -> list[News]:
        return [message for message in self.received if isinstance(message, News)]

    async def look(self) -> Welcome:
        return await self.games.welcome(self.id, [self.seat])

    async def choices(self) -> list[Choice]:
        return (await self.look()).sights[0].view.choices

    async def do(self, *choices: Choice | str) -> CommandAnswer:
        """Choices at the current version."""
        version = (await self.look()).version
        return await self.games.command(self.id, self.seat, Do(token_hex(8), self.seat, version, list(choices)))


async def two_people(games: GameService, wish: NewGame | None = None) -> tuple[Player, Player]:
    """A game of Ann (blue) and Ben (yellow), begun."""
    made = await games.create(wish or NewGame("base", seats={"blue": "you"}, name="Ann"), "address")
    other = await games.join(made.info.id, Join("Ben"))
    return player(games, made), player(games, other)


async def past_starters(games: GameService, wish: NewGame | None = None) -> tuple[Player, Player]:
    """The same game when both have set their starters: from here on one decides after the other."""
    ann, ben = await two_people(games, wish)
    await set_starters(ann, ben)
    return ann, ben


async def set_starters(*players: Player) -> None:
    """Starters at random for everybody."""
    for one in players:
        version = (await one.look()).version
        answer = await one.games.command(one.id, one.seat, Fill(token_hex(8), one.seat, version))
        assert answer.reason is None, answer
    for one in players:
        one.received.clear()


def player(games: GameService, made: Created) -> Player:
    return Player(games, made.info.id, made.seats[0].colour, made.seats[0].token)


async def play_on(players: list[Player], steps: int, rng: Random) -> None:
    """Random choices of the players who have to decide."""
    for _ in range(steps):
        for one in players:
            choices = await one.choices()
            if choices:
                answer = await one.do(rng.choice(choices))
                assert answer.reason is None, answer
                break


async def replay_of(games: GameService, id: str, viewer: str) -> Replay:
    return decode(gzip.decompress(await games.queries.replay(id, viewer)), Replay)


async def until(games: GameService, id: str, decider: str, seconds: float = 20.0) -> Welcome:
    """Wait for bots."""
    async with asyncio.timeout(seconds):
        while True:
            seen = await games.welcome(id, [])
            if seen.info.decider in (decider, ""):
                return seen
            await asyncio.sleep(0.002)
