"""Lists and deletions for the operator: games, people, rooms of clubs. A running server notices a
deletion within seconds (`games/removals.py`)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

import sqlalchemy as sa

from dungeon_twister.server.store.crud import Repository
from dungeon_twister.server.store.models import ANALYSES, CHAT, GAMES, LOG, SEATS
from dungeon_twister.server.store.people_repository import ROOMS
from dungeon_twister.server.store.people_tables import DEVICES, PEOPLE
from dungeon_twister.server.store.personal_data_repository import PersonalDataRepository

Row = dict[str, Any]


class OperatorRepository(Repository):
    """Lists and deletes games, people and rooms."""

    # -- games -------------------------------------------------------------------------------------------------------------

    async def games(self, stage: str, room: str, person: str, most: int) -> list[Row]:
        """Return the games that changed last, with their players. An empty filter matches all."""
        columns = (*(GAMES.c[name] for name in ("id", "code", "scenario", "stage", "created", "changed", "room", "turn")),)
        question = sa.select(*columns).order_by(GAMES.c.changed.desc()).limit(most)
        if stage:
            question = question.where(GAMES.c.stage == stage)
        if room:
            question = question.where(GAMES.c.room == room)
        if person:
            question = question.where(sa.exists().where(SEATS.c.game == GAMES.c.id, SEATS.c.person == person))
        found = await self._rows(question)
        seats = await self._seats([row["id"] for row in found])
        return [{**row, "seats": seats.get(row["id"], [])} for row in found]

    async def game(self, typed: str) -> Row | None:
        """Return a game by id or code, with seats, chat and the length of its log."""
        wanted = sa.or_(GAMES.c.id == typed, GAMES.c.code == typed.upper())
        columns = [GAMES.c[name] for name in ("id", "code", "scenario", "clock", "stage", "listed", "created", "changed")]
        columns += [GAMES.c[name] for name in ("room", "turn", "decider", "scores", "winners", "reason")]
        found = await self._rows(sa.select(*columns).where(wanted))
        if not found:
            return None
        id = found[0]["id"]
        said = sa.select(CHAT.c.seat, CHAT.c.name, CHAT.c.text, CHAT.c.at).where(CHAT.c.game == id).order_by(CHAT.c.number)
        entries = await self._rows(sa.select(sa.func.count().label("many")).where(LOG.c.game == id))
        seats = (await self._seats([id])).get(id, [])
        return {**found[0], "seats": seats, "entries": entries[0]["many"], "chat": await self._rows(said)}

    async def delete_game(self, id: str) -> bool:
        """Delete a game. False: there is none."""
        async with self._engine.begin() as connection:
            await connection.execute(sa.delete(ANALYSES).where(ANALYSES.c.id == id))
            return bool((await connection.execute(sa.delete(GAMES).where(GAMES.c.id == id))).rowcount)

    async def _seats(self, games: Sequence[str]) -> dict[str, list[Row]]:
        columns = (SEATS.c.game, SEATS.c.colour, SEATS.c.who, SEATS.c.name, SEATS.c.person)
        seats: dict[str, list[Row]] = {}
        for row in await self._rows(sa.select(*columns).where(SEATS.c.game.in_(games)).order_by(SEATS.c.number)):
            seats.setdefault(row.pop("game"), []).append(row)
        return seats

    # -- people ------------------------------------------------------------------------------------------------------------

    async def people(self, name: str, most: int) -> list[Row]:
        """Return the people seen last whose name contains a text, with the numbers of their devices
        and games."""
        devices = sa.select(sa.func.count()).where(DEVICES.c.person == PEOPLE.c.id).scalar_subquery()
        games = sa.select(sa.func.count(sa.distinct(SEATS.c.game))).where(SEATS.c.person == PEOPLE.c.id).scalar_subquery()
        question = sa.select(PEOPLE, devices.label("devices"), games.label("games"))
        if name:
            question = question.where(sa.func.lower(PEOPLE.c.name).contains(name.lower(), autoescape=True))
        return await self._rows(question.order_by(PEOPLE.c.seen.desc()).limit(most))

    async def delete_person(self, id: str) -> bool:
        """Delete a person as on their own request. Seats in running games stay without a name.
        False: there is none."""
        if not await self._rows(sa.select(PEOPLE.c.id).where(PEOPLE.c.id == id)):
            return False
        await PersonalDataRepository(self._engine).delete(id)
        return True

    # -- rooms of clubs ----------------------------------------------------------------------------------------------------

    async def clubs(self, most: int) -> list[Row]:
        """Return the rooms entered last, with the number of games listed there."""
        games = sa.select(sa.func.count()).where(GAMES.c.room == ROOMS.c.code).scalar_subquery()
        return await self._rows(sa.select(ROOMS, games.label("games")).order_by(ROOMS.c.seen.desc()).limit(most))

    async def delete_club(self, code: str) -> bool:
        """Delete a room. Its games stay reachable by their links. False: there is none."""
        return bool(await self._change(sa.delete(ROOMS).where(ROOMS.c.code == code)))

    # -- data in a server's memory ------------------------------------------------------------------------------------------

    async def missing_games(self, ids: Collection[str]) -> set[str]:
        return await self._missing(GAMES.c.id, ids)

    async def missing_people(self, ids: Collection[str]) -> set[str]:
        return await self._missing(PEOPLE.c.id, ids)

    async def missing_devices(self, ids: Collection[str]) -> set[str]:
        return await self._missing(DEVICES.c.id, ids)

    async def _missing(self, column: sa.Column[str], ids: Collection[str]) -> set[str]:
        """Return those ids that are no longer in the database."""
        if not ids:
            return set()
        return set(ids) - {row[column.name] for row in await self._rows(sa.select(column).where(column.in_(list(ids))))}
