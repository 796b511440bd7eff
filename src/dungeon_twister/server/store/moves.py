"""Moves of a person to another device: codes that wait for both sides, and moves that can still be undone.

A row of `moves` goes through the states offered (a code was made), typed (on the other device), confirmed (there), and ends
there as refused, or is deleted when the device that made the code allows it. Then a row of `done_moves` says what to undo.
"""

from __future__ import annotations

from secrets import token_hex
from typing import Final

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from dungeon_twister.server.store.book import Book, changing
from dungeon_twister.server.store.models import PUSHES, SEATS
from dungeon_twister.server.store.people_tables import DEVICES, DONE_MOVES, MOVED_SEATS, MOVES
from dungeon_twister.server.store.rows import DeviceRow, DoneMoveRow, MoveRow, signed_out, values
from dungeon_twister.server.tokens import is_locked, locked, new_token

OFFERED, TYPED, CONFIRMED, REFUSED = "offered", "typed", "confirmed", "refused"
SEATS_CHANGED: Final = "seats"


class MoveBook(Book):
    """Moves that are under way and moves that are done."""

    async def offer(self, person: str, device: str, hash: str, until: float) -> None:
        """Keep a code (its hash) in place of the person's last one."""
        row = MoveRow(person, hash, until, device, OFFERED)
        await self._replace(MOVES, person, values(row))

    async def by_code(self, hash: str, now: float) -> MoveRow | None:
        return await self._one(MOVES.c.hash == hash, MOVES.c.state == OFFERED, MOVES.c.until > now)

    async def by_ticket(self, ticket: str, now: float) -> MoveRow | None:
        return await self._one(MOVES.c.ticket == ticket, MOVES.c.until > now)

    async def of(self, person: str, now: float) -> MoveRow | None:
        return await self._one(MOVES.c.person == person, MOVES.c.until > now)

    async def _one(self, *conditions: sa.ColumnElement[bool]) -> MoveRow | None:
        found = await self._rows(sa.select(MOVES).where(*conditions))
        return MoveRow(**found[0]) if found else None

    async def type(self, hash: str, ticket: str, label: str, asker: str, now: float) -> bool:
        """Use a code up. False: another device has used it, or it is too old."""
        same = (MOVES.c.hash == hash, MOVES.c.state == OFFERED, MOVES.c.until > now)
        change = sa.update(MOVES).where(*same).values(state=TYPED, ticket=ticket, label=label, asker=asker)
        return bool(await self._change(change))

    async def confirm(self, ticket: str, bring: bool, now: float) -> None:
        """Note that the other device wants the move."""
        same = (MOVES.c.ticket == ticket, MOVES.c.state == TYPED, MOVES.c.until > now)
        await self._change(sa.update(MOVES).where(*same).values(state=CONFIRMED, bring=bring))

    async def drop(self, ticket: str) -> None:
        """The other device does not want the move."""
        await self._change(sa.delete(MOVES).where(MOVES.c.ticket == ticket))

    async def refuse(self, person: str, device: str) -> None:
        """The device that made the code does not want the move."""
        mine = (MOVES.c.person == person, MOVES.c.maker == device)
        await self._change(sa.update(MOVES).where(*mine).values(state=REFUSED))

    async def finish(self, move: MoveRow, device: DeviceRow, now: float, undo_until: float) -> list[str] | None:
        """Give the other device its key and the person his seats, in one transaction. None: the move is not confirmed any more.
        The games whose seats have changed are returned."""
        same = (MOVES.c.person == move.person, MOVES.c.ticket == move.ticket, MOVES.c.state == CONFIRMED, MOVES.c.until > now)
        done = DoneMoveRow(token_hex(8), move.person, device.id, device.label, move.asker, undo_until)
        async with changing(self._engine) as connection:
            if not (await connection.execute(sa.delete(MOVES).where(*same))).rowcount:
                return None
            await connection.execute(sa.delete(DONE_MOVES).where(DONE_MOVES.c.until < now))
            await connection.execute(sa.insert(DEVICES).values(values(device)))
            await connection.execute(sa.insert(DONE_MOVES).values(values(done)))
            games: list[str] = []
            if move.bring and move.asker:
                games = await self._bring(connection, done)
            await self._tell(connection, [(SEATS_CHANGED, game) for game in games])
            return games

    async def _bring(self, connection: AsyncConnection, done: DoneMoveRow) -> list[str]:
        """Give all seats of one person to another. A seat that keys open gets another hash, so that open sockets of the old key
        are closed; a token that opens a seat stays good."""
        mine = sa.select(SEATS.c.game, SEATS.c.colour, SEATS.c.token_hash).where(SEATS.c.person == done.asker)
        seats = (await connection.execute(mine)).all()
        for game, colour, before in seats:
            after = locked(new_token()) if is_locked(before) else before
            seat = (SEATS.c.game == game, SEATS.c.colour == colour)
            await connection.execute(sa.update(SEATS).where(*seat).values(person=done.person, token_hash=after))
            follow = {"token_hash": after, "person": done.person}
            await connection.execute(sa.update(PUSHES).where(PUSHES.c.token_hash == before).values(follow))
            row = {"move": done.id, "game": game, "colour": colour, "before": before, "after": after}
            await connection.execute(sa.insert(MOVED_SEATS).values(row))
        return sorted({str(game) for game, _, _ in seats})

    # -- undoing -------------------------------------------------------------------------------------------------------------

    async def undoable(self, person: str, now: float) -> list[tuple[DoneMoveRow, int]]:
        """The moves that a person can undo, each with the number of games that came along."""
        mine = sa.or_(DONE_MOVES.c.person == person, DONE_MOVES.c.asker == person)
        found = await self._rows(
            sa.select(DONE_MOVES).where(mine, DONE_MOVES.c.until > now).order_by(DONE_MOVES.c.until.desc())
        )
        moves = [DoneMoveRow(**row) for row in found]
        count = sa.func.count(sa.distinct(MOVED_SEATS.c.game)).label("many")
        ids = [move.id for move in moves]
        question = sa.select(MOVED_SEATS.c.move, count).where(MOVED_SEATS.c.move.in_(ids)).group_by(MOVED_SEATS.c.move)
        many = {row["move"]: int(row["many"]) for row in await self._rows(question)} if ids else {}
        return [(move, many.get(move.id, 0)) for move in moves]

    async def undo(self, move: DoneMoveRow) -> list[str]:
        """Take the key from the device and give the seats back that still are where the move has put them. The games are
        returned."""
        moved = sa.select(MOVED_SEATS).where(MOVED_SEATS.c.move == move.id)
        async with changing(self._engine) as connection:
            seats = (await connection.execute(moved)).all()
            if not (await connection.execute(sa.delete(DONE_MOVES).where(DONE_MOVES.c.id == move.id))).rowcount:
                return []
            device = (DEVICES.c.person == move.person, DEVICES.c.id == move.device)
            await connection.execute(sa.delete(DEVICES).where(*device))
            games: set[str] = set()
            for seat in seats:
                same = (SEATS.c.game == seat.game, SEATS.c.colour == seat.colour, SEATS.c.token_hash == seat.after)
                back = sa.update(SEATS).where(*same).values(person=move.asker, token_hash=seat.before)
                if (await connection.execute(back)).rowcount:
                    follow = {"token_hash": seat.before, "person": move.asker}
                    await connection.execute(sa.update(PUSHES).where(PUSHES.c.token_hash == seat.after).values(follow))
                    games.add(str(seat.game))
            await self._tell(connection, [signed_out(move.device), *((SEATS_CHANGED, game) for game in sorted(games))])
            return sorted(games)

    async def forget(self, now: float) -> None:
        """Delete codes that are too old, and what said how to undo moves."""
        async with changing(self._engine) as connection:
            await connection.execute(sa.delete(MOVES).where(MOVES.c.until < now))
            await connection.execute(sa.delete(DONE_MOVES).where(DONE_MOVES.c.until < now))
