"""From the first schema, with games in it, to this one: nothing is lost, and what was under way goes on."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random

import sqlalchemy as sa
from alembic import command
from alembic.config import Config

from dungeon_twister.server.protocol import Join
from dungeon_twister.server.store.database_engine import MIGRATIONS, full_url, make_engine, schema_versions, version_of
from tests.server.game_services import Player, open_service, play_on, replay_of

TABLES, _, ROWS = (Path(__file__).parent / "first_schema.sql").read_text("utf-8").partition("-- rows\n")
UNDER_WAY, RESIGNED, WAITING = "1gjf0pq618H_", "wrDj1vt4JbRl", "iqyReh7QAt41"
BLUE = "ECZvJ4iLYs8sY9EKlVvrVN04xhPKuqVT"  # the key of a seat, as its player has kept it


def first(connection: sa.Connection) -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    command.upgrade(config, "0001")


async def old_database(url: str) -> None:
    """A database of the first version. The fixture has the tables of SQLite; the migration makes those of PostgreSQL."""
    if url.startswith("sqlite"):
        with closing(sqlite3.connect(str(full_url(url).database))) as opened:
            opened.executescript(TABLES + ROWS)
        return
    engine = make_engine(full_url(url))
    async with engine.begin() as connection:
        await connection.run_sync(first)
        for line in ROWS.splitlines()[1:]:
            await connection.exec_driver_sql(line)
    await engine.dispose()


async def test_games_of_the_first_version_go_on(bare_url: str) -> None:
    await old_database(bare_url)
    assert (await version_of(bare_url))[0] == "0001"
    async with open_service(bare_url) as games:
        assert await games.seat_of(UNDER_WAY, BLUE) == "blue"
        seen = await games.welcome(UNDER_WAY, ["blue"])
        assert seen.info.stage == "playing" and seen.version >= 25
        assert [(line.name, line.text) for line in seen.chat] == [("Ann", "good luck")]
        players = [Player(games, UNDER_WAY, colour) for colour in ("blue", "yellow")]
        await play_on(players, 10, Random(1))
        assert (await games.welcome(UNDER_WAY, [])).version >= seen.version + 10

        over = await games.info(RESIGNED)
        assert (over.stage, over.winners) == ("over", ["yellow"])
        assert (await replay_of(games, RESIGNED, "all")).entries

        joined = await games.join(WAITING, Join("Dan"))
        assert joined.info.stage == "playing"
    assert (await version_of(bare_url))[0] == schema_versions()[-1]
    await rows_as_they_should_be(bare_url)


async def rows_as_they_should_be(url: str) -> None:
    """RefusalCounter are not kept any more, a record knows its size, and no address is left that was hashed without a key."""
    engine = make_engine(full_url(url))
    async with engine.connect() as connection:
        refused = await connection.scalar(sa.text("SELECT count(*) FROM answers WHERE command_id = 'refused'"))
        size = await connection.scalar(sa.text("SELECT size FROM records WHERE id = 'record'"))
        assert (refused, size) == (0, len("a record that was handed in"))
        for table in ("games", "records", "reports"):
            assert not await connection.scalar(sa.text(f"SELECT count(*) FROM {table} WHERE address != ''"))
    await engine.dispose()
