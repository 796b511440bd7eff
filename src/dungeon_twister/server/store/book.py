"""Tables that are written seldom: what is asked of them and each change of them is a transaction of its own."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine


class Book:
    """Some tables, by connections of its own."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def _rows(self, question: sa.Select[Any]) -> list[dict[str, Any]]:
        async with self._engine.connect() as connection:
            return [dict(row._mapping) for row in await connection.execute(question)]

    async def _change(self, change: sa.Update | sa.Delete) -> int:
        async with self._engine.begin() as connection:
            return (await connection.execute(change)).rowcount
