"""Bots at the table: they play to the end, go on after a restart, and one that fails or dawdles harms nobody."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from pathlib import Path
from random import Random

import pytest

from dungeon_twister.game.record.grammar import Choice
from dungeon_twister.game.record.recorded_game import RecordedGame
from dungeon_twister.game.views import CardView, View, observe
from dungeon_twister.server.protocol import NewGame
from dungeon_twister.server.socket_protocol import Resign
from dungeon_twister.server.wire import decode, encode
from dungeon_twister.server.workers.bot_pool import BotError, BotPool, BotRequest, InProcessBots
from tests.server.game_services import open_service, player, replay_of, until


class Failing(InProcessBots):
    """A bot that fails, or names what it may not."""

    def __init__(self, choice: Choice | None) -> None:
        super().__init__()
        self.choice = choice

    async def choose(self, request: BotRequest) -> Choice:
        if self.choice is None:
            raise BotError("it does not feel like it")
        return self.choice


class Dawdling(InProcessBots):
    """One game's bot never answers."""

    slow = ""

    async def choose(self, request: BotRequest) -> Choice:
        if request.seat.startswith(self.slow):
            await asyncio.sleep(3600)
        return await super().choose(request)


@pytest.mark.parametrize(("scenario", "bot"), [("simplified", "random"), ("tutorial-1", "greedy")])
async def test_bots_play_to_the_end(tmp_path: Path, scenario: str, bot: str) -> None:
    async with open_service(f"sqlite:///{tmp_path}/games.db") as games:
        made = await games.create(NewGame(scenario, seats={"blue": f"bot:{bot}", "yellow": "bot:random"}, seed="1"), "a")
        info = (await until(games, made.info.id, "nobody", 60)).info
        assert (info.stage, bool(info.winners), bool(info.reason)) == ("over", True, True)
        assert games.figures()["bot_failures"] == 0
        assert (await replay_of(games, made.info.id, "spectator")).winners == info.winners


async def test_a_bot_is_asked_again_after_a_restart(url: str) -> None:
    dawdling = Dawdling()
    async with open_service(url, bot_backend=dawdling) as games:
        made = await games.create(NewGame("simplified", seats={"blue": "you", "yellow": "bot:random"}), "a")
        ann, rng = player(games, made), Random(1)
        while (await ann.look()).info.decider == "blue":
            await ann.do(rng.choice(await ann.choices()))
        await asyncio.sleep(0.1)
        assert (await ann.look()).info.decider == "yellow"
    async with open_service(url) as games:
        assert (await until(games, ann.id, "blue")).info.decider == "blue"


@pytest.mark.parametrize("choice", [None, Choice("fly"), Choice("pass"), Choice("resign", player="blue")])
async def test_a_bot_that_fails_is_replaced_by_chance(tmp_path: Path, choice: Choice | None) -> None:
    async with open_service(f"sqlite:///{tmp_path}/games.db", bot_backend=Failing(choice)) as games:
        made = await games.create(NewGame("base", seats={"blue": "you", "yellow": "bot:greedy"}), "a")
        ann, rng = player(games, made), Random(1)
        for _ in range(6):
            assert (await until(games, ann.id, "blue")).info.stage == "playing"
            await ann.do(rng.choice(await ann.choices()))
        assert games.figures()["bot_failures"] > 0


async def test_a_slow_bot_delays_no_other_game(tmp_path: Path) -> None:
    dawdling = Dawdling()
    dawdling.slow = "?"
    async with open_service(f"sqlite:///{tmp_path}/games.db", bot_backend=dawdling) as games:
        wish = NewGame("simplified", seats={"blue": "you", "yellow": "bot:random"})
        stuck, other = player(games, await games.create(wish, "a")), player(games, await games.create(wish, "a"))
        dawdling.slow = stuck.id
        rng = Random(1)
        while (await stuck.look()).info.decider == "blue":
            await stuck.do(rng.choice(await stuck.choices()))
        for _ in range(8):
            await until(games, other.id, "blue")
            await other.do(rng.choice(await other.choices()))
        resigned = await games.command(stuck.id, "blue", Resign("r", "blue"))
        assert resigned.reason is None and (await stuck.look()).info.stage == "over"


class Counting(InProcessBots):
    """Waits before it answers, and records which bots were asked."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[BotRequest] = []
        self.go = asyncio.Event()

    async def choose(self, request: BotRequest) -> Choice:
        self.asked.append(request)
        await self.go.wait()
        return await super().choose(request)


async def test_bots_think_first_for_games_with_people(tmp_path: Path) -> None:
    """And those of one address do not go before those of another (`Line` in test_replays)."""
    bot_backend = Counting()
    async with open_service(f"sqlite:///{tmp_path}/games.db", bot_backend=bot_backend) as games:
        alone = NewGame("simplified", seats={"blue": "bot:random", "yellow": "bot:random"})
        made = [await games.create(alone, "flooder") for _ in range(3)]
        assert await games.bot_games("flooder") == 3 and await games.bot_games("ann") == 0
        ann = await games.create(NewGame("simplified", seats={"blue": "you", "yellow": "bot:random"}), "ann")
        rng, one = Random(1), player(games, ann)
        while (await one.look()).info.decider == "blue":
            await one.do(rng.choice(await one.choices()))
        await asyncio.sleep(0.05)
        by_game = {request.seat.split()[0]: request for request in bot_backend.asked}
        assert [by_game[game.info.id].urgent for game in made] == [False] * 3 and by_game[ann.info.id].urgent
        assert len({request.whose for request in bot_backend.asked}) == 2
        bot_backend.go.set()


def test_the_pace_is_for_those_who_watch(tmp_path: Path) -> None:
    """Nobody waits for a bot whose game nobody looks at."""

    async def took(watched: bool) -> float:
        async with open_service(f"sqlite:///{tmp_path}/{watched}.db") as games:
            games.bot_runner._pace = 0.15
            made = await games.create(NewGame("simplified", seats={"blue": "you", "yellow": "bot:random"}, seed="1"), "a")
            ann, rng = player(games, made), Random(1)
            if not watched:
                ann.subscription.close()
            begun = time.perf_counter()
            while len((await games.queries.history(ann.id, "blue")).steps) < 24:
                if await ann.choices():
                    await ann.do(rng.choice(await ann.choices()))
                await asyncio.sleep(0.005)
            return time.perf_counter() - begun

    alone, watched = asyncio.run(took(False)), asyncio.run(took(True))
    assert watched > 0.4 and watched > alone


async def test_processes_think_and_are_replaced_when_they_dawdle() -> None:
    """Real ones: a bot answers from its view alone; one that is too slow loses its process, and the next one starts."""
    game = RecordedGame.new("base", seed="1")
    seen = observe(game.state, game.state.decider())
    encoded = encode(seen)
    assert decode(encoded, View | CardView) == seen
    bot_pool = BotPool(1)
    await bot_pool.open()
    try:
        assert await bot_pool.choose(BotRequest("greedy", "g blue", "seed", 1, encoded)) in seen.choices
        os.kill(bot_pool._people.workers[0].pid, signal.SIGSTOP)  # as if it thought for ever
        bot_pool._patience = 0.2
        with pytest.raises(BotError, match="seconds"):
            await bot_pool.choose(BotRequest("greedy", "g blue", "seed", 2, encoded))
        bot_pool._patience = 20.0
        assert await bot_pool.choose(BotRequest("random", "g blue", "seed", 3, encoded)) in seen.choices
        os.kill(bot_pool._people.workers[0].pid, signal.SIGKILL)  # no fault of the bot's: it is asked again
        assert await bot_pool.choose(BotRequest("random", "g blue", "seed", 4, encoded)) in seen.choices
        with pytest.raises(BotError, match="no bot"):
            await bot_pool.choose(BotRequest("nobody", "h blue", "seed", 1, encoded))
        with pytest.raises(BotError):
            await bot_pool.choose(BotRequest("random", "h blue", "seed", 1, b"{}"))
    finally:
        await bot_pool.close()
