"""Queries. Every answer comes from committed data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeVar

import msgspec
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

from dungeon_twister.server.store.changes import StoreError
from dungeon_twister.server.store.crud import connected
from dungeon_twister.server.store.models import (
    ANALYSES,
    ANSWERS,
    CHAT,
    GAMES,
    LOG,
    RECORDS,
    SEATS,
    USED_SEALS,
    has_to_decide,
)
from dungeon_twister.server.store.table_rows import (
    MOST_ANSWERS,
    MOST_CHAT,
    MOST_LISTED,
    OPEN,
    PLAYING,
    AnswerRow,
    ChatRow,
    GameRow,
    LogRow,
    SeatRow,
)

Row = TypeVar("Row", bound=msgspec.Struct)
ROWS_AT_ONCE: Final = 500


class Queries:
    """The queries of a store; `Store` adds connecting and writing."""

    def __init__(self) -> None:
        self._engine: AsyncEngine | None = None

    @property
    def engine(self) -> AsyncEngine:
        if self._engine is None:
            raise StoreError("the store is not open")
        return self._engine

    async def _rows(self, question: sa.Select[Any], kind: type[Row]) -> list[Row]:
        async with connected(self.engine) as connection:
            found = await connection.execute(question)
            return [kind(**row._mapping) for row in found]

    async def game(self, id: str) -> GameRow | None:
        return next(iter(await self._rows(sa.select(GAMES).where(GAMES.c.id == id), GameRow)), None)

    async def game_by_code(self, code: str) -> GameRow | None:
        return next(iter(await self._rows(sa.select(GAMES).where(GAMES.c.code == code), GameRow)), None)

    async def games(self, ids: Sequence[str]) -> list[GameRow]:
        return await self._rows(sa.select(GAMES).where(GAMES.c.id.in_(ids)).order_by(GAMES.c.changed.desc()), GameRow)

    async def open_games(self, room: str = "", most: int = MOST_LISTED) -> list[GameRow]:
        """Return the games that anybody, or people in a room, may join; the newest first."""
        return await self._listed(OPEN, room, most, GAMES.c.created)

    async def running_games(self, room: str, most: int) -> list[GameRow]:
        """Return the games that anybody, or people in a room, may watch; the latest change first."""
        return await self._listed(PLAYING, room, most, GAMES.c.changed)

    async def _listed(self, stage: str, room: str, most: int, by: sa.ColumnElement[float]) -> list[GameRow]:
        question = sa.select(GAMES).where(GAMES.c.room == room, GAMES.c.stage == stage, GAMES.c.listed)
        return await self._rows(question.order_by(by.desc()).limit(most), GameRow)

    async def unfinished(self, address: Sequence[str]) -> int:
        """Return how many games made from an address (its hashes) still run or wait for players."""
        question = sa.select(sa.func.count()).where(GAMES.c.address.in_(address), GAMES.c.stage.in_([OPEN, PLAYING]))
        async with connected(self.engine) as connection:
            return int((await connection.execute(question)).scalar_one())

    async def bot_games(self, address: Sequence[str]) -> int:
        """Return how many running games made from an address (its hashes) only bots play."""
        people = sa.exists().where(SEATS.c.game == GAMES.c.id, SEATS.c.who != "bot")
        question = sa.select(sa.func.count()).select_from(GAMES)
        async with connected(self.engine) as connection:
            mine = GAMES.c.address.in_(address)
            found = await connection.execute(question.where(mine, GAMES.c.stage == PLAYING, ~people))
            return int(found.scalar_one())

    async def seats(self, ids: Sequence[str]) -> dict[str, list[SeatRow]]:
        """Return the seats of games, in the order of the turns."""
        found = await self._rows(sa.select(SEATS).where(SEATS.c.game.in_(ids)).order_by(SEATS.c.number), SeatRow)
        seats: dict[str, list[SeatRow]] = {id: [] for id in ids}
        for seat in found:
            seats[seat.game].append(seat)
        return seats

    async def seats_of_tokens(self, hashes: Sequence[str]) -> list[SeatRow]:
        return await self._rows(sa.select(SEATS).where(SEATS.c.token_hash.in_(hashes)), SeatRow)

    async def log(self, id: str, after: int = 0) -> list[LogRow]:
        """Return the entries after a version. Long logs are read in parts, so that other tasks can run in between."""
        found: list[LogRow] = []
        while True:
            question = sa.select(LOG).where(LOG.c.game == id, LOG.c.version > after).order_by(LOG.c.version)
            part = await self._rows(question.limit(ROWS_AT_ONCE), LogRow)
            found += part
            if len(part) < ROWS_AT_ONCE:
                return found
            after = part[-1].version

    async def answers(self, id: str) -> list[AnswerRow]:
        """Return the latest answers, the oldest first."""
        question = sa.select(ANSWERS).where(ANSWERS.c.game == id).order_by(ANSWERS.c.at.desc()).limit(MOST_ANSWERS)
        return (await self._rows(question, AnswerRow))[::-1]

    async def chat(self, id: str, after: int = 0) -> list[ChatRow]:
        """Return the latest lines after a number, the oldest first."""
        question = sa.select(CHAT).where(CHAT.c.game == id, CHAT.c.number > after).order_by(CHAT.c.number.desc())
        return (await self._rows(question.limit(MOST_CHAT), ChatRow))[::-1]

    async def seal_used(self, commitment: str) -> bool:
        """Return whether a game was made with this commitment in the last days."""
        question = sa.select(USED_SEALS.c.commitment).where(USED_SEALS.c.commitment == commitment)
        async with self.engine.connect() as connection:
            return (await connection.execute(question)).scalar() is not None

    async def record(self, id: str) -> str | None:
        async with connected(self.engine) as connection:
            found: str | None = (await connection.execute(sa.select(RECORDS.c.text).where(RECORDS.c.id == id))).scalar()
            return found

    async def analysis(self, id: str) -> str | None:
        """Return JSON of the analysis of a game or a record, if it exists."""
        async with connected(self.engine) as connection:
            found: str | None = (await connection.execute(sa.select(ANALYSES.c.text).where(ANALYSES.c.id == id))).scalar()
            return found

    async def kept_records(self, address: Sequence[str]) -> tuple[int, int]:
        """Return how many records an address (its hashes) has uploaded, and the size of all stored records."""
        own = sa.func.count().filter(RECORDS.c.address.in_(address))
        async with connected(self.engine) as connection:
            count, size = (await connection.execute(sa.select(own, sa.func.coalesce(sa.func.sum(RECORDS.c.size), 0)))).one()
            return int(count), int(size)

    async def expired(self, before: Mapping[str, float], bots_before: float | None, most: int) -> list[str]:
        """Return games of a stage without a change since a moment, and finished games that only bots have played."""
        old = [sa.and_(GAMES.c.stage == stage, GAMES.c.changed < moment) for stage, moment in before.items()]
        if bots_before is not None:
            people = sa.exists().where(SEATS.c.game == GAMES.c.id, SEATS.c.who != "bot")
            old.append(sa.and_(GAMES.c.stage == "over", GAMES.c.changed < bots_before, ~people))
        return await self._ids(sa.select(GAMES.c.id).where(sa.or_(*old)).limit(most)) if old else []

    async def overdue(self, now: float) -> list[str]:
        """Return games whose deadline has passed, or with an overdue first move."""
        late = sa.or_(GAMES.c.deadline <= now, GAMES.c.first_move_by <= now)
        return await self._ids(sa.select(GAMES.c.id).where(GAMES.c.stage == PLAYING, late))

    async def timings(self) -> list[tuple[str, str]]:
        """Return the running clocks by game."""
        question = sa.select(GAMES.c.id, GAMES.c.timing).where(GAMES.c.stage == PLAYING, GAMES.c.deadline.is_not(None))
        async with connected(self.engine) as connection:
            return [(str(id), str(timing)) for id, timing in await connection.execute(question)]

    async def next_deadline(self, after: float) -> float | None:
        """Return the first deadline after a moment; earlier ones were handled."""
        async with connected(self.engine) as connection:
            found: list[float] = []
            for column in (GAMES.c.deadline, GAMES.c.first_move_by):
                question = sa.select(sa.func.min(column)).where(GAMES.c.stage == PLAYING, column > after)
                found += [moment for moment in (await connection.execute(question)).scalars() if moment is not None]
            return min(found, default=None)

    async def waiting_for_bots(self, before: float) -> list[str]:
        """Return games in which a bot must decide and nothing has happened since a moment."""
        seat = sa.and_(SEATS.c.game == GAMES.c.id, has_to_decide())
        question = sa.select(GAMES.c.id).join(SEATS, seat)
        return await self._ids(question.where(GAMES.c.stage == PLAYING, SEATS.c.who == "bot", GAMES.c.changed <= before))

    async def _ids(self, question: sa.Select[Any]) -> list[str]:
        async with connected(self.engine) as connection:
            return [str(id) for id in (await connection.execute(question)).scalars()]
