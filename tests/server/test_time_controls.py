"""Time in games of people: banks, delay, vacation, taking back by agreement, plans, and a bot that plays on."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random
from secrets import token_hex
from typing import Any

import msgspec
import pytest

from dungeon_twister.game.record.files import load
from dungeon_twister.game.record.notation import Choice
from dungeon_twister.game.record.proof import verdict, verify
from dungeon_twister.game.record.recorded_game import RecordedGame
from dungeon_twister.server.errors import ProtocolError
from dungeon_twister.server.games.commands.bot_takeover import LONG_AWAY
from dungeon_twister.server.games.game_service import GameService
from dungeon_twister.server.games.sessions.clocks import DAY, GRACE, SHORTEST_GRACE, VACATION_DAYS, next_timing, readable
from dungeon_twister.server.games.sessions.event_log_game import EventLogGame
from dungeon_twister.server.protocol import Clock, GameInfo, Join, NewGame
from dungeon_twister.server.socket_protocol import (
    Agree,
    AskHistory,
    CommandAnswer,
    LayPlan,
    MovePlan,
    Planned,
    Resign,
    StandIn,
    TakeBack,
    Undo,
    Vacation,
    Welcome,
)
from dungeon_twister.server.wire import encode
from tests.server.game_services import START, Player, Time, open_service, past_starters, play_on, player, two_people
from tests.server.test_game_service_clocks import clock_of, set_up


@pytest.fixture
def file(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'games.db'}"


async def tell(one: Player, kind: Any, **fields: Any) -> CommandAnswer:
    return await one.games.command(one.id, one.seat, kind(token_hex(8), one.seat, **fields))


async def deciding(games: GameService, players: tuple[Player, Player]) -> tuple[Player, Player]:
    """Return the deciding player and the other one."""
    ann, ben = players
    return (ann, ben) if (await games.info(ann.id)).decider == ann.seat else (ben, ann)


def code(answer: CommandAnswer) -> str:
    return answer.reason.code if answer.reason else ""


# -- live clocks -------------------------------------------------------------------------------------------------------------


def test_which_clocks_can_be_chosen() -> None:
    good = ("off", "rules", "days:1", "days:30", "bank:5+0", "bank:36000+600", "delay:600/15")
    bad = ("bank:4+0", "bank:36001+0", "bank:600+601", "bank:600", "bank:600/10", "delay:600+10", "delay:0/15", "bank:-5+1", "")
    assert all(readable(clock) for clock in good)
    assert [clock for clock in bad if readable(clock)] == []


async def test_a_bank_runs_out(file: str) -> None:
    """Everybody uses up his own seconds, in the setup too; when they are gone the game is lost on time."""
    now = Time()
    async with open_service(file, now) as games:
        players = await past_starters(games, NewGame("base", clock="bank:60+10", seats={"blue": "you"}))
        one, other = await deciding(games, players)
        clock = await clock_of(one)
        assert (clock.kind, clock.running, clock.until) == ("bank", [one.seat], now.now + 60)
        now.now += 20
        while (await games.info(one.id)).decider == one.seat:
            assert (await one.do((await one.choices())[0])).reason is None
        clock = await clock_of(one)
        assert clock.running == [other.seat] and clock.banks == {one.seat: 40.0, other.seat: 60.0}
        now.now += 60 + GRACE
        await games.check_clocks()
        info = await games.info(one.id)
        assert (info.stage, info.winners, info.reason) == ("over", [one.seat], "time")


def test_turns_earn_the_increment_once() -> None:
    """Ten seconds for each turn that ends; not for reactions, and not again for a turn that was taken back."""
    game = EventLogGame(RecordedGame.waiting("base"), [])
    game.begin("7")
    rng, now, earned = Random(7), START, dict.fromkeys(game.colours, 0)
    timing = next_timing(None, game, "bank:600+10", [], now)
    went_back = False
    for _ in range(1500):
        if game.over:
            break
        before, active = game.state.turn, game.colours[game.state.active]
        game.decide(rng.choice(game.choices()))
        timing = next_timing(timing, game, "bank:600+10", [], now)
        if before and game.state.turn > before:
            earned[active] += 10
        if earned[active] == 30 and not went_back:  # the turn that has just ended is played again
            went_back = True
            count = next(n for n in range(len(game.versions)) if game.game.state_at(n).turn == before)
            while game.game.state_at(count).decider() < 0:
                count += 1
            game.go_back(count, active)
            timing = next_timing(timing, game, "bank:600+10", [], now)
            while game.state.turn == before:
                game.decide(rng.choice(game.choices()))
                timing = next_timing(timing, game, "bank:600+10", [], now)
        if timing is not None:
            assert timing.banks == {colour: 600.0 + earned[colour] for colour in game.colours}
    assert went_back and min(earned.values()) > 30


async def test_the_delay_costs_nothing(file: str) -> None:
    """The first 15 seconds are free whenever the clock starts for somebody, and are not given anew for every choice."""
    now = Time()
    async with open_service(file, now) as games:
        players = await two_people(games, NewGame("base", clock="delay:60/15", seats={"blue": "you"}))
        await set_up(games, players)
        one, other = await deciding(games, players)
        banks = (await clock_of(one)).banks
        now.now += 10
        assert (await one.do((await one.choices())[0])).reason is None
        clock = await clock_of(one)
        assert clock.running == [one.seat] and clock.banks == banks and clock.free == now.now + 5
        assert clock.until == clock.free + 60
        now.now += 15
        assert (await clock_of(one)).banks == {one.seat: 50.0, other.seat: 60.0}
        now.now = clock.until + GRACE
        await games.check_clocks()
        assert (await games.info(one.id)).winners == [other.seat]


async def test_banks_outlive_a_restart(file: str) -> None:
    now = Time()
    async with open_service(file, now) as games:
        players = await past_starters(games, NewGame("base", clock="bank:60+0", seats={"blue": "you"}))
        one, other = await deciding(games, players)
    now.now += 500  # it was down: nobody is late before he could have come back
    async with open_service(file, now) as games:
        await games.check_clocks()
        seen = await games.welcome(one.id, [one.seat])
        assert seen.clock is not None
        assert (seen.clock.until, seen.clock.banks[other.seat]) == (now.now + SHORTEST_GRACE, 60.0)
        now.now += SHORTEST_GRACE + GRACE
        await games.check_clocks()
        assert (await games.info(one.id)).reason == "time"


async def test_bots_have_no_bank(file: str) -> None:
    async with open_service(file, Time()) as games:
        seats = {"blue": "you", "yellow": "bot:random"}
        one = player(games, await games.create(NewGame("base", clock="bank:60+0", seats=seats), ""))
        clock = (await one.look()).clock
        assert clock is not None and list(clock.banks) == ["blue"]


# -- vacation ----------------------------------------------------------------------------------------------------------------


async def test_vacation_stops_a_clock_of_days(file: str) -> None:
    """So many days in a game; the others see it; coming back early gives whole days back."""
    now = Time()
    async with open_service(file, now) as games:
        players = await past_starters(games, NewGame("base", clock="days:2", seats={"blue": "you"}))
        one, other = await deciding(games, players)
        until = (await clock_of(one)).until
        assert (await tell(one, Vacation, days=5)).reason is None
        reply = other.received[-1]
        assert isinstance(reply, Welcome) and reply.clock is not None
        assert reply.clock.away == {one.seat: now.now + 5 * DAY} and reply.clock.until == until + 5 * DAY
        assert reply.clock.vacation == {one.seat: VACATION_DAYS - 5, other.seat: VACATION_DAYS}
        assert code(await tell(one, Vacation, days=VACATION_DAYS)) == ""  # instead of the five, of which none is over
        assert code(await tell(one, Vacation, days=VACATION_DAYS + 1)) == "vacation-spent"
        now.now += 1.25 * DAY  # three quarters of a day are not given back
        assert (await tell(one, Vacation, days=0)).reason is None
        clock = await clock_of(one)
        assert clock.away == {} and clock.vacation[one.seat] == VACATION_DAYS - 2
        assert clock.until == until + 1.25 * DAY
        assert (await tell(other, Vacation, days=3)).reason is None  # it is not his turn yet
        while (await games.info(one.id)).decider == one.seat:
            assert (await one.do((await one.choices())[0])).reason is None
        assert (await clock_of(one)).until == now.now + 3 * DAY + 2 * DAY
    async with open_service(file, now) as games:
        now.now += 5 * DAY + GRACE
        await games.check_clocks()
        assert (await games.info(one.id)).winners == [one.seat]


async def test_only_days_have_vacation(file: str) -> None:
    async with open_service(file) as games:
        ann, _ = await two_people(games)
        assert code(await tell(ann, Vacation, days=1)) == "no-vacation"
        cy, _ = await two_people(games, NewGame("base", clock="days:1", seats={"blue": "you"}))
        assert code(await tell(cy, Vacation, days=2**40)) == "vacation-spent"
        assert code(await tell(cy, Vacation, days=-(2**40))) == ""


# -- taking back -------------------------------------------------------------------------------------------------------------


async def a_few_turns(games: GameService, players: tuple[Player, Player], turns: int = 4) -> None:
    await set_up(games, players)
    rng = Random(5)
    while (await games.info(players[0].id)).turn < turns:
        await play_on(list(players), 1, rng)


async def test_a_take_back_is_agreed_to(url: str) -> None:
    """Everything from the choice on is gone; a restart in between forgets nothing; the record verifies."""
    async with open_service(url) as games:
        players = await two_people(games)
        await a_few_turns(games, players)
        other, one = await deciding(games, players)  # his turn has just ended
        stands = (await one.look()).sights[0].view.turn
        assert (await tell(one, TakeBack, turn=True)).reason is None
        wish = other.news[-1].info.wish
        assert wish is not None and (wish.kind, wish.who) == ("take-back", one.seat)
        assert code(await tell(other, TakeBack)) == "wish-open"
        assert code(await tell(one, Agree, answer="agree")) == "not-asked"
        assert code(await tell(other, Agree, answer="withdraw")) == "no-wish"
    async with open_service(url) as games:
        one, other = (Player(games, it.id, it.seat, it.token) for it in (one, other))
        assert (await games.info(one.id)).wish == wish
        version = (await one.look()).version
        assert (await tell(other, Agree, answer="agree")).reason is None
        seen = await one.look()
        assert (seen.version, seen.info.wish, seen.info.decider) == (version + 1, None, one.seat)
        assert seen.sights[0].view.turn == stands - 1
        reply = other.updates[-1].events
        assert [(event.kind, event.player, event.number) for event in reply] == [("undone", one.seat, wish.at)]
        *steps, last = (await games.queries.history(one.id, one.seat)).steps
        assert all(step.version < wish.at for step in steps)
        noted = (version + 1, [("taken-back", one.seat)])
        assert (last.version, [(event.kind, event.player) for event in last.events]) == noted
        await play_on([one, other], 10, Random(6))
        assert (await tell(one, Resign)).reason is None
        assert verdict(verify(load(await games.queries.record(one.id))[0])) is not False
    async with open_service(url) as games:  # rebuilt from the log with what was taken back in it
        for before, count in ((0, 1), (version + 2, 1), (version + 1, 0)):
            steps = (await games.queries.history(one.id, "spectator", AskHistory("a", before=before))).steps
            assert [step.version for step in steps] == sorted(step.version for step in steps)
            assert [event.kind for step in steps for event in step.events].count("taken-back") == count
        assert (await games.welcome(one.id, [])).info.stage == "over"


async def test_a_take_back_is_refused(file: str) -> None:
    """A refused player does not ask again in the same turn; a player who plays on has withdrawn the request."""
    async with open_service(file) as games:
        players = await two_people(games)
        await a_few_turns(games, players)
        other, one = await deciding(games, players)
        version = (await one.look()).version
        assert code(await tell(other, Agree, answer="agree")) == "no-wish"
        assert (await tell(one, TakeBack)).reason is None
        assert code(await tell(other, Agree, answer="perhaps")) == "unreadable"
        assert (await tell(other, Agree, answer="refuse")).reason is None
        assert one.news[-1].info.wish is None and (await one.look()).version == version
        assert code(await tell(one, TakeBack)) == "wish-refused"
        assert (await tell(other, TakeBack, turn=True)).reason is None  # another one may ask
        await play_on([other], 1, Random(1))
        assert (await games.info(one.id)).wish is None
        turn = (await games.info(one.id)).turn
        while (await games.info(one.id)).turn == turn:
            await play_on([one, other], 1, Random(2))
        assert (await tell(one, TakeBack)).reason is None
        assert (await tell(one, Agree, answer="withdraw")).reason is None
        assert code(await tell(one, TakeBack)) == "wish-refused"  # otherwise one could knock again and again


async def test_bots_agree_to_everything(file: str) -> None:
    async with open_service(file) as games:
        seats = {"blue": "you", "yellow": "bot:random"}
        one = player(games, await games.create(NewGame("base", seats=seats), ""))
        assert code(await tell(one, TakeBack)) == "nothing-to-undo"
        for _ in range(30):
            while not await one.choices():
                await asyncio.sleep(0.01)
            assert (await one.do((await one.choices())[0])).reason is None
        before = await one.look()
        assert (await tell(one, TakeBack)).reason is None
        after = await one.look()
        assert after.info.decider == "blue" and after.version > before.version


def test_a_journey_is_taken_back_from_its_beginning() -> None:
    """Random games: after it the asker decides again, and no journey of his is under way."""
    from dungeon_twister.server.games.commands.takebacks import grant, wish_of

    for seed in range(6):
        game = EventLogGame(RecordedGame.waiting("base" if seed % 2 else "standard"), [])
        game.begin(str(seed))
        rng = Random(seed)
        for _ in range(250):
            game.decide(rng.choice(game.choices()))
        for seat in game.colours:
            went = game.clone()
            grant(went, wish_of(went, seat, TakeBack("", seat, bool(seed % 3))))
            assert went.decider == seat and went.stage != "travel"
            assert len(went.versions) == len(went.game.log) and went.versions == game.versions[: len(went.versions)]


# -- plans -------------------------------------------------------------------------------------------------------------------


async def test_a_plan_is_followed_or_dropped(file: str) -> None:
    """Choices are made as soon as it is his turn, until one does not fit; then he gets the reason, also after a restart."""
    async with open_service(file) as games:
        players = await two_people(games)
        await set_up(games, players)
        one, other = await deciding(games, players)
        received, info = len(one.received), await games.info(one.id)
        assert (await tell(other, LayPlan, choices=["card 2", "pass", "pass"])).reason is None
        assert other.received[-1] == Planned(other.seat, MovePlan(["card 2", "pass", "pass"]))
        assert one.received[received:] == [] and await games.info(one.id) == info  # nothing that somebody else could see
    async with open_service(file) as games:
        one, other = (Player(games, it.id, it.seat, it.token) for it in (one, other))
        assert (await other.look()).plans == {other.seat: MovePlan(["card 2", "pass", "pass"])}
        assert (await one.look()).plans == {} == (await games.welcome(one.id, [])).plans
        while (await games.info(one.id)).decider == one.seat:
            choices = [choice for choice in await one.choices() if choice.do == "pass"]
            assert (await one.do((choices or await one.choices())[0])).reason is None
        async with asyncio.timeout(5):
            while (await games.info(one.id)).decider != one.seat:
                await asyncio.sleep(0.01)
        assert (await other.look()).plans == {other.seat: MovePlan(["pass"])}  # for the next time
        while (await games.info(one.id)).decider == one.seat:
            choices = [choice for choice in await one.choices() if choice.do == "pass"]
            assert (await one.do((choices or await one.choices())[0])).reason is None
        async with asyncio.timeout(5):
            while not (dropped := (await other.look()).plans[other.seat].dropped):
                await asyncio.sleep(0.01)
        assert dropped.code and (await games.info(one.id)).decider == other.seat
        assert b"dropped" not in b"".join(encode(message) for message in one.received)
        assert (await tell(other, LayPlan)).reason is None
        assert (await other.look()).plans == {}


async def test_a_plan_that_spends_the_last_point_ends_the_turn(file: str) -> None:
    """TURN-3a: nobody has to come back for a pass that is the only choice."""
    async with open_service(file) as games:
        players = await two_people(games)
        await set_up(games, players)
        one, other = await deciding(games, players)
        while (await games.info(one.id)).decider == one.seat:
            choices = [choice for choice in await one.choices() if choice.do == "pass"]
            assert (await one.do((choices or await one.choices())[0])).reason is None
        assert (await other.do(next(choice for choice in await other.choices() if choice.value == 2))).reason is None
        for _ in range(2):
            mover = next(choice.token for choice in await other.choices() if choice.do == "move")
            assert (await other.do(Choice("move", token=mover))).reason is None
            while (choices := await other.choices()) and any(choice.do in ("step", "stop") for choice in choices):
                stops = [choice for choice in choices if choice.do == "stop"]
                assert (await other.do((stops or choices)[0])).reason is None
        view = (await other.look()).sights[0].view
        assert (view.ap, [choice.do for choice in view.choices]) == (0, ["pass"])
        undone = await tell(other, Undo, version=(await other.look()).version, steps=1)
        assert undone.reason is None and (await games.info(one.id)).decider == other.seat
        assert (await tell(other, LayPlan, choices=["stop"])).reason is None
        async with asyncio.timeout(5):
            while (await games.info(one.id)).decider != one.seat:
                await asyncio.sleep(0.01)
        assert (await other.look()).plans.get(other.seat, MovePlan([])).choices == []


async def test_plans_have_bounds(file: str) -> None:
    async with open_service(file) as games:
        _, ben = await two_people(games)
        assert code(await tell(ben, LayPlan, choices=["pass"] * 21)) == "too-many-choices"
        assert code(await tell(ben, LayPlan, choices=["x" * 9000])) == "too-many-choices"


# -- a bot plays on ----------------------------------------------------------------------------------------------------------


async def three_people(games: GameService, clock: str = "off") -> list[Player]:
    made = await games.create(NewGame("three-players", clock=clock, seats={"blue": "you"}), "address")
    return [player(games, made), *[player(games, await games.join(made.info.id, Join())) for _ in range(2)]]


def bots_of(info: GameInfo) -> dict[str, str]:
    return {seat.colour: seat.bot for seat in info.seats if seat.bot}


async def test_a_bot_plays_on_for_somebody_who_is_away(file: str) -> None:
    """After ten minutes, if all others agree; never for somebody who is there."""
    now = Time()
    async with open_service(file, now) as games:
        ann, ben = await two_people(games)
        await asyncio.sleep(0.05)
        wish = {"colour": ben.seat, "bot": "random"}
        assert code(await tell(ann, StandIn, **wish)) == "is-there"
        now.now += 10 * LONG_AWAY
        assert code(await tell(ann, StandIn, **wish)) == "is-there"
        ben.subscription.close()
        await asyncio.sleep(0.05)
        now.now += LONG_AWAY - 1
        assert code(await tell(ann, StandIn, **wish)) == "is-there"
        assert code(await tell(ann, StandIn, colour=ann.seat, bot="random")) == "no-such-player"
        now.now += 1
        assert code(await tell(ann, StandIn, colour=ben.seat, bot="nobody")) == "unknown-bot"
        assert (await tell(ann, StandIn, **wish)).reason is None
        assert bots_of(await games.info(ann.id)) == {ben.seat: "random"}
        with pytest.raises(ProtocolError):
            await games.seat_of(ann.id, ben.token)
        async with asyncio.timeout(5):
            while not await ann.choices():
                await asyncio.sleep(0.01)


async def test_the_time_away_is_shown(file: str) -> None:
    """In seconds, with the moment from which a bot may play on: what the page offers is never refused."""
    now = Time()
    async with open_service(file, now) as games:
        ann, ben = await two_people(games)
        await asyncio.sleep(0.05)
        assert seat_of(await games.info(ann.id), ben.seat) == (0.0, -1.0)  # he is there
        ben.subscription.close()
        await asyncio.sleep(0.05)
        now.now += 180
        assert seat_of(await games.info(ann.id), ben.seat) == (180.0, LONG_AWAY - 180)
        assert code(await tell(ann, StandIn, colour=ben.seat, bot="random")) == "is-there"
        now.now += LONG_AWAY
        assert seat_of(await games.info(ann.id), ben.seat) == (180.0 + LONG_AWAY, 0.0)
        assert seat_of(await games.info(ann.id), ann.seat) == (0.0, -1.0)
        assert (await tell(ann, StandIn, colour=ben.seat, bot="random")).reason is None


async def test_no_bot_is_offered_while_a_clock_decides(file: str) -> None:
    """Only once a seat was given up, of which everybody hears at once."""
    now = Time()
    async with open_service(file, now) as games:
        players = await three_people(games, "bank:6000+0")
        while not (await players[0].look()).info.turn:
            await play_on(players, 1, Random(3))
        gone, one, _ = players
        one.received.clear()
        assert (await tell(gone, Resign)).reason is None
        assert [seat_of(news.info, gone.seat)[1] for news in one.news] == [0.0]
        gone.subscription.close()
        one.subscription.close()
        await asyncio.sleep(0.05)
        now.now += 2 * LONG_AWAY
        assert seat_of(await games.info(one.id), one.seat) == (2 * LONG_AWAY, -1.0)


def seat_of(info: GameInfo, colour: str) -> tuple[float, float]:
    """For how long a seat's person has been away, and in how many seconds a bot may play on."""
    return next((seat.away, seat.bot_in) for seat in info.seats if seat.colour == colour)


async def test_a_bot_plays_on_for_somebody_who_resigned(file: str) -> None:
    """Three play; one gives up; the game goes on from that moment when both others agree."""
    async with open_service(file) as games:
        players = await three_people(games, "bank:600+0")
        while not (await players[0].look()).info.turn:
            await play_on(players, 1, Random(3))
        gone, one, other = players
        assert code(await tell(one, StandIn, colour=gone.seat, bot="random")) == "clock-decides"
        before = (await gone.look()).sights[0].view
        assert (await tell(gone, Resign)).reason is None
        assert code(await tell(gone, StandIn, colour=one.seat, bot="random")) == "has-resigned"
        assert (await tell(one, StandIn, colour=gone.seat, bot="random")).reason is None
        assert (await games.info(one.id)).stage == "playing" and bots_of(await games.info(one.id)) == {}
        assert (await tell(other, Agree, answer="agree")).reason is None
        assert bots_of(await games.info(one.id)) == {gone.seat: "random"}
        assert (await one.look()).sights[0].view.resigned == before.resigned == []
        clock = (await one.look()).clock
        assert clock is not None and gone.seat not in clock.running


def test_clocks_differ_by_their_fields() -> None:
    """What a clock does not have is not sent."""
    plain = msgspec.json.decode(msgspec.json.encode(Clock(["blue"], "turn", 1.0, 2.0, 0.5)))
    assert plain == {"running": ["blue"], "kind": "turn", "until": 1.0, "allowed": 2.0, "now": 0.5}
