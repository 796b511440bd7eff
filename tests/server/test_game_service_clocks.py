"""Clocks: whose time runs, what happens when it is over, and that a restart forgets none."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

import msgspec
import pytest

from dungeon_twister.game.record.recorded_game import RecordedGame
from dungeon_twister.rules.engine.actions import ATTACK, kind_of
from dungeon_twister.rules.engine.board.actions import DRINK
from dungeon_twister.rules.engine.card.actions import SHOOT
from dungeon_twister.rules.engine.game import legal
from dungeon_twister.server.games.game_service import GameService
from dungeon_twister.server.games.sessions.clocks import DAY, GRACE, SHORTEST_GRACE, next_timing
from dungeon_twister.server.games.sessions.event_log_game import EventLogGame
from dungeon_twister.server.protocol import Clock, NewGame
from dungeon_twister.server.socket_protocol import Fill, Welcome
from tests.server.game_services import START, Player, Time, open_service, past_starters, two_people


async def set_up(games: GameService, players: tuple[Player, Player]) -> None:
    """The setup, done for both."""
    for number in range(12):
        for one in players:
            seen = await one.look()
            if seen.sights[0].view.turn == 0:
                await games.command(one.id, one.seat, Fill(f"{one.seat}{number}", one.seat, seen.version))


async def clock_of(one: Player) -> Clock:
    clock = (await one.look()).clock
    assert clock is not None
    return clock


async def test_the_turns_time_runs_out(url: str) -> None:
    """OPT-1, OPT-1a: the setup has no limit; then 120 seconds for a turn, in which the lowest card is played at last."""
    now = Time()
    async with open_service(url, now) as games:
        players = await two_people(games, NewGame("base", clock="rules", seats={"blue": "you"}))
        ann, ben = players
        assert (await games.info(ann.id)).options == {"endTurn": "asked", "timer": "on"}
        assert (await ann.look()).clock is None
        now.now += 10_000
        await games.check_clocks()
        assert (await ann.look()).sights[0].view.turn == 0
        await set_up(games, players)
        clock = await clock_of(ann)
        decider = (await games.info(ann.id)).decider
        assert (clock.kind, clock.running, clock.allowed, clock.until) == ("turn", [decider], 120.0, now.now + 120)
        one = ann if decider == "blue" else ben
        now.now += 30
        assert (await one.do((await one.choices())[-1])).reason is None
        assert (await clock_of(one)).until == clock.until
        now.now = clock.until + GRACE / 2
        await games.check_clocks()
        assert (await games.info(ann.id)).decider == decider
    async with open_service(url, now) as games:  # the deadline is kept, but for what everybody has after a start
        now.now += SHORTEST_GRACE
        await games.check_clocks()
        assert (await games.info(ann.id)).decider == decider
        now.now += GRACE
        await games.check_clocks()
        seen = await games.welcome(ann.id, ["blue"])
        assert seen.sights[0].view.turn == 2 and seen.info.decider != decider
        assert seen.clock is not None and seen.clock.until == now.now + 120
        kinds = [event.kind for step in (await games.queries.history(ann.id, "blue")).steps for event in step.events]
        assert "timed-out" in kinds


async def test_nobody_loses_to_an_outage(url: str) -> None:
    """The server was down past a deadline: it forfeited the game a second after its start. Now a tenth of the time remains."""
    now = Time()
    async with open_service(url, now) as games:
        ann, _ = await two_people(games, NewGame("base", clock="days:2", seats={"blue": "you"}))
    now.now += 3 * DAY
    async with open_service(url, now) as games:
        await games.check_clocks()
        clock = (await games.welcome(ann.id, ["blue"])).clock
        assert clock is not None and clock.until == now.now + 0.2 * DAY
        now.now += 0.2 * DAY
        await games.check_clocks()
        assert (await games.info(ann.id)).stage == "playing"
        now.now += GRACE
        await games.check_clocks()
        assert (await games.info(ann.id)).stage == "over"


async def test_nobody_loses_to_a_clock_that_jumps(tmp_path: Path) -> None:
    """Somebody sets the clock, or the machine has slept: clients get the new deadline."""
    now = Time()
    async with open_service(f"sqlite:///{tmp_path}/games.db", now) as games:
        ann, _ = await two_people(games, NewGame("base", clock="days:1", seats={"blue": "you"}))
        before = await clock_of(ann)
        await games.check_clocks()
        now.jump(1000)  # not past the deadline: nothing to excuse
        await games.check_clocks()
        assert await clock_of(ann) == msgspec.structs.replace(before, now=now.now)
        now.jump(2 * DAY)
        await games.check_clocks()
        assert (await games.info(ann.id)).stage == "playing"
        answer = ann.received[-1]
        assert isinstance(answer, Welcome) and answer.clock is not None and answer.clock.until == now.now + 0.1 * DAY
        now.now += 0.1 * DAY + GRACE
        await games.check_clocks()
        assert (await games.info(ann.id)).stage == "over"


async def test_the_sweep_wakes_by_itself(tmp_path: Path) -> None:
    now = Time()
    async with open_service(f"sqlite:///{tmp_path}/games.db", now) as games:
        ann, ben = await two_people(games, NewGame("base", {"timer": "1/1/1/1"}, seats={"blue": "you"}))
        await set_up(games, (ann, ben))
        assert (await clock_of(ann)).allowed == 1.0
        now.now += 1.01 + GRACE
        async with asyncio.timeout(10):
            while (await ann.look()).sights[0].view.turn < 2:
                await asyncio.sleep(0.05)


def test_the_turns_time_stands_still_while_others_react() -> None:
    """OPT-1: limits of their own for combat cards and placing; after that the turn's time goes on where it stood."""
    seen: set[str] = set()
    for seed in range(12):
        game = EventLogGame(RecordedGame.waiting("base", {"timer": "120/60/7/9"}), [])
        game.begin(str(seed))
        rng, now, timing, turn, left = Random(seed), START, None, "", 0.0
        for _ in range(400):
            timing = next_timing(timing, game, "rules", [], now)
            if timing is not None:
                assert timing.who == game.decider
                left = left if timing.turn == turn else 120.0
                left += 60.0 * any(entry.drank for entry in game.entries)
                turn = timing.turn
                if timing.kind == "turn":
                    assert game.stage in ("act", "travel", "card")
                    assert timing.until - now == pytest.approx(left)
                    left -= 0.25
                else:
                    assert timing.allowed == {"place": 7.0, "combat": 9.0}[game.stage]
                    seen.add(game.stage)
            now += 0.25
            game.entries = []
            choices = legal(game.state)
            fights = [choice for choice in choices if kind_of(choice) in (ATTACK, DRINK)]
            if not choices:
                break
            game.decide(rng.choice(fights or choices))
    assert seen == {"place", "combat"}


def test_the_card_games_times() -> None:
    """OPT-2, OPT-4, OPT-5: the turn's time for the active player, but for a card laid second; limits for the other."""
    seen: set[tuple[str, str, bool]] = set()
    for seed in range(6):
        game = EventLogGame(RecordedGame.waiting("standard", {"timer": "120/7/9"}), [])
        game.begin(str(seed))
        rng, timing = Random(seed), None
        for _ in range(400):
            timing = next_timing(timing, game, "rules", [], START)
            if timing is not None:
                active = game.state.decider() == game.state.active
                seen.add((game.stage, timing.kind, active))
                if timing.kind == "reaction":
                    assert timing.allowed == (7.0 if game.stage == "place" else 9.0)
            game.entries = []
            choices = legal(game.state)
            if not choices:
                break
            fights = [choice for choice in choices if kind_of(choice) in (ATTACK, SHOOT)]
            game.decide(rng.choice(fights or choices))
    assert {("act", "turn", True), ("place", "turn", True), ("place", "reaction", False)} <= seen
    assert not any(kind == "turn" and not active for _, kind, active in seen)
    assert not any(stage in ("act", "travel", "place") and kind == "reaction" and active for stage, kind, active in seen)
    assert any(stage == "combat" for stage, _, _ in seen)


async def test_a_player_who_lets_the_days_pass_has_resigned(url: str) -> None:
    now = Time()
    async with open_service(url, now) as games:
        ann, ben = await past_starters(games, NewGame("base", clock="days:2", seats={"blue": "you"}))
        clock, decider = await clock_of(ann), (await games.info(ann.id)).decider
        assert (clock.kind, clock.running, clock.until) == ("days", [decider], now.now + 2 * DAY)
        now.now += DAY
        one, other = (ann, ben) if decider == "blue" else (ben, ann)
        while (await games.info(ann.id)).decider == decider:
            await one.do((await one.choices())[0])
        assert (await clock_of(ann)).until == now.now + 2 * DAY
        now.now += 2 * DAY + GRACE
        await games.check_clocks()
        info = await games.info(ann.id)
        assert (info.stage, info.winners, info.reason) == ("over", [one.seat], "time")
        assert other.updates[-1].sight.view.over


async def test_bots_have_no_clock(tmp_path: Path) -> None:
    now = Time()
    async with open_service(f"sqlite:///{tmp_path}/games.db", now) as games:
        wish = NewGame("simplified", clock="days:1", seats={"blue": "bot:random", "yellow": "bot:random"})
        made = await games.create(wish, "a")
        for _ in range(20):
            assert (await games.welcome(made.info.id, [])).clock is None
            await asyncio.sleep(0.01)
