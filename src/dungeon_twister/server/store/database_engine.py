"""Database engines: URLs, settings and migrations. Alembic is imported only to migrate; operator
commands do without it."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import msgspec
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

DRIVERS: Final = {
    "sqlite": "sqlite+aiosqlite",
    "postgresql": "postgresql+asyncpg",
    "postgres": "postgresql+asyncpg",
}
MIGRATIONS: Final = Path(__file__).parent / "migrations"
MIGRATION_LOCK: Final = 7_236_541  # any number that is not used otherwise in this database
LOCKED_MILLISECONDS: Final = 3000  # how long a change waits while another program has locked the file
PRAGMAS: Final = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", f"busy_timeout={LOCKED_MILLISECONDS}")


def full_url(url: str) -> sa.URL:
    """Return a database URL with the driver of this server; a plain file name is an SQLite file."""
    if "://" not in url:
        url = f"sqlite:///{url}"
    parsed = sa.make_url(url)
    return parsed.set(drivername=DRIVERS.get(parsed.drivername, parsed.drivername))


# An execution option of connections that will write. SQLite then locks the file at once: a transaction that has read before
# could not lock it any more after another one has written.
WRITES: Final = "dungeon_twister_writes"
LOCKING: Final = "BEGIN IMMEDIATE"


def make_engine(url: sa.URL) -> AsyncEngine:
    """Return an engine with this server's settings for the database."""
    if url.get_backend_name() != "sqlite":
        return create_async_engine(url, pool_size=8, max_overflow=8, pool_pre_ping=True, hide_parameters=True)
    engine = create_async_engine(url, pool_size=6, max_overflow=6, hide_parameters=True)  # errors are logged, secrets are not
    _set_up(engine.sync_engine, "BEGIN")
    return engine


def make_file_engine(file: str) -> sa.Engine:
    """Return an engine for the one connection that writes to an SQLite file."""
    url = sa.URL.create("sqlite", database=file)
    engine = sa.create_engine(url, poolclass=sa.NullPool, hide_parameters=True, json_serializer=_json)
    _set_up(engine, LOCKING)
    return engine


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()


def _set_up(engine: sa.Engine, begin: str) -> None:
    """Set the pragmas of SQLite and the statement that begins a transaction."""

    @sa.event.listens_for(engine, "connect")
    def connected(connection: Any, _: object) -> None:
        connection.isolation_level = None  # disable the driver's implicit transactions: `begin` starts them
        cursor = connection.cursor()
        for pragma in PRAGMAS:
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @sa.event.listens_for(engine, "begin")
    def begun(connection: sa.Connection) -> None:
        connection.exec_driver_sql(LOCKING if connection.get_execution_options().get(WRITES) else begin)


async def migrate(engine: AsyncEngine) -> None:
    """Bring the tables up to date. On PostgreSQL several processes may try at once: one migrates, the others wait."""
    async with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            await connection.execute(sa.select(sa.func.pg_advisory_xact_lock(MIGRATION_LOCK)))
        await connection.run_sync(_upgrade)


def schema_versions() -> list[str]:
    """Return all versions of the tables that this program knows, the oldest first."""
    from alembic.script import ScriptDirectory

    scripts = ScriptDirectory(str(MIGRATIONS))
    return [script.revision for script in scripts.walk_revisions()][::-1]


async def version_of(url: str) -> tuple[str, float]:
    """Return the version of a database's tables (empty: there are none), and the time of the last change. Nothing is
    written."""
    engine = make_engine(full_url(url))
    try:
        async with engine.connect() as connection:
            tables = await connection.run_sync(lambda one: sa.inspect(one).get_table_names())
            if "alembic_version" not in tables:
                return "", 0.0
            version = await connection.scalar(sa.text("SELECT version_num FROM alembic_version"))
            newest = await connection.scalar(sa.text("SELECT max(changed) FROM games"))
            return str(version or ""), float(newest or 0)
    finally:
        await engine.dispose()


def _upgrade(connection: sa.Connection) -> None:
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
