"""Addresses as keyed hashes that rotate."""

from __future__ import annotations

import sqlalchemy as sa

from dungeon_twister.server.address_hashes import DAY, FORGET_AFTER, ROTATE_AFTER, AddressHasher
from dungeon_twister.server.errors import ProtocolError
from dungeon_twister.server.games.game_service import GameService
from dungeon_twister.server.protocol import Join, NewGame
from dungeon_twister.server.secret_tokens import hashed
from dungeon_twister.server.store.models import GAMES
from dungeon_twister.server.store.moderation_repository import BLOCKS, REPORTS, SITTERS
from tests.server.game_services import Time, open_service

ANN, BEN = "203.0.113.7", "198.51.100.9"


def test_a_hash_needs_the_key_and_is_compared_under_all_keys() -> None:
    """A new key is used from the second load on; hashes of the older one still match until it is gone."""
    one, other = AddressHasher(), AddressHasher()
    assert one.hash(ANN) != other.hash(ANN) != hashed(ANN)
    one.load([b"first"])
    first = one.hash(ANN)
    one.load([b"second", b"first"])
    assert one.hash(ANN) == first, "other processes may not know the new key yet"
    one.load([b"second", b"first"])
    assert one.hash(ANN) != first
    assert one.matches(ANN, first)
    assert not one.matches(BEN, first)
    one.load([b"second"])
    assert not one.matches(ANN, first)
    assert one.hash("") == "" and one.all("") == [] and not one.matches("", "")


async def _tidy(games: GameService) -> None:
    """What happens by itself once an hour, twice: a new key is in use then."""
    for _ in range(2):
        await games._tidy(games._now())


async def _refused(games: GameService, id: str) -> bool:
    try:
        await games.moderation.check_welcome(id, BEN)
    except ProtocolError as error:
        assert error.reason.code == "blocked"
        return True
    return False


async def test_blocks_and_counts_hold_across_a_rotation(url: str) -> None:
    """A game, a block and a count of games are the same address's under the next key."""
    time = Time()
    async with open_service(url, time) as games:
        made = await games.create(NewGame("base", seats={"blue": "you"}, name="Ann"), ANN)
        id = made.info.id
        await games.join(id, Join("Ben"))
        await games.moderation.sat_down(id, ["blue"], ANN)
        await games.moderation.sat_down(id, ["yellow"], BEN)
        await games.moderation.block(id, "blue", "yellow", ANN)
        for days in (31, 31, 31):
            time.now += days * DAY
            await _tidy(games)
            await games.moderation.renew_blocks(ANN)
            new = await games.create(NewGame("base", seats={"blue": "you"}), ANN)
            assert await _refused(games, new.info.id)
        assert await games.creation.made_from(new.info.id, ANN)
        assert not await games.creation.made_from(new.info.id, BEN)
        assert not await games.creation.made_from(id, ANN), "the key of that time is gone"
        assert 1 <= await games.unfinished(ANN) <= 3
        assert await games.unfinished(BEN) == 0
        assert await games.moderation.unblock_all(ANN) == 1
        assert not await _refused(games, new.info.id)


async def test_hashes_are_deleted_when_they_serve_nothing(url: str) -> None:
    """Seats' addresses go days after the game, blocks of addresses with their key, keys after two months."""
    time = Time()
    async with open_service(url, time) as games:
        made = await games.create(NewGame("base", seats={"blue": "you", "yellow": "you"}), ANN)
        id, store = made.info.id, games._store
        await games.moderation.sat_down(id, ["blue"], ANN)
        await store.moderation.block("a hash", "another hash", time.now)
        await store.moderation.block("person ann", "person ben", time.now)
        await games.delete(id, made.seats[0].token)
        await _tidy(games)
        assert await _rows(games, SITTERS)
        time.now += 1.9 * DAY
        await _tidy(games)
        assert await _rows(games, SITTERS)
        time.now += 0.2 * DAY
        await games._store.forget_addresses(time.now)
        assert not await _rows(games, SITTERS)
        assert [row["address"] for row in await _rows(games, GAMES)] == [""]
        assert len(await store.keys.all("addresses")) == 1
        time.now += ROTATE_AFTER
        await _tidy(games)
        assert len(await store.keys.all("addresses")) == 2
        time.now += FORGET_AFTER + 1
        await _tidy(games)
        assert len(await store.keys.all("addresses")) == 1
        assert [row["maker"] for row in await _rows(games, BLOCKS)] == ["person ann"]
        assert not await _rows(games, REPORTS)


async def _rows(games: GameService, table: sa.Table) -> list[dict[str, object]]:
    async with games._store.engine.connect() as connection:
        return [dict(row._mapping) for row in await connection.execute(sa.select(table))]
