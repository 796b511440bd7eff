"""Browsers that want to be told when it is a turn, by seat. It is written seldom, each change in a transaction of its own."""

from __future__ import annotations

import sqlalchemy as sa

from dungeon_twister.server.store.book import Book
from dungeon_twister.server.store.models import PUSHES
from dungeon_twister.server.store.rows import PushRow, values


class PushBook(Book):
    """All of it, by a connection of its own."""

    async def keep(self, row: PushRow, most: int) -> None:
        """A browser for a seat; if there are too many the oldest is forgotten."""
        own = PUSHES.c.token_hash == row.token_hash
        async with self._engine.begin() as connection:
            await connection.execute(sa.delete(PUSHES).where(own, PUSHES.c.device == row.device))
            oldest = sa.select(PUSHES.c.device).where(own).order_by(PUSHES.c.at.desc()).offset(most - 1)
            for device in (await connection.execute(oldest)).scalars().all():
                await connection.execute(sa.delete(PUSHES).where(own, PUSHES.c.device == device))
            await connection.execute(sa.insert(PUSHES).values(values(row)))

    async def of(self, token_hash: str) -> list[PushRow]:
        return [PushRow(**row) for row in await self._rows(sa.select(PUSHES).where(PUSHES.c.token_hash == token_hash))]

    async def forget(self, token_hash: str, device: str = "") -> None:
        """All browsers of a seat, or one of them."""
        wanted = [PUSHES.c.token_hash == token_hash, *([PUSHES.c.device == device] if device else [])]
        await self._change(sa.delete(PUSHES).where(*wanted))
