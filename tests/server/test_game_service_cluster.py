"""Two services on one PostgreSQL database serve the same games: the first writer wins, and both send the same. (As processes:
test_cluster.)"""

from __future__ import annotations

import asyncio
from random import Random

from dungeon_twister.server.protocol import Join, NewGame
from dungeon_twister.server.socket_protocol import Do, Said, Say
from tests.server.game_services import Player, open_service, play_on, player, set_starters, until

WAIT = 10.0


async def heard_up_to(one: Player, version: int) -> None:
    async with asyncio.timeout(WAIT):
        while not one.updates or one.updates[-1].version < version:
            await asyncio.sleep(0.005)


async def test_two_halls_serve_one_game(postgres_url: str) -> None:
    async with open_service(postgres_url) as here, open_service(postgres_url) as there:
        made = await here.create(NewGame("base", seats={"blue": "you"}, name="Ann"), "a")
        ann = player(here, made)
        ben = player(there, await there.join(made.info.id, Join("Ben")))
        async with asyncio.timeout(WAIT):
            while (await ann.look()).info.stage != "playing":
                await asyncio.sleep(0.005)
        await play_on([ann, ben], 60, Random(1))
        version = max((await ann.look()).version, (await ben.look()).version)
        for one in (ann, ben):
            await heard_up_to(one, version)
            reply = one.updates[0].since
            for update in one.updates:
                assert update.since == reply
                reply = update.version
        assert (await here.welcome(ann.id, ["blue", "yellow"])).sights == (
            await there.welcome(ann.id, ["blue", "yellow"])
        ).sights
        await there.say(ann.id, "yellow", Say("1", "yellow", "hello"))
        async with asyncio.timeout(WAIT):
            while not any(isinstance(message, Said) for message in ann.received):
                await asyncio.sleep(0.005)
        assert ann.news[-1].info.seats[1].online


async def test_the_same_version_is_decided_once(postgres_url: str) -> None:
    """Both processes are given a command at the same version, again and again: exactly one is done, the other is stale; and a
    command repeated at the other process gets the same answer."""
    async with open_service(postgres_url) as here, open_service(postgres_url) as there:
        made = await here.create(NewGame("base", seats={"blue": "you", "yellow": "you"}), "a")
        id, rng = made.info.id, Random(2)
        await set_starters(*(Player(here, id, colour) for colour in ("blue", "yellow")))
        for number in range(30):
            seen = await here.welcome(id, ["blue", "yellow"])
            sight = next(sight for sight in seen.sights if sight.view.choices)
            commands = [
                Do(f"{number}-{side}", sight.viewer, seen.version, [rng.choice(sight.view.choices)]) for side in range(2)
            ]
            answers = await asyncio.gather(
                here.command(id, sight.viewer, commands[0]), there.command(id, sight.viewer, commands[1])
            )
            codes = [answer.reason.code if answer.reason else "done" for answer in answers]
            assert sorted(codes) == ["done", "stale"], codes
            done = codes.index("done")
            again = await (there, here)[done].command(id, sight.viewer, commands[done])
            assert again == answers[done]
        assert (await here.welcome(id, [])).version == (await there.welcome(id, [])).version


async def test_a_bot_of_a_process_that_is_gone_is_asked_by_another(postgres_url: str) -> None:
    async with open_service(postgres_url) as here:
        async with open_service(postgres_url) as there:
            made = await there.create(NewGame("simplified", seats={"blue": "you", "yellow": "bot:random"}), "a")
            ann, rng = player(here, made), Random(1)
            for _ in range(10):
                await until(here, ann.id, "blue")
                await ann.do(rng.choice(await ann.choices()))
        for _ in range(5):
            await until(here, ann.id, "blue")
            await ann.do(rng.choice(await ann.choices()))
        assert (await here.info(ann.id)).version > 10
