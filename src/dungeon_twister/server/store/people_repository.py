"""People, their devices, and the rooms of clubs. Keys and codes are stored as hashes only. Each
change is a transaction of its own."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from dungeon_twister.server.store.crud import Repository, transaction
from dungeon_twister.server.store.models import GAMES, METADATA, PUSHES, SEATS, Seconds, has_to_decide
from dungeon_twister.server.store.people_tables import DEVICES, PEOPLE, SHELF
from dungeon_twister.server.store.push_repository import pushes_of_device
from dungeon_twister.server.store.table_rows import (
    PLAYING,
    UNHURRIED,
    DeviceRow,
    GameRow,
    PersonRow,
    RoomRow,
    SeatRow,
    signed_out,
    values,
)

ROOMS: Final = sa.Table(
    "rooms",
    METADATA,
    sa.Column("code", sa.String(8), primary_key=True),
    sa.Column("name", sa.String(64), nullable=False),
    sa.Column("seen", Seconds, nullable=False),
)


class PeopleRepository(Repository):
    """Reads and writes people, devices and rooms."""

    # -- identity ----------------------------------------------------------------------------------------------------------

    async def begin(self, person: PersonRow, device: DeviceRow) -> None:
        """Add a person with a first device."""
        async with transaction(self._engine) as connection:
            await connection.execute(sa.insert(PEOPLE).values(values(person)))
            await connection.execute(sa.insert(DEVICES).values(values(device)))

    async def by_key(self, hash: str) -> tuple[PersonRow, DeviceRow] | None:
        """Return the person and the device of a key (its hash)."""
        found = await self._rows(sa.select(DEVICES).where(DEVICES.c.hash == hash))
        if not found:
            return None
        device = DeviceRow(**found[0])
        people = await self._rows(sa.select(PEOPLE).where(PEOPLE.c.id == device.person))
        return (PersonRow(**people[0]), device) if people else None

    async def devices(self, person: str) -> list[DeviceRow]:
        question = sa.select(DEVICES).where(DEVICES.c.person == person).order_by(DEVICES.c.made)
        return [DeviceRow(**row) for row in await self._rows(question)]

    async def saw(self, person: str, device: str, now: float) -> None:
        async with transaction(self._engine) as connection:
            await connection.execute(sa.update(PEOPLE).where(PEOPLE.c.id == person).values(seen=now))
            await connection.execute(sa.update(DEVICES).where(DEVICES.c.hash == device).values(seen=now))

    async def rename(self, person: str, name: str) -> None:
        await self._change(sa.update(PEOPLE).where(PEOPLE.c.id == person).values(name=name))

    async def sign_out(self, person: str, device: str) -> bool:
        """Delete a device and its push subscriptions. False: the person has no such device."""
        async with transaction(self._engine) as connection:
            await connection.execute(sa.delete(PUSHES).where(pushes_of_device(person, device)))
            mine = (DEVICES.c.person == person, DEVICES.c.id == device)
            gone = await connection.execute(sa.delete(DEVICES).where(*mine))
            await self._notify(connection, [signed_out(device)])
            return bool(gone.rowcount)

    async def add_device(self, device: DeviceRow) -> None:
        async with transaction(self._engine) as connection:
            await connection.execute(sa.insert(DEVICES).values(values(device)))

    async def known_devices(self, devices: Collection[str]) -> set[str]:
        """Return those of these devices that are still signed in."""
        found = await self._rows(sa.select(DEVICES.c.id).where(DEVICES.c.id.in_(devices)))
        return {str(row["id"]) for row in found}

    async def name(self, person: str) -> str:
        found = await self._rows(sa.select(PEOPLE.c.name).where(PEOPLE.c.id == person))
        return str(found[0]["name"]) if found else ""

    # -- games -------------------------------------------------------------------------------------------------------------

    async def seats(self, person: str, most: int) -> list[SeatRow]:
        """Return the seats of a person: those in running games first, then those in games that
        finished last. Cancelled games are left out."""
        question = sa.select(SEATS).join(GAMES, GAMES.c.id == SEATS.c.game)
        question = question.where(SEATS.c.person == person, GAMES.c.stage != "given-up")
        order = (sa.case((GAMES.c.stage == "over", 1), else_=0), GAMES.c.changed.desc())
        return [SeatRow(**row) for row in await self._rows(question.order_by(*order).limit(most))]

    async def owes_first_move(self, person: str) -> bool:
        """Return whether a paired game waits for the first move of a person."""
        seat = sa.and_(SEATS.c.game == GAMES.c.id, has_to_decide(), SEATS.c.person == person)
        question = sa.select(GAMES.c.id).join(SEATS, seat)
        question = question.where(GAMES.c.stage == PLAYING, GAMES.c.first_move_by < UNHURRIED)
        return bool(await self._rows(question.limit(1)))

    async def games(self, person: str, before: tuple[float, str] | None, most: int) -> list[GameRow]:
        """Return the games of a person after a place in the list, the latest change first."""
        mine = sa.exists().where(SEATS.c.game == GAMES.c.id, SEATS.c.person == person)
        question = sa.select(GAMES).where(mine).order_by(GAMES.c.changed.desc(), GAMES.c.id.desc()).limit(most)
        if before is not None:
            changed, id = before
            earlier = sa.and_(GAMES.c.changed == changed, GAMES.c.id < id)
            question = question.where(sa.or_(GAMES.c.changed < changed, earlier))
        return [GameRow(**row) for row in await self._rows(question)]

    async def count(self, person: str) -> dict[str, int]:
        """Return the number of games of a person by their stage."""
        mine = sa.exists().where(SEATS.c.game == GAMES.c.id, SEATS.c.person == person)
        question = sa.select(GAMES.c.stage, sa.func.count().label("many")).where(mine).group_by(GAMES.c.stage)
        return {str(row["stage"]): int(row["many"]) for row in await self._rows(question)}

    async def unused(self, before: float, most: int) -> list[str]:
        """Return people without a game and without a published scenario who were not seen since a moment."""
        sits = sa.exists().where(SEATS.c.person == PEOPLE.c.id)
        published = sa.exists().where(SHELF.c.person == PEOPLE.c.id)
        question = sa.select(PEOPLE.c.id).where(PEOPLE.c.seen < before, ~sits, ~published).order_by(PEOPLE.c.seen).limit(most)
        return [str(row["id"]) for row in await self._rows(question)]

    async def forget(self, unused_before: float) -> None:
        """Delete rooms that nobody has entered since a moment."""
        await self._change(sa.delete(ROOMS).where(ROOMS.c.seen < unused_before))

    # -- rooms -------------------------------------------------------------------------------------------------------------

    async def open_room(self, room: RoomRow) -> bool:
        """Add a room. False: the code is taken."""
        try:
            async with transaction(self._engine) as connection:
                await connection.execute(sa.insert(ROOMS).values(values(room)))
        except IntegrityError:
            return False
        return True

    async def room(self, code: str) -> RoomRow | None:
        found = await self._rows(sa.select(ROOMS).where(ROOMS.c.code == code))
        return RoomRow(**found[0]) if found else None

    async def entered(self, code: str, now: float) -> None:
        await self._change(sa.update(ROOMS).where(ROOMS.c.code == code).values(seen=now))
