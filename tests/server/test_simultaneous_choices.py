"""Secret choices are made at the same time: nothing leaks before all have chosen, and nothing that was handed in is lost."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random
from secrets import token_hex
from typing import Any

import pytest

from dungeon_twister.game.record.notation import write
from dungeon_twister.game.record.recorded_game import RecordedGame
from dungeon_twister.game.session import BOT, PERSON, SessionSeat
from dungeon_twister.rules.engine.actions import ATTACK, kind_of
from dungeon_twister.rules.engine.game import legal
from dungeon_twister.server.errors import ProtocolError
from dungeon_twister.server.games.commands.draft import GameDraft
from dungeon_twister.server.games.game_service import GameService
from dungeon_twister.server.games.sessions import clocks
from dungeon_twister.server.games.sessions.clocks import DAY, GRACE
from dungeon_twister.server.games.sessions.event_log_game import EventLogGame
from dungeon_twister.server.protocol import Join, NewGame
from dungeon_twister.server.socket_protocol import (
    Agree,
    Ask,
    Choosing,
    CommandAnswer,
    Fill,
    FromServer,
    LayPlan,
    Resign,
    TakeBack,
    Undo,
)
from dungeon_twister.server.wire import encode
from tests.server.game_services import Player, Time, open_service, player, two_people


@pytest.fixture
def file(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'games.db'}"


@pytest.fixture(autouse=True)
def same_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two runs of a game differ in nothing but what is chosen."""
    monkeypatch.setattr("dungeon_twister.server.games.lobby.commitments.new_secret", lambda: "5" * 64)


async def tell(one: Player, kind: Any, **fields: Any) -> CommandAnswer:
    return await one.games.command(one.id, one.seat, kind(token_hex(8), one.seat, **fields))


async def undo(one: Player) -> CommandAnswer:
    return await tell(one, Undo, version=(await one.look()).version)


async def hand_in(one: Player, rng: Random) -> None:
    """Everything that a player has to choose while others choose."""
    while one.seat in (await one.games.info(one.id)).waiting:
        before = (await one.look()).version
        answer = await one.do(rng.choice(await one.choices()))
        assert answer.reason is None, answer
        if answer.version > before:
            return


async def to_a_combat(games: GameService, *players: Player) -> tuple[Player, Player]:
    """Play until cards are chosen at the same time; gives who attacks and who defends."""
    rng = Random("combat")
    for _ in range(3000):
        info, view = await games.info(players[0].id), (await players[0].look()).sights[0].view
        if info.waiting and view.combat is not None:
            ann, ben = players
            return (ann, ben) if ann.seat[0] == view.combat.attacker[0] else (ben, ann)
        assert info.stage == "playing", "the game ended before two could choose cards"
        one = next(one for one in players if one.seat in (info.waiting or [info.decider]))
        choices = await one.choices()
        fights = [choice for choice in choices if choice.do in ("attack", "card")]
        assert (await one.do(rng.choice(fights or choices))).reason is None
    raise AssertionError("nobody has fought")


# -- choices made in any order ------------------------------------------------------------------------------------------


def attacked_by_blue(seats: list[SessionSeat]) -> EventLogGame:
    """A random game at the moment at which blue has attacked and both choose cards."""
    for seed in range(60):
        rng, live = Random(seed), EventLogGame(RecordedGame.new("base", {}, str(seed)), seats)
        while not live.over and live.version < 400:
            choices, blue = legal(live.state), live.decider == "blue"
            action = rng.choice([action for action in choices if kind_of(action) == ATTACK] or choices)
            live.decide(action)
            if blue and kind_of(action) == ATTACK and live.together:
                return live
    raise AssertionError("blue has not attacked")


def test_the_engine_is_fed_in_its_own_order() -> None:
    """The log and the state are those of the same choices made one after the other, in whatever order they came."""
    for seed in range(6):
        rng, game = Random(seed), RecordedGame.new("base", {}, str(seed))
        live = EventLogGame(
            RecordedGame.new("base", {}, str(seed)), [SessionSeat.of_person("Ann"), SessionSeat.of_person("Ben")]
        )
        chosen: dict[str, list[str]] = {"blue": [], "yellow": []}
        while live.together:
            colour = rng.choice(live.waiting)
            envelope = live.envelope(colour)
            chosen[colour].append(write(envelope.state, rng.choice(legal(envelope.state))))
            live.seal(colour, list(chosen[colour]))
            live.open_sealed()
        for text in chosen["blue"] + chosen["yellow"]:
            game.play(text)
        assert live.game.log == game.log and live.state == game.state
        assert live.sealed == {}


def test_each_entry_names_who_made_it() -> None:
    live = EventLogGame(RecordedGame.new("base", {}, "entries"), [SessionSeat.of_person("Ann"), SessionSeat.of_person("Ben")])
    rng, drawn = Random("entries"), 0
    for _ in range(120):
        colour, before = live.decider or live.together[0], len(live.entries)
        live.decide(rng.choice(legal(live.state)))
        first, *others = [entry.who for entry in live.entries[before:]]
        assert first == colour and set(others) <= {"chance"}
        drawn += len(others)
    assert drawn > 3


# -- nothing leaks ----------------------------------------------------------------------------------------------------------


async def heard_by_the_others(url: str, pick: int, fight: bool) -> tuple[list[bytes], int]:
    """Everything that the opponent and a spectator are sent or may ask for, until all have chosen, and how much of it was sent.
    `pick`: what the first one chooses."""
    now = Time()
    async with open_service(url, now) as games:
        ann, ben = await two_people(games, NewGame("base", clock="bank:600+5", seats={"blue": "you"}))
        watcher = Player(games, ann.id, "spectator")
        one, other = await to_a_combat(games, ann, ben) if fight else (ann, ben)
        await asyncio.sleep(0.05)  # everybody hears that the others are there
        for listener in (other, watcher):
            listener.received.clear()
        while one.seat in (await games.info(one.id)).waiting:
            now.now += 1
            choices = await one.choices()
            assert (await one.do(choices[pick % len(choices)])).reason is None
        sent: list[FromServer] = [*other.received, *watcher.received]
        asked: list[Any] = [await games.welcome(one.id, [other.seat]), await games.welcome(one.id, [])]
        asked += [
            await games.queries.history(one.id, other.seat),
            await games.queries.history(one.id, "spectator"),
            await games.info(one.id),
        ]
        asked.append(await games.updates(one.id, [other.seat], asked[0].version - 1))
        asked += [await games.queries.advise(one.id, other.seat, Ask("a", other.seat))]
        asked += [(await undo(other)).reason]
        with pytest.raises(ProtocolError, match="over"):
            await games.queries.record(one.id)
        secret = (await one.look()).sights[0].view
        assert encode(secret) not in b"".join(map(encode, sent))
        return [encode(message).replace(one.id.encode(), b"ID") for message in (*sent, *asked)], len(sent)


@pytest.mark.parametrize("fight", [False, True], ids=["starters", "combat"])
def test_nothing_tells_what_was_chosen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fight: bool) -> None:
    """COMBAT-6, SETUP-3: the same bytes go to the opponent and to a spectator, whatever was chosen. They hear once that
    somebody has chosen."""
    monkeypatch.setattr("dungeon_twister.server.games.lobby.game_creation.new_id", lambda: "x" * 12, raising=False)
    monkeypatch.setattr("dungeon_twister.server.games.sessions.seats.new_code", lambda: "AAAAAA")
    runs = [asyncio.run(heard_by_the_others(f"sqlite:///{tmp_path}/{pick}.db", pick, fight)) for pick in (0, 1, 3)]
    assert runs[0] == runs[1] == runs[2]
    assert runs[0][1] == 2  # one message to each, whatever the number of choices


async def test_a_part_of_a_secret_choice_leaves_no_trace(file: str) -> None:
    """SETUP-3: only a finished choice changes what others may ask for."""
    now = Time()
    async with open_service(file, now) as games:
        ann, ben = await two_people(games, NewGame("base", seats={"blue": "you"}))
        before = await games.info(ann.id)
        now.now += 1
        assert (await ann.do((await ann.choices())[0])).reason is None
        assert ann.seat in (await games.info(ann.id)).waiting, "one card was the whole choice"
        assert await games.info(ann.id) == before
        await hand_in(ann, Random("part"))
        after = await games.info(ann.id)
        assert after.waiting == [ben.seat] and after.changed == now.now


# -- handing in -------------------------------------------------------------------------------------------------------------


async def test_both_choose_starters_at_the_same_time(file: str) -> None:
    async with open_service(file) as games:
        ann, ben = await two_people(games)
        assert (await games.info(ann.id)).waiting == ["blue", "yellow"]
        assert await ann.choices() and await ben.choices()
        await hand_in(ben, Random(1))
        info = await games.info(ann.id)
        assert (info.waiting, info.decider, info.version) == (["blue"], "blue", 0)
        reply = ann.received[-1]
        assert isinstance(reply, Choosing) and reply.waiting == ["blue"] and not reply.events
        assert not await ben.choices()
        refused = await ben.do("pass")
        assert refused.reason is not None and refused.reason.code == "chosen-already"
        await hand_in(ann, Random(2))
        assert (await games.info(ann.id)).version == 9
        assert [update.version for update in (*ann.updates, *ben.updates)] == [9, 9]
        record = [who for who, _, _ in games._cache._games[ann.id].game.game.log]
        assert record == [0] * 4 + [1] * 4 + [-1]


async def test_a_sealed_choice_can_be_taken_back_until_all_have_chosen(file: str) -> None:
    async with open_service(file) as games:
        ann, ben = await two_people(games)
        before = encode((await ben.look()).sights)
        assert (await ben.do((await ben.choices())[0])).reason is None
        assert (await ben.look()).sights[0].undo and not (await ann.look()).sights[0].undo
        assert (await undo(ben)).reason is None
        assert encode((await ben.look()).sights) == before
        await hand_in(ben, Random(1))
        assert (await undo(ben)).reason is None
        assert (await games.info(ann.id)).waiting == ["blue", "yellow"]
        assert (await tell(ben, Fill, version=0)).reason is None
        assert (await games.info(ann.id)).waiting == ["blue"]
        assert (await tell(ann, Fill, version=0)).reason is None
        refused = await undo(ben)
        assert refused.reason is not None and refused.reason.code == "nothing-to-undo"


async def test_an_attack_is_not_taken_back_once_somebody_has_chosen_a_card(file: str) -> None:
    async with open_service(file) as games:
        one, other = await to_a_combat(games, *await two_people(games))
        assert (await one.look()).sights[0].undo
        await hand_in(other, Random(1))
        assert not (await one.look()).sights[0].undo
        refused = await undo(one)
        assert refused.reason is not None and refused.reason.code == "nothing-to-undo"


@pytest.mark.parametrize("who", [PERSON, BOT])
def test_an_attack_is_taken_back_though_a_bot_has_chosen_a_card(who: str) -> None:
    """A bot chooses at once, and chooses anew; a person has been asked for something."""
    live = attacked_by_blue([SessionSeat.of_person("Ann"), SessionSeat(who, "Ben")])
    assert live.undoable(live.seat("blue"))
    envelope = live.envelope("yellow")
    live.seal("yellow", [write(envelope.state, legal(envelope.state)[0])])
    assert live.waiting == ["blue"]
    assert bool(live.undoable(live.seat("blue"))) == (who == BOT)
    if who == BOT:
        live.undo(live.seat("blue"))
        assert live.decider == "blue" and not live.together and not live.sealed


async def test_an_attack_that_is_taken_back_forgets_nothing_but_the_combat(file: str) -> None:
    """By the attacker alone before anybody has chosen, by agreement also afterwards; then the cards are chosen anew."""
    async with open_service(file) as games:
        one, other = await to_a_combat(games, *await two_people(games))
        attack = (await one.look()).sights[0].undo
        await hand_in(other, Random(1))
        assert (await tell(one, TakeBack, turn=False)).reason is None
        assert (await tell(other, Agree, answer="agree")).reason is None
        assert (await games.info(one.id)).waiting == [] and (await one.look()).sights[0].view.combat is None
        assert (await one.do(attack)).reason is None
        assert len((await games.info(one.id)).waiting) == 2 and await other.choices()
        assert (await undo(one)).reason is None
        assert (await games.info(one.id)).waiting == []


async def test_a_handed_in_choice_outlives_a_restart(file: str) -> None:
    async with open_service(file) as games:
        ann, ben = await two_people(games)
        await hand_in(ben, Random(1))
        assert (await ann.do((await ann.choices())[0])).reason is None
        seen = [encode((await one.look()).sights) for one in (ann, ben)]
    async with open_service(file) as games:
        later = [Player(games, one.id, one.seat) for one in (ann, ben)]
        assert [encode((await one.look()).sights) for one in later] == seen
        assert (await games.info(ann.id)).waiting == ["blue"]
        await hand_in(later[0], Random(2))
        assert (await games.info(ann.id)).version == 9


async def test_a_plan_is_handed_in_at_once(file: str) -> None:
    """A player who has planned a combat card may be offline."""
    async with open_service(file) as games:
        one, other = await to_a_combat(games, *await two_people(games))
        assert (await tell(other, LayPlan, choices=["combat 0"])).reason is None
        await asyncio.sleep(0.05)
        assert (await games.info(one.id)).waiting == [one.seat]


# -- bots, clocks, leaving --------------------------------------------------------------------------------------------------


async def test_bots_choose_at_once(file: str) -> None:
    """They do not wait for the people, nor for each other."""
    async with open_service(file) as games:
        seats = {"blue": "you", "yellow": "bot:random", "red": "bot:random", "green": "bot:random"}
        ann = player(games, await games.create(NewGame("four-players", seats=seats), ""))
        begun = (await games.info(ann.id)).version
        async with asyncio.timeout(20):
            while (await games.info(ann.id)).waiting != ["blue"]:
                await asyncio.sleep(0.01)
        assert (await games.info(ann.id)).version == begun and len(await ann.choices()) > 1
        await hand_in(ann, Random(1))
        assert (await games.info(ann.id)).version >= begun + 16


async def test_the_clocks_of_all_who_have_not_chosen_run(file: str) -> None:
    now = Time()
    async with open_service(file, now) as games:
        ann, ben = await two_people(games, NewGame("base", clock="bank:60+10", seats={"blue": "you"}))
        clock = (await ann.look()).clock
        assert clock is not None and clock.running == ["blue", "yellow"] and list(clock.also) == ["yellow"]
        now.now += 20
        await hand_in(ben, Random(1))
        now.now += 10
        clock = (await ann.look()).clock
        assert clock is not None and clock.running == ["blue"]
        assert clock.banks == {"blue": 30.0, "yellow": 40.0}
        now.now += 30 + GRACE
        await games.check_clocks()
        info = await games.info(ann.id)
        assert (info.stage, info.winners, info.reason) == ("over", ["yellow"], "time")


async def test_a_combat_has_one_deadline_in_a_game_of_days(file: str) -> None:
    now = Time()
    async with open_service(file, now) as games:
        ann, ben = await two_people(games, NewGame("base", clock="days:2", seats={"blue": "you"}))
        one, other = await to_a_combat(games, ann, ben)
        begun = now.now
        now.now += 1.5 * DAY
        assert one.seat in (await games.info(one.id)).waiting
        await hand_in(one, Random(1))
        clock = (await one.look()).clock
        assert clock is not None and (clock.running, clock.until) == ([other.seat], begun + 2 * DAY)
        now.now = begun + 2 * DAY + GRACE
        await games.check_clocks()
        assert (await games.info(one.id)).winners == [one.seat]


@pytest.mark.parametrize(("clock", "pause"), [("days:3", DAY), ("delay:600/15", 5.0), ("rules", 1.0)])
async def test_taking_back_a_sealed_choice_gives_no_new_time(file: str, clock: str, pause: float) -> None:
    """The time goes on from where it stood when the choice was handed in."""
    now = Time()
    async with open_service(file, now) as games:
        ann, ben = await two_people(games, NewGame("base", clock=clock, seats={"blue": "you"}))
        _, other = await to_a_combat(games, ann, ben)

        async def left() -> tuple[float, float]:
            shown = (await other.look()).clock
            assert shown is not None
            run = shown if shown.running[0] == other.seat else shown.also[other.seat]
            return run.until - now.now, run.free - now.now if run.free else 0.0

        until, free = await left()
        for _ in range(2):
            now.now += pause
            await hand_in(other, Random(1))
            now.now += pause
            assert (await undo(other)).reason is None
        after = await left()
        assert after == (until - 2 * pause, free and free - 2 * pause)


async def test_a_late_player_takes_nothing_back(file: str) -> None:
    """OPT-1: the 0 that the clock has laid stays."""
    now = Time()
    async with open_service(file, now) as games:
        ann, ben = await two_people(games, NewGame("base", clock="rules", seats={"blue": "you"}))
        one, other = await to_a_combat(games, ann, ben)
        late = clocks.first_to_end(games._cache._games[one.id].timing)
        assert late is not None
        now.now = late.until + GRACE
        async with games._cache.locked(one.id) as active:
            draft = GameDraft(active)
            draft.time_out(other.seat, False)
            assert await games._write(active, draft)
        assert (await games.info(one.id)).waiting == [one.seat]
        assert not (await other.look()).sights[0].undo
        refused = await undo(other)
        assert refused.reason is not None and refused.reason.code == "nothing-to-undo"


async def test_a_late_player_lays_the_card_of_the_rules(file: str) -> None:
    """OPT-1: the 0, shown with the other's card and not before."""
    now = Time()
    async with open_service(file, now) as games:
        ann, ben = await two_people(games, NewGame("base", clock="rules", seats={"blue": "you"}))
        one, other = await to_a_combat(games, ann, ben)
        version = (await one.look()).version
        await hand_in(one, Random(1))
        now.now += 1000
        await games.check_clocks()
        assert (await games.info(one.id)).version > version
        shown = {event.player: event.card for event in one.updates[-1].events if event.kind == "combat-shown"}
        assert shown[other.seat] == 0


async def test_a_player_who_resigns_does_not_keep_the_others_waiting(file: str) -> None:
    """MP-17: in a combat between two of several the other one's card stays laid and the combat ends."""
    async with open_service(file) as games:
        made = await games.create(NewGame("three-players", seats={"blue": "you"}), "a")
        players = [player(games, made)]
        while (await games.info(made.info.id)).stage == "open":
            players.append(player(games, await games.join(made.info.id, Join("Ben"))))
        rng = Random(3)
        for _ in range(4000):
            info = await games.info(made.info.id)
            if info.waiting and (await players[0].look()).sights[0].view.combat is not None:
                break
            one = next(one for one in players if one.seat in (info.waiting or [info.decider]))
            choices = await one.choices()
            fight = [choice for choice in choices if choice.do in ("attack", "card")]
            assert (await one.do(rng.choice(fight or choices))).reason is None
        first, second = [one for one in players if one.seat in info.waiting]
        await hand_in(first, rng)
        assert (await tell(second, Resign)).reason is None
        info = await games.info(made.info.id)
        assert info.waiting == [] and (await first.look()).sights[0].view.combat is None
