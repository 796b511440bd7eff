"""Secret keys of the server, shared by all processes on one database: a name, an increasing number, and 32 random bytes.

A key is made on first use. A rotating key keeps its predecessors until `forget`, so that data sealed or hashed with them can
still be opened or compared.
"""

from __future__ import annotations

from secrets import token_hex
from typing import Final

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from dungeon_twister.server.store.crud import Repository
from dungeon_twister.server.store.models import METADATA, Seconds

KEY_BYTES: Final = 32
SERVER_KEYS: Final = sa.Table(
    "server_keys",
    METADATA,
    sa.Column("name", sa.String(32), primary_key=True),  # what the key is for
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("secret", sa.String(2 * KEY_BYTES), nullable=False),  # hexadecimal
    sa.Column("made", Seconds, nullable=False),
)


class KeyRepository(Repository):
    """Reads and writes keys by name."""

    async def current(self, name: str, now: float, rotate_after: float | None = None) -> bytes:
        """Return the newest key of a name. Make one if there is none, or if the newest is older than `rotate_after` seconds."""
        while True:
            rows = await self._rows(self._of(name).limit(1))
            if rows and (rotate_after is None or now - rows[0]["made"] < rotate_after):
                return bytes.fromhex(rows[0]["secret"])
            number = rows[0]["number"] + 1 if rows else 1
            await self._make(name, number, now)

    async def all(self, name: str) -> list[bytes]:
        """Return all keys of a name, the newest first."""
        return [bytes.fromhex(row["secret"]) for row in await self._rows(self._of(name))]

    async def forget(self, name: str, before: float) -> None:
        """Delete keys of a name that were made before a moment."""
        await self._change(sa.delete(SERVER_KEYS).where(SERVER_KEYS.c.name == name, SERVER_KEYS.c.made < before))

    @staticmethod
    def _of(name: str) -> sa.Select[tuple[object, ...]]:
        return sa.select(SERVER_KEYS).where(SERVER_KEYS.c.name == name).order_by(SERVER_KEYS.c.number.desc())

    async def _make(self, name: str, number: int, now: float) -> None:
        """Add a key. If another process has added this number meanwhile, use that one."""
        try:
            async with self._engine.begin() as connection:
                row = {"name": name, "number": number, "secret": token_hex(KEY_BYTES), "made": now}
                await connection.execute(sa.insert(SERVER_KEYS).values(row))
        except IntegrityError:
            pass
