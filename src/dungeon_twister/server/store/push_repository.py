"""Push subscriptions: browsers that show a message when a seat has to decide. Each change is a transaction of its own."""

from __future__ import annotations

import sqlalchemy as sa

from dungeon_twister.server.store.crud import Repository, transaction
from dungeon_twister.server.store.models import PUSHES, SEATS
from dungeon_twister.server.store.table_rows import PushRow, values


def pushes_of_person(person: str) -> sa.ColumnElement[bool]:
    """Condition: the subscriptions that a person's devices have made, and all for seats of the person."""
    seats = sa.select(SEATS.c.token_hash).where(SEATS.c.person == person)
    return sa.or_(PUSHES.c.person == person, PUSHES.c.token_hash.in_(seats))


def pushes_of_device(person: str, device: str) -> sa.ColumnElement[bool]:
    """Condition: the subscriptions that one device of a person has made."""
    return sa.and_(PUSHES.c.person == person, PUSHES.c.person_device == device)


class PushRepository(Repository):
    """Reads and writes push subscriptions."""

    async def keep(self, row: PushRow, most: int) -> None:
        """Add a subscription of a browser for a seat; the oldest is deleted if there are too many."""
        own = PUSHES.c.token_hash == row.token_hash
        async with transaction(self._engine) as connection:
            await connection.execute(sa.delete(PUSHES).where(own, PUSHES.c.device == row.device))
            oldest = sa.select(PUSHES.c.device).where(own).order_by(PUSHES.c.at.desc()).offset(most - 1)
            for device in (await connection.execute(oldest)).scalars().all():
                await connection.execute(sa.delete(PUSHES).where(own, PUSHES.c.device == device))
            await connection.execute(sa.insert(PUSHES).values(values(row)))

    async def of(self, token_hash: str) -> list[PushRow]:
        """Return the subscriptions of a seat."""
        return [PushRow(**row) for row in await self._rows(sa.select(PUSHES).where(PUSHES.c.token_hash == token_hash))]

    async def of_person(self, person: str) -> list[PushRow]:
        """Return all subscriptions of a person."""
        return [PushRow(**row) for row in await self._rows(sa.select(PUSHES).where(pushes_of_person(person)))]

    async def forget(self, token_hash: str, device: str = "", person_device: str = "") -> None:
        """Delete the subscriptions of a seat: all, those of one endpoint (its hash), or those of one device of a person and of
        unknown devices."""
        wanted = [PUSHES.c.token_hash == token_hash]
        if device:
            wanted.append(PUSHES.c.device == device)
        if person_device:
            wanted.append(PUSHES.c.person_device.in_([person_device, ""]))
        await self._change(sa.delete(PUSHES).where(*wanted))
