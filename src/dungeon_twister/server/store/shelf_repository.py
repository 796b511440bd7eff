"""The shelf of scenarios that people have published: marks (played, liked) and reports once per person, counts beside them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from dungeon_twister.server.store.crud import Repository, transaction
from dungeon_twister.server.store.people_tables import PEOPLE, SHELF, SHELF_MARKS, SHELF_REPORTS
from dungeon_twister.server.store.table_rows import ShelfRow, values

PLAYED: Final = "played"
LIKED: Final = "liked"
ORDERS: Final = {
    "newest": (SHELF.c.at.desc(), SHELF.c.code),
    PLAYED: (SHELF.c.played.desc(), SHELF.c.at.desc(), SHELF.c.code),
    LIKED: (SHELF.c.liked.desc(), SHELF.c.at.desc(), SHELF.c.code),
}
Found = tuple[ShelfRow, str]  # with the name of the person


class ShelfRepository(Repository):
    """Reads and writes published scenarios."""

    async def add(self, row: ShelfRow) -> bool:
        """Add a scenario. False: the code or the text is there already."""
        try:
            async with transaction(self._engine) as connection:
                await connection.execute(sa.insert(SHELF).values(values(row)))
        except IntegrityError:
            return False
        return True

    async def count(self, person: str) -> tuple[int, int]:
        """Return how many scenarios a person has published, and all together."""
        mine = sa.select(sa.func.count()).select_from(SHELF).where(SHELF.c.person == person)
        question = sa.select(mine.scalar_subquery().label("mine"), sa.func.count().label("all")).select_from(SHELF)
        (row,) = await self._rows(question)
        return int(row["mine"]), int(row["all"])

    async def one(self, code: str) -> Found | None:
        return await self._one(SHELF.c.code == code)

    async def of_text(self, digest: str) -> Found | None:
        """Return the scenario with this text."""
        return await self._one(SHELF.c.digest == digest)

    async def page(self, order: str, game: str, person: str, skipped: int, most: int) -> list[Found]:
        """Return a part of the list, without the texts. `game`: empty for both. `person`: only those of a person, the hidden
        ones as well; empty: those that are shown."""
        columns = [sa.literal("").label(column.name) if column is SHELF.c.declared else column for column in SHELF.c]
        question = sa.select(*columns, PEOPLE.c.name.label("by")).join(PEOPLE, PEOPLE.c.id == SHELF.c.person)
        question = question.where(SHELF.c.person == person if person else ~SHELF.c.hidden)
        if game:
            question = question.where(SHELF.c.game == game)
        return [_found(row) for row in await self._rows(question.order_by(*ORDERS[order]).offset(skipped).limit(most))]

    async def remove(self, code: str, person: str = "") -> bool:
        """Remove a scenario; with a person, only one of theirs. False: there is none."""
        mine = [SHELF.c.person == person] if person else []
        return bool(await self._change(sa.delete(SHELF).where(SHELF.c.code == code, *mine)))

    # -- marks and reports -------------------------------------------------------------------------------------------------

    async def likes(self, person: str, codes: list[str]) -> set[str]:
        """Return which of these scenarios a person likes."""
        mine = (SHELF_MARKS.c.person == person, SHELF_MARKS.c.kind == LIKED, SHELF_MARKS.c.code.in_(codes))
        return {str(row["code"]) for row in await self._rows(sa.select(SHELF_MARKS.c.code).where(*mine))}

    async def mark(self, code: str, person: str, kind: str) -> None:
        """Count that a person has played or likes a scenario, once."""
        counted = sa.update(SHELF).where(SHELF.c.code == code).values({kind: SHELF.c[kind] + 1})
        await self._once(sa.insert(SHELF_MARKS).values(code=code, person=person, kind=kind), counted)

    async def unlike(self, code: str, person: str) -> None:
        """Take back that a person likes a scenario."""
        mine = (SHELF_MARKS.c.code == code, SHELF_MARKS.c.person == person, SHELF_MARKS.c.kind == LIKED)
        async with transaction(self._engine) as connection:
            if (await connection.execute(sa.delete(SHELF_MARKS).where(*mine))).rowcount:
                await connection.execute(sa.update(SHELF).where(SHELF.c.code == code).values(liked=SHELF.c.liked - 1))

    async def report(self, code: str, person: str, why: str, now: float, most: int, hashes: Sequence[str]) -> None:
        """Add a person's report, once. Those of one household (`hashes` of its address; none: it is not known) count as one.
        The scenario is hidden from the report with the number `most` on (0: never)."""
        changes: dict[str, Any] = {"reported": SHELF.c.reported + 1}
        if most:
            changes["hidden"] = sa.case((SHELF.c.reported + 1 >= most, sa.true()), else_=SHELF.c.hidden)
        same_house = sa.exists().where(
            SHELF_REPORTS.c.code == code, SHELF_REPORTS.c.person != person, SHELF_REPORTS.c.address.in_(hashes)
        )
        counted = sa.update(SHELF).where(SHELF.c.code == code, ~same_house).values(changes)
        row = {"code": code, "person": person, "why": why, "at": now, "address": hashes[0] if hashes else ""}
        await self._once(sa.insert(SHELF_REPORTS).values(row), counted)

    async def _once(self, mark: sa.Insert, counted: sa.Update) -> None:
        """Insert a row and count it, unless the row is there or the scenario is not."""
        try:
            async with transaction(self._engine) as connection:
                await connection.execute(mark)
                await connection.execute(counted)
        except IntegrityError:
            return

    # -- for the operator --------------------------------------------------------------------------------------------------

    async def listed(self, all: bool, most: int) -> list[Found]:
        """Return the reported scenarios, or all, the newest first."""
        question = sa.select(SHELF, PEOPLE.c.name.label("by")).join(PEOPLE, PEOPLE.c.id == SHELF.c.person)
        if not all:
            question = question.where(sa.or_(SHELF.c.reported > 0, SHELF.c.hidden))
        return [_found(row) for row in await self._rows(question.order_by(*ORDERS["newest"]).limit(most))]

    async def reasons(self, code: str) -> list[tuple[float, str]]:
        """Return when and why a scenario was reported."""
        question = sa.select(SHELF_REPORTS.c.at, SHELF_REPORTS.c.why).where(SHELF_REPORTS.c.code == code)
        return [(row["at"], row["why"]) for row in await self._rows(question.order_by(SHELF_REPORTS.c.at))]

    async def restore(self, code: str) -> bool:
        """Show a scenario again; its reports so far count no more. False: there is none."""
        return bool(await self._change(sa.update(SHELF).where(SHELF.c.code == code).values(hidden=False, reported=0)))

    async def _one(self, *where: sa.ColumnElement[bool]) -> Found | None:
        question = sa.select(SHELF, PEOPLE.c.name.label("by")).join(PEOPLE, PEOPLE.c.id == SHELF.c.person).where(*where)
        rows = await self._rows(question)
        return _found(rows[0]) if rows else None


def _found(row: dict[str, Any]) -> Found:
    by = str(row.pop("by"))
    return ShelfRow(**row), by
