"""Tables of account recovery: passkeys, and hashes of recovery codes."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from dungeon_twister.server.store.crud import Repository, transaction
from dungeon_twister.server.store.people_tables import PASSKEYS, RECOVERY_CODES
from dungeon_twister.server.store.table_rows import PasskeyRow, values


class RecoveryRepository(Repository):
    """Reads and writes passkeys and recovery codes."""

    async def passkeys(self, person: str) -> list[PasskeyRow]:
        question = sa.select(PASSKEYS).where(PASSKEYS.c.person == person).order_by(PASSKEYS.c.made)
        return [PasskeyRow(**row) for row in await self._rows(question)]

    async def passkey(self, hash: str) -> PasskeyRow | None:
        found = await self._rows(sa.select(PASSKEYS).where(PASSKEYS.c.hash == hash))
        return PasskeyRow(**found[0]) if found else None

    async def add_passkey(self, row: PasskeyRow) -> bool:
        """Add a passkey. False: it exists already."""
        try:
            async with transaction(self._engine) as connection:
                await connection.execute(sa.insert(PASSKEYS).values(values(row)))
        except IntegrityError:
            return False
        return True

    async def used_passkey(self, hash: str, before: int, count: int, now: float) -> bool:
        """Note a use. False: another use has changed the counter meanwhile."""
        same = (PASSKEYS.c.hash == hash, PASSKEYS.c.sign_count == before)
        return bool(await self._change(sa.update(PASSKEYS).where(*same).values(sign_count=count, used=now)))

    async def remove_passkey(self, person: str, id: str) -> bool:
        return bool(await self._change(sa.delete(PASSKEYS).where(PASSKEYS.c.person == person, PASSKEYS.c.id == id)))

    async def code_made(self, person: str) -> float:
        """Return when the person's recovery code was made; 0: there is none."""
        found = await self._rows(sa.select(RECOVERY_CODES.c.made).where(RECOVERY_CODES.c.person == person))
        return float(found[0]["made"]) if found else 0.0

    async def set_code(self, person: str, hash: str, now: float) -> None:
        """Store the hash of a new code in place of the old one."""
        await self._replace(RECOVERY_CODES, person, {"person": person, "hash": hash, "made": now})

    async def person_of_code(self, hash: str) -> str:
        """Return the person with this code; empty: nobody."""
        found = await self._rows(sa.select(RECOVERY_CODES.c.person).where(RECOVERY_CODES.c.hash == hash))
        return str(found[0]["person"]) if found else ""
