"""The progress of people: their entries, and the ratings of puzzles that follow from all results."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

import msgspec
import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from dungeon_twister.game.record.json_codec import to_json
from dungeon_twister.learning.progress import Entry, PuzzleRatings, Rating
from dungeon_twister.server.store.crud import TRIES, Repository, transaction
from dungeon_twister.server.store.models import GAMES, SEATS
from dungeon_twister.server.store.people_tables import PROGRESS, PUZZLE_RATINGS
from dungeon_twister.server.store.table_rows import OVER, GameRow, SeatRow

MOST_GAMES: Final = 200  # finished games that are looked at


class ProgressRepository(Repository):
    """Reads, adds and removes entries. Entries are never changed."""

    alone: ClassVar = False  # whether there is only one learner, who needs no key

    async def entries(self, person: str) -> list[Entry]:
        """Return the entries of a person in order of time."""
        question = sa.select(PROGRESS.c.text).where(PROGRESS.c.person == person).order_by(PROGRESS.c.at, PROGRESS.c.id)
        return [msgspec.json.decode(row["text"], type=Entry) for row in await self._rows(question)]

    async def add(self, person: str, entries: Sequence[Entry]) -> None:
        """Add entries, except those whose id is there."""
        for attempt in range(TRIES):
            try:
                async with transaction(self._engine) as connection:
                    there = sa.select(PROGRESS.c.id).where(PROGRESS.c.person == person)
                    known = {id for (id,) in await connection.execute(there)}
                    for entry in entries:
                        if entry.id not in known:
                            row = {"person": person, "id": entry.id, "at": entry.at, "text": to_json(entry)}
                            await connection.execute(sa.insert(PROGRESS).values(row))
                            known.add(entry.id)
                return
            except IntegrityError:  # the same entry has come from another device meanwhile
                if attempt == TRIES - 1:
                    raise

    async def remove(self, person: str, ids: Sequence[str]) -> None:
        """Remove entries."""
        async with transaction(self._engine) as connection:
            await connection.execute(sa.delete(PROGRESS).where(PROGRESS.c.person == person, PROGRESS.c.id.in_(ids)))

    async def finished_games(self, person: str) -> list[tuple[GameRow, list[SeatRow]]]:
        """Return the last finished games of a person, with their seats."""
        mine = sa.exists().where(SEATS.c.game == GAMES.c.id, SEATS.c.person == person)
        question = sa.select(GAMES).where(mine, GAMES.c.stage == OVER).order_by(GAMES.c.changed.desc())
        games = [GameRow(**row) for row in await self._rows(question.limit(MOST_GAMES))]
        chosen = sa.select(SEATS).where(SEATS.c.game.in_([game.id for game in games])).order_by(SEATS.c.number)
        seats = [SeatRow(**row) for row in await self._rows(chosen)] if games else []
        return [(game, [seat for seat in seats if seat.game == game.id]) for game in games]

    # -- puzzles -----------------------------------------------------------------------------------------------------------

    async def puzzle_ratings(self) -> PuzzleRatings:
        """Return the ratings of the puzzles that have results."""
        rows = await self._rows(sa.select(PUZZLE_RATINGS))
        return {row["number"]: Rating(row["value"], row["deviation"]) for row in rows}

    async def save_puzzle_ratings(self, ratings: PuzzleRatings) -> None:
        """Store ratings of puzzles. Of two concurrent changes of one puzzle the later one wins."""
        async with transaction(self._engine) as connection:
            await connection.execute(sa.delete(PUZZLE_RATINGS).where(PUZZLE_RATINGS.c.number.in_(ratings)))
            for number, rating in ratings.items():
                row = {"number": number, "value": rating.value, "deviation": rating.deviation}
                await connection.execute(sa.insert(PUZZLE_RATINGS).values(row))
