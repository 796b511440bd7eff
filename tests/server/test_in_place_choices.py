"""A single choice is made on the game itself: nobody sees it before it is written, and if it cannot be, it never was."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random

import pytest

from dungeon_twister.server.errors import ProtocolError
from dungeon_twister.server.games.commands.draft import GameDraft
from dungeon_twister.server.games.sessions.event_log_game import EventLogGame
from dungeon_twister.server.socket_protocol import Do
from dungeon_twister.server.store.sql_store import Change, ConflictError, Store, StoreError
from dungeon_twister.server.wire import encode
from tests.server.game_services import open_service, past_starters, play_on


async def test_nobody_sees_a_choice_before_it_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with open_service(f"sqlite:///{tmp_path}/games.db") as games:
        ann, ben = await past_starters(games)
        await play_on([ann, ben], 6, Random(1))
        before = await ann.look()
        gate, write = asyncio.Event(), Store.write

        async def late(store: Store, change: Change) -> None:
            await gate.wait()
            await write(store, change)

        monkeypatch.setattr(Store, "write", late)
        received = len(ben.received)
        player = ann if before.sights[0].view.choices else ben
        doing = asyncio.create_task(player.do((await player.choices())[0]))
        await asyncio.sleep(0.05)
        looks = [asyncio.create_task(one.look()) for one in (ann, ben)]
        info = asyncio.create_task(games.info(ann.id))
        await asyncio.sleep(0.05)
        assert not doing.done() and not info.done() and not any(look.done() for look in looks)
        assert len(ben.received) == received
        gate.set()
        answer = await doing
        assert answer.version > before.version
        assert [(await look).version for look in looks] == [answer.version] * 2
        assert (await info).version == answer.version
        assert ben.updates[-1].version == answer.version


@pytest.mark.parametrize("error", [StoreError, ConflictError])
async def test_a_choice_that_cannot_be_written_never_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: type[Exception]
) -> None:
    async with open_service(f"sqlite:///{tmp_path}/games.db") as games:
        ann, ben = await past_starters(games)
        await play_on([ann, ben], 12, Random(2))
        before, views = await games.info(ann.id), [encode((await one.look()).sights) for one in (ann, ben)]
        received = len(ann.updates) + len(ben.updates)

        def fails(times: int) -> Callable[[Store, Change], Awaitable[None]]:
            write, left = Store.write, [None] * times

            async def failing(store: Store, change: Change) -> None:
                if left:
                    left.pop()
                    raise error("not now")
                await write(store, change)

            return failing

        player = ann if before.decider == "blue" else ben
        choice = (await player.choices())[0]
        monkeypatch.setattr(Store, "write", fails(100))
        with pytest.raises(ProtocolError, match="could not be stored"):
            await player.do(choice)
        monkeypatch.undo()
        assert await games.info(ann.id) == before
        assert [encode((await one.look()).sights) for one in (ann, ben)] == views
        assert len(ann.updates) + len(ben.updates) == received
        monkeypatch.setattr(Store, "write", fails(1))
        if error is ConflictError:  # somebody else was quicker: it is tried again
            assert (await player.do(choice)).version == before.version + 1
        monkeypatch.undo()
        await play_on([ann, ben], 20, Random(3))
        shown = [encode((await one.look()).sights) for one in (ann, ben)]
    async with open_service(f"sqlite:///{tmp_path}/games.db") as games:  # what was shown is what was written
        again = [encode((await games.welcome(ann.id, [one.seat])).sights) for one in (ann, ben)]
        assert [text.partition(b'"undo"')[0] for text in again] == [text.partition(b'"undo"')[0] for text in shown]


async def test_a_refused_choice_leaves_the_game_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with open_service(f"sqlite:///{tmp_path}/games.db") as games:
        ann, ben = await past_starters(games)
        await play_on([ann, ben], 8, Random(4))
        seen = await ann.look()
        waiting = ben if seen.sights[0].view.choices else ann
        player = ann if waiting is ben else ben
        for one, choice in (
            (waiting, (await player.choices())[0]),
            (player, "nonsense"),
            (player, "resign"),
            (player, "b? move"),
        ):
            answer = await games.command(ann.id, one.seat, Do(f"r {choice}", one.seat, seen.version, [choice]))
            assert answer.reason is not None
            assert encode(await ann.look()) == encode(seen)
        copies: list[EventLogGame] = []
        clone = EventLogGame.clone

        def counted(game: EventLogGame) -> EventLogGame:
            copies.append(game)
            return clone(game)

        monkeypatch.setattr(EventLogGame, "clone", counted)
        assert (await player.do((await player.choices())[0])).reason is None
        assert not copies
        GameDraft(await games._cache.get(ann.id))
        assert len(copies) == 1
