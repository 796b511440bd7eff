"""People on two processes with one PostgreSQL database: what is signed out or moved at one is so at the other in seconds."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from dungeon_twister.server.games.caller import Caller
from dungeon_twister.server.games.game_service import GameService
from dungeon_twister.server.protocol import Join, NewGame
from tests.server.game_services import open_service

SECONDS = 3.0


async def somebody(games: GameService, name: str = "Ann") -> Caller:
    return await games.people.who((await games.people.begin(name, "Firefox")).key)


async def second_device(games: GameService, who: Caller, before: Caller | None = None, bring: bool = False) -> Caller:
    """Another device of a person, moved there by a code."""
    asker = before or Caller()
    offer = await games.transfer.begin((await games.transfer.code(who)).code, "Phone", asker)
    await games.transfer.confirm(offer.ticket, bring, asker)
    await games.transfer.answer(who, True)
    return await games.people.who(offer.ticket)


async def soon(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(SECONDS):
        while not true():
            await asyncio.sleep(0.01)


async def test_signing_out_closes_sockets_at_the_other_process(postgres_url: str) -> None:
    """And its key is refused there at once, though it was looked up a moment ago."""
    async with open_service(postgres_url) as here, open_service(postgres_url) as there:
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

        await here.account_deletion.delete(ann)
        await soon(lambda: closed == ["phone", "ann"])


async def test_what_was_missed_is_looked_up(postgres_url: str) -> None:
    """The connection that hears of the others was lost meanwhile."""
    async with open_service(postgres_url) as here, open_service(postgres_url) as there:
        ann = await somebody(here)
        phone = await second_device(here, ann)
        closed: list[str] = []
        await there.people.watch([phone.token("blue")], lambda: closed.append("phone"))
        await there.people.watch([ann.token("blue")], lambda: closed.append("ann"))
        await there._store._listener.close()  # type: ignore[union-attr]
        await here.people.sign_out(ann, phone.device)
        await there._peers.receive("gap", "")
        assert closed == ["phone"]


async def test_games_that_come_along_are_known_to_the_other_process(postgres_url: str) -> None:
    async with open_service(postgres_url) as here, open_service(postgres_url) as there:
        ann, before = await somebody(here), await somebody(here, "Anonymous")
        made = await there.create(NewGame("base", seats={"blue": "you"}), "a", before)
        await there.join(made.info.id, Join("Ben"))
        gone: list[bool] = []
        keys = {"blue": await there.creation.key(made.info.id, before.token("blue"))}
        there.subscribe(made.info.id, ["blue"], lambda _: None, keys, gone.append)
        phone = await second_device(here, ann, before, bring=True)
        await soon(lambda: gone == [True])
        assert await there.seat_of(made.info.id, phone.token("blue")) == "blue"
        with pytest.raises(Exception, match="not the key"):
            await there.seat_of(made.info.id, before.token("blue"))

        (undoable,) = (await there.people.me(phone)).moves
        await here.transfer.undo(before, undoable.id)
        await soon(lambda: there._cache.held(made.info.id).behind)  # type: ignore[union-attr]
        assert await there.seat_of(made.info.id, before.token("blue")) == "blue"
        with pytest.raises(Exception, match="not the key"):
            await there.seat_of(made.info.id, ann.token("blue"))
