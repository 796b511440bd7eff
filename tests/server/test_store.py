"""The store: what is written together is there together, and what is there already wins."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import msgspec
import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from dungeon_twister.server.games.sessions.seats import log_rows, new_game
from dungeon_twister.server.protocol import NewGame
from dungeon_twister.server.secret_tokens import new_id
from dungeon_twister.server.store import changes
from dungeon_twister.server.store.crud import transaction
from dungeon_twister.server.store.models import GAMES, METADATA
from dungeon_twister.server.store.sql_store import Change, ConflictError, Statement, Store, StoreError
from dungeon_twister.server.store.table_rows import AnswerRow, ChatRow, GameRow, LogRow, SeatRow


@asynccontextmanager
async def store_on(url: str) -> AsyncIterator[Store]:
    store = Store(url)
    await store.open()
    try:
        yield store
    finally:
        await store.close()


async def make(store: Store, scenario: str = "base", listed: bool = False) -> tuple[GameRow, list[SeatRow]]:
    wish = NewGame(scenario, seats={"blue": "you", "yellow": "bot:random"} if not listed else {}, listed=listed)
    row, seats, game, _ = new_game(wish, "address", 100.0, "5" * 64, new_id())
    await store.write(changes.create(row, seats, log_rows(row.id, game, "", 100.0)))
    return row, seats


def entry(row: GameRow, version: int) -> LogRow:
    return LogRow(row.id, version, "blue", "choice", f"text {version}", "c", 101.0)


def after(row: GameRow, version: int) -> GameRow:
    return msgspec.structs.replace(row, version=version, changed=101.0, scores={"blue": 1, "yellow": 0}, offers=["blue"])


async def test_rows_come_back_as_they_were(url: str) -> None:
    async with store_on(url) as store:
        row, seats = await make(store)
        assert await store.game(row.id) == row
        assert await store.game_by_code(row.code) == row
        assert (await store.seats([row.id]))[row.id] == seats
        assert await store.games([row.id]) == [row]
        assert await store.game("nobody") is None
        answer = AnswerRow(row.id, "blue", "c", row.version + 1, 101.0)
        rows = [entry(row, row.version + 1)]
        await store.write(changes.advance(row, after(row, row.version + 1), rows, answer))
        assert await store.game(row.id) == after(row, row.version + 1)
        assert (await store.log(row.id))[-1] == rows[0]
        assert await store.log(row.id, row.version) == rows
        assert await store.answers(row.id) == [answer]


async def test_the_tables_are_what_the_models_say(url: str) -> None:
    """The migrations and the models are two descriptions of the same thing."""

    def differences(connection: sa.Connection) -> list[object]:
        return list(compare_metadata(MigrationContext.configure(connection), METADATA))

    async with store_on(url) as store, store.engine.connect() as connection:
        assert await connection.run_sync(differences) == []


async def test_opening_again_keeps_everything(url: str) -> None:
    async with store_on(url) as store:
        row, _ = await make(store)
    async with store_on(url) as store:
        assert await store.game(row.id) == row


async def test_a_version_is_written_once(url: str) -> None:
    """Two that write the same version: one succeeds, of the other nothing is there."""
    async with store_on(url) as store:
        row, _ = await make(store)
        version = row.version + 1
        both = [
            changes.advance(row, after(row, version), [entry(row, version)], AnswerRow(row.id, "blue", f"c{n}", version, 1.0))
            for n in range(2)
        ]
        results = await asyncio.gather(*(store.write(change) for change in both), return_exceptions=True)
        assert [type(result) for result in results] == [type(None), ConflictError]
        assert len(await store.answers(row.id)) == 1
        assert [found.version for found in await store.log(row.id)][-1] == version


async def test_one_conflict_does_not_spoil_the_others(url: str) -> None:
    """What waits is committed together; a refused change among it is the only one that is refused."""
    async with store_on(url) as store:
        made = [await make(store) for _ in range(6)]
        before = store.written.commits
        waiting = []
        for number, (row, _) in enumerate(made):
            based_on = msgspec.structs.replace(row, version=99) if number == 2 else row
            version = based_on.version + 1
            waiting.append(changes.advance(based_on, after(based_on, version), [entry(row, version)], None))
        results = await asyncio.gather(*(store.write(change) for change in waiting), return_exceptions=True)
        assert [isinstance(result, ConflictError) for result in results] == [False, False, True, False, False, False]
        versions = {row.id: row.version for row in await store.games([row.id for row, _ in made])}
        assert [versions[row.id] - row.version for row, _ in made] == [1, 1, 0, 1, 1, 1]
        assert await store.log(made[2][0].id, made[2][0].version) == []
        assert store.written.commits > before


async def test_many_changes_share_commits(url: str) -> None:
    async with store_on(url) as store:
        row, _ = await make(store)
        before = store.written.commits
        lines = [ChatRow(row.id, number, "blue", "Ann", "hello", str(number), 1.0) for number in range(1, 101)]
        await asyncio.gather(*(store.write(changes.say(line)) for line in lines))
        assert store.written.commits - before < 20
        assert await store.chat(row.id) == lines
        assert await store.chat(row.id, 98) == lines[98:]


async def test_what_waits_is_written_before_closing(url: str) -> None:
    store = Store(url)
    await store.open()
    row, _ = await make(store)
    lines = [ChatRow(row.id, number, "blue", "Ann", "hello", str(number), 1.0) for number in range(1, 11)]
    writing = [asyncio.create_task(store.write(changes.say(line))) for line in lines]
    await asyncio.sleep(0)
    await store.close()
    await asyncio.gather(*writing)
    with pytest.raises(StoreError):
        await store.write(changes.say(lines[0]))
    async with store_on(url) as store:
        assert await store.chat(row.id) == lines


async def test_a_seat_is_taken_once(url: str) -> None:
    async with store_on(url) as store:
        row, seats = await make(store, listed=True)
        assert [found.id for found in await store.open_games()] == [row.id]
        taken = [msgspec.structs.replace(seats[0], who="person", token_hash=f"t{n}") for n in range(2)]
        both = [changes.change_seats(row, row, [(seats[0], seat)], []) for seat in taken]
        results = await asyncio.gather(*(store.write(change) for change in both), return_exceptions=True)
        assert [type(result) for result in results] == [type(None), ConflictError]
        assert (await store.seats([row.id]))[row.id][0] == taken[0]
        assert [seat.colour for seat in await store.seats_of_tokens(["t0", "t1"])] == ["blue"]


async def test_deadlines_and_bots_are_found(url: str) -> None:
    async with store_on(url) as store:
        row, _ = await make(store)
        assert row.stage == "playing"
        assert await store.next_deadline(0.0) is None
        later = msgspec.structs.replace(row, deadline=500.0, decider="yellow", changed=200.0)
        await store.write(changes.alter(row, later))
        assert await store.next_deadline(0.0) == 500.0
        assert await store.next_deadline(500.0) is None
        assert (await store.overdue(499.0), await store.overdue(500.0)) == ([], [row.id])
        assert (await store.waiting_for_bots(199.0), await store.waiting_for_bots(200.0)) == ([], [row.id])


async def test_a_database_failure_is_reported(url: str) -> None:
    """The caller of a failed change gets the error; the next change succeeds."""
    async with store_on(url) as store:
        row, _ = await make(store)
        broken = Change(row.id, [Statement("nowhere")])
        with pytest.raises(StoreError):
            await store.write(broken)
        await store.write(changes.say(ChatRow(row.id, 1, "blue", "Ann", "still here", "1", 1.0)))
        assert len(await store.chat(row.id)) == 1


async def test_server_keys_are_made_once_rotate_and_are_forgotten(url: str) -> None:
    async with store_on(url) as store, store_on(url) as other:
        first = await store.keys.current("seals", 1000.0)
        assert len(first) == 32
        assert await other.keys.current("seals", 9000.0) == first  # every process has the same one
        assert await store.keys.current("addresses", 1000.0) != first
        second = await store.keys.current("seals", 2000.0, rotate_after=500.0)
        assert second != first and await other.keys.all("seals") == [second, first]
        raced = await asyncio.gather(*(each.keys.current("seals", 3000.0, 500.0) for each in (store, other)))
        assert raced[0] == raced[1] and len(await store.keys.all("seals")) == 3
        await store.keys.forget("seals", 1500.0)
        assert await store.keys.all("seals") == [raced[0], second]


async def test_a_transaction_that_reads_first_can_write_after_others(url: str) -> None:
    """Others write meanwhile: they wait, or PostgreSQL lets both."""
    async with store_on(url) as store:
        row, _ = await make(store)
        async with transaction(store.engine) as connection:
            await connection.execute(sa.select(GAMES.c.aside).where(GAMES.c.id == row.id))
            other = asyncio.create_task(store.beat())
            await asyncio.sleep(0.05)
            await connection.execute(sa.update(GAMES).where(GAMES.c.id == row.id).values(aside="{}"))
        await other
