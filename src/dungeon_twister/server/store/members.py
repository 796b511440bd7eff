"""The processes that serve a database, as it knows them. When a row expires is told by the clock of the database: those of the
processes may differ."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncEngine

from dungeon_twister.server.store.models import METADATA, Seconds
from dungeon_twister.server.store.rows import MemberRow, values

MEMBERS: Final = sa.Table(
    "members",
    METADATA,
    sa.Column("origin", sa.String(16), primary_key=True),
    sa.Column("address", sa.String(256), nullable=False),  # where the others reach it
    sa.Column("key", sa.String(64), nullable=False),  # by which it knows requests of the others
    sa.Column("until", Seconds, nullable=False),
)
FORGOTTEN: Final = 3600.0  # seconds; sooner, two that were late would delete each other's rows and wait for each other
NOW: Final = sa.cast(sa.extract("epoch", sa.func.clock_timestamp()), Seconds)


class Roll:
    """The rows of all processes; only where several may serve a database (PostgreSQL)."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def beat(self, row: MemberRow, seconds: float) -> list[MemberRow]:
        """A process is there for so many seconds more; all that are. Those that have been gone for long are forgotten."""
        until = NOW + seconds
        renewed = insert(MEMBERS).values(**values(row), until=until)
        async with self._engine.begin() as connection:
            await connection.execute(renewed.on_conflict_do_update(index_elements=["origin"], set_={"until": until}))
            await connection.execute(sa.delete(MEMBERS).where(MEMBERS.c.until < NOW - FORGOTTEN))
            there = sa.select(MEMBERS.c.origin, MEMBERS.c.address, MEMBERS.c.key).where(MEMBERS.c.until > NOW)
            found = await connection.execute(there)
            return [MemberRow(*each) for each in found]

    async def leave(self, origin: str) -> None:
        async with self._engine.begin() as connection:
            await connection.execute(sa.delete(MEMBERS).where(MEMBERS.c.origin == origin))
