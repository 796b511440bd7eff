"""What brings a person back without a device: passkeys, and the hash of a recovery code."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from dungeon_twister.server.store.book import Book, changing
from dungeon_twister.server.store.people_tables import PASSKEYS, RECOVERY_CODES
from dungeon_twister.server.store.rows import PasskeyRow, values


class RecoveryBook(Book):
    """Passkeys and recovery codes."""

    async def passkeys(self, person: str) -> list[PasskeyRow]:
        question = sa.select(PASSKEYS).where(PASSKEYS.c.person == person).order_by(PASSKEYS.c.made)
        return [PasskeyRow(**row) for row in await self._rows(question)]

    async def passkey(self, hash: str) -> PasskeyRow | None:
        found = await self._rows(sa.select(PASSKEYS).where(PASSKEYS.c.hash == hash))
        return PasskeyRow(**found[0]) if found else None

    async def add_passkey(self, row: PasskeyRow) -> bool:
        """False: it is known already."""
        try:
            async with changing(self._engine) as connection:
                await connection.execute(sa.insert(PASSKEYS).values(values(row)))
        except IntegrityError:
            return False
        return True

    async def used_passkey(self, hash: str, before: int, count: int, now: float) -> bool:
        """Note a use. False: the counter was changed by another use meanwhile."""
        same = (PASSKEYS.c.hash == hash, PASSKEYS.c.sign_count == before)
        return bool(await self._change(sa.update(PASSKEYS).where(*same).values(sign_count=count, used=now)))

    async def remove_passkey(self, person: str, id: str) -> bool:
        return bool(await self._change(sa.delete(PASSKEYS).where(PASSKEYS.c.person == person, PASSKEYS.c.id == id)))

    async def code_made(self, person: str) -> float:
        """When the person's recovery code was made; 0: there is none."""
        found = await self._rows(sa.select(RECOVERY_CODES.c.made).where(RECOVERY_CODES.c.person == person))
        return float(found[0]["made"]) if found else 0.0

    async def set_code(self, person: str, hash: str, now: float) -> None:
        """Keep the hash of a new code in place of the old one."""
        await self._replace(RECOVERY_CODES, person, {"person": person, "hash": hash, "made": now})

    async def person_of_code(self, hash: str) -> str:
        """Whose code this is; empty: nobody's."""
        found = await self._rows(sa.select(RECOVERY_CODES.c.person).where(RECOVERY_CODES.c.hash == hash))
        return str(found[0]["person"]) if found else ""
