"""Export and deletion cover everything that is kept about a person."""

from __future__ import annotations

import json
import re
from typing import Any

import sqlalchemy as sa

from dungeon_twister.server.games.caller import Caller
from dungeon_twister.server.games.game_service import GameService
from dungeon_twister.server.protocol import Complaint, Join, NewGame
from dungeon_twister.server.socket_protocol import Say
from dungeon_twister.server.store import PushRow, blocked_person
from dungeon_twister.server.store.changes import keep_record, keep_record_longer
from dungeon_twister.server.store.models import METADATA
from dungeon_twister.server.store.personal_data_repository import IMPERSONAL, PERSONAL
from tests.server.game_services import Time, open_service

ANN, BEN = "203.0.113.7", "198.51.100.9"
# Names of columns that lead to a person. A table of another kind with such a column has to be named in `ELSEWHERE`.
LEADING = re.compile(
    r"(person|(person_)?device|token_hash|address|endpoint|maker|blocked|holder|reporter|credential.*|phrase.*)"
)
ELSEWHERE = {"members.address": "where a process of the server is reached"}


def test_every_column_that_leads_to_a_person_is_accounted_for() -> None:
    """A new table is named in one of the two lists, and a new column that looks personal in the first."""
    tables = {name.partition(".")[0] for name in PERSONAL}
    assert tables | set(IMPERSONAL) == set(METADATA.tables), (
        "say in store/personal_data_repository.py what becomes of this table"
    )
    assert not tables & set(IMPERSONAL)
    columns = {f"{table.name}.{column.name}" for table in METADATA.tables.values() for column in table.columns}
    assert set(PERSONAL) <= columns
    for table in METADATA.tables.values():
        for column in table.columns:
            to_people = any(key.column.table.name == "people" for key in column.foreign_keys)
            if to_people or LEADING.fullmatch(column.name):
                name = f"{table.name}.{column.name}"
                assert name in PERSONAL or name in ELSEWHERE, f"say in store/personal_data_repository.py what becomes of {name}"


async def _somebody(games: GameService, name: str) -> Caller:
    made = await games.people.begin(name, f"browser of {name}")
    return await games.people.who(made.key)


async def _full(games: GameService, time: Time) -> tuple[Caller, Caller, str]:
    """A game of Adalgisa and Berengar in which each table has something about her."""
    ann, ben = await _somebody(games, "Adalgisa"), await _somebody(games, "Berengar")
    made = await games.create(NewGame("base", seats={"blue": "you"}, name="Adalgisa"), ANN, ann)
    id = made.info.id
    await games.join(id, Join("Berengar"), ben)
    await games.moderation.sat_down(id, ["blue"], ANN)
    await games.moderation.sat_down(id, ["yellow"], BEN)
    await games.say(id, "blue", Say("one", "blue", "hello"))
    await games.say(id, "yellow", Say("two", "yellow", "rude"))
    await games.moderation.report(id, "blue", Complaint("yellow", 2, "he is rude"))
    await games.moderation.block(id, "blue", "yellow", ANN)
    await games.transfer.code(ann)
    key = next(seat.token_hash for seat in (await games._cache.get(id)).seats if seat.colour == "blue")
    row = PushRow(key, "hash of endpoint", id, "https://push.example.org/adalgisa", "p256dh", "auth", "en", time.now)
    await games._store.pushes.keep(row, 5)
    await games._store.write(keep_record("rshared", "a record of both", time.now, "", ann.person))
    await games._store.write(keep_record_longer("rshared", time.now, ben.person))
    await games._store.write(keep_record("rhers", "a record of hers", time.now, games._addresses.hash(ANN), ann.person))
    await games._store.write(keep_record_longer("rhers", time.now, ann.person))
    return ann, ben, id


async def test_the_export_has_everything_and_opens_nothing(url: str) -> None:
    """Messages, blocks, reports, records, codes and hashes of addresses are in it; keys and their hashes are not."""
    time = Time()
    async with open_service(url, time) as games:
        ann, ben, id = await _full(games, time)
        answer = await games.player_history.export(ann)
        assert answer["messages"] == [
            {"game": id, "endpoint": "https://push.example.org/adalgisa", "language": "en", "at": time.now}
        ]
        assert [row["blocked"] for row in answer["blocks"]] == [blocked_person(ben.person)]
        assert [(row["seat"], row["why"]) for row in answer["reports"]] == [("yellow", "he is rude")]
        assert [row["id"] for row in answer["records"]] == ["rhers"]
        assert [row["colour"] for row in answer["addresses"]] == ["blue"]
        assert [row["text"] for row in answer["said"]] == ["hello"]
        assert len(answer["codes"]) == len(answer["devices"]) == len(answer["games"]) == 1
        text = json.dumps(answer)
        hashes = {row["hash"] for row in (await _dump(games))["devices"]} | {ann.key}
        assert not any(secret in text for secret in hashes)
        other = await games.player_history.export(ben)
        assert not (other["messages"] or other["reports"] or other["records"] or other["blocks"])


async def test_nothing_leads_to_somebody_who_is_forgotten(url: str) -> None:
    """Neither in the database, byte by byte, nor in memory; what is somebody else's stays."""
    time = Time()
    async with open_service(url, time) as games:
        ann, ben, id = await _full(games, time)
        before = await _dump(games)
        address = next(row["address"] for row in before["games"])
        assert address and "Adalgisa" in str(before["reports"])
        await games.account_deletion.delete(ann)
        after = await _dump(games)
        for trace in ("Adalgisa", "adalgisa", ann.person, ann.device, address, "a record of hers"):
            for name, rows in after.items():
                assert trace not in str(rows), f"{trace} is still in {name}"
        assert after["pushes"] == after["moves"] == []
        assert [row["id"] for row in after["records"]] == ["rshared"]
        assert ben.person in str(after["seats"]) and len(after["reports"]) == 1
        active = games._cache.held(id)
        assert active is not None and active.row.address == "" and "Adalgisa" not in str(active.seats)


async def test_people_whom_nobody_has_seen_are_forgotten_in_the_same_way(url: str) -> None:
    """Somebody without a game leaves no block and no record behind."""
    time = Time()
    async with open_service(url, time) as games:
        ann = await _somebody(games, "Adalgisa")
        await games._store.moderation.block(blocked_person(ann.person), blocked_person("ben"), time.now)
        await games._store.write(keep_record("rhers", "a record of hers", time.now, "", ann.person))
        time.now += 89 * 86_400
        await games._tidy(time.now)
        assert (await _dump(games))["people"]
        time.now += 2 * 86_400
        await games._tidy(time.now)
        assert ann.person not in str(await _dump(games))


async def _dump(games: GameService) -> dict[str, list[dict[str, Any]]]:
    """Every table."""
    async with games._store.engine.connect() as connection:
        return {
            name: [dict(row._mapping) for row in await connection.execute(sa.select(table))]
            for name, table in METADATA.tables.items()
        }
