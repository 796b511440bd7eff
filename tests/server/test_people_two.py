"""People on two processes with one PostgreSQL database: what is signed out or moved at one is so at the other in seconds."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from dungeon_twister.server.games.hall import Hall
from dungeon_twister.server.games.who import Who
from dungeon_twister.server.protocol import Join, NewGame
from tests.server.halls import hall_on

SECONDS = 3.0


async def somebody(hall: Hall, name: str = "Ann") -> Who:
    return await hall.people.who((await hall.people.begin(name, "Firefox")).key)


async def second_device(hall: Hall, who: Who, before: Who | None = None, bring: bool = False) -> Who:
    """Another device of a person, moved there by a code."""
    asker = before or Who()
    offer = await hall.moving.begin((await hall.moving.code(who)).code, "Phone", asker)
    await hall.moving.confirm(offer.ticket, bring, asker)
    await hall.moving.answer(who, True)
    return await hall.people.who(offer.ticket)


async def soon(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(SECONDS):
        while not true():
            await asyncio.sleep(0.01)


def test_signing_out_closes_sockets_at_the_other_process(postgres_url: str) -> None:
    """And its key is refused there at once, though it was looked up a moment ago."""

    async def check() -> None:
        async with hall_on(postgres_url) as here, hall_on(postgres_url) as there:
            ann = await somebody(here)
            phone = await second_device(here, ann)
            closed: list[str] = []
            for who, name in ((phone, "phone"), (await there.people.who(ann.key), "ann")):
                await there.people.watch([who.token("blue")], lambda name=name: closed.append(name))  # type: ignore[misc]
            await here.people.sign_out(ann, phone.device)
            await soon(lambda: bool(closed))
            with pytest.raises(Exception, match="not signed in"):
                await there.people.who(phone.key)
            assert closed == ["phone"] and (await there.people.who(ann.key)).person == ann.person

            await here.farewell.forget(ann)
            await soon(lambda: closed == ["phone", "ann"])

    asyncio.run(check())


def test_what_was_missed_is_looked_up(postgres_url: str) -> None:
    """The connection that hears of the others was lost meanwhile."""

    async def check() -> None:
        async with hall_on(postgres_url) as here, hall_on(postgres_url) as there:
            ann = await somebody(here)
            phone = await second_device(here, ann)
            closed: list[str] = []
            await there.people.watch([phone.token("blue")], lambda: closed.append("phone"))
            await there.people.watch([ann.token("blue")], lambda: closed.append("ann"))
            await there._store._listener.close()  # type: ignore[union-attr]
            await here.people.sign_out(ann, phone.device)
            await there._neighbours.heard("gap", "")
            assert closed == ["phone"]

    asyncio.run(check())


def test_games_that_come_along_are_known_to_the_other_process(postgres_url: str) -> None:
    async def check() -> None:
        async with hall_on(postgres_url) as here, hall_on(postgres_url) as there:
            ann, before = await somebody(here), await somebody(here, "Anonymous")
            made = await there.create(NewGame("base", seats={"blue": "you"}), "a", before)
            await there.join(made.info.id, Join("Ben"))
            gone: list[bool] = []
            keys = {"blue": await there.key(made.info.id, before.token("blue"))}
            there.subscribe(made.info.id, ["blue"], lambda _: None, keys, gone.append)
            phone = await second_device(here, ann, before, bring=True)
            await soon(lambda: gone == [True])
            assert await there.seat_of(made.info.id, phone.token("blue")) == "blue"
            with pytest.raises(Exception, match="not the key"):
                await there.seat_of(made.info.id, before.token("blue"))

            (undoable,) = (await there.people.me(phone)).moves
            await here.moving.undo(before, undoable.id)
            await soon(lambda: there._memory.held(made.info.id).behind)  # type: ignore[union-attr]
            assert await there.seat_of(made.info.id, before.token("blue")) == "blue"
            with pytest.raises(Exception, match="not the key"):
                await there.seat_of(made.info.id, ann.token("blue"))

    asyncio.run(check())
