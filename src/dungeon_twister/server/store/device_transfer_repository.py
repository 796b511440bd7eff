"""Transfers of a person to another device: codes that wait for both sides, and transfers that can
still be undone.

A row of `moves` goes through the states offered (a code was made), typed (on the other device) and
confirmed (there). It ends as refused, or is deleted when the first device allows it. Then a row of
`done_moves` records how to undo it.
"""

from __future__ import annotations

from secrets import token_hex
from typing import Final

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from dungeon_twister.server.secret_tokens import is_locked, locked, new_token
from dungeon_twister.server.store.crud import Repository, transaction
from dungeon_twister.server.store.models import PUSHES, SEATS
from dungeon_twister.server.store.people_tables import DEVICES, DONE_MOVES, MOVED_SEATS, MOVES, PROGRESS
from dungeon_twister.server.store.table_rows import DeviceRow, DoneTransferRow, TransferRow, signed_out, values

OFFERED, TYPED, CONFIRMED, REFUSED = "offered", "typed", "confirmed", "refused"
SEATS_CHANGED: Final = "seats"


class DeviceTransferRepository(Repository):
    """Transfers under way and transfers that are done."""

    async def offer(self, person: str, device: str, hash: str, until: float) -> None:
        """Store a code (its hash) in place of the person's last one."""
        row = TransferRow(person, hash, until, device, OFFERED)
        await self._replace(MOVES, person, values(row))

    async def by_code(self, hash: str, now: float) -> TransferRow | None:
        return await self._one(MOVES.c.hash == hash, MOVES.c.state == OFFERED, MOVES.c.until > now)

    async def by_ticket(self, ticket: str, now: float) -> TransferRow | None:
        return await self._one(MOVES.c.ticket == ticket, MOVES.c.until > now)

    async def of(self, person: str, now: float) -> TransferRow | None:
        return await self._one(MOVES.c.person == person, MOVES.c.until > now)

    async def _one(self, *conditions: sa.ColumnElement[bool]) -> TransferRow | None:
        found = await self._rows(sa.select(MOVES).where(*conditions))
        return TransferRow(**found[0]) if found else None

    async def type(self, hash: str, ticket: str, label: str, asker: str, now: float) -> bool:
        """Use a code up. False: another device has used it, or it is too old."""
        same = (MOVES.c.hash == hash, MOVES.c.state == OFFERED, MOVES.c.until > now)
        change = sa.update(MOVES).where(*same).values(state=TYPED, ticket=ticket, label=label, asker=asker)
        return bool(await self._change(change))

    async def confirm(self, ticket: str, bring: bool, now: float) -> None:
        """Note that the other device confirms."""
        same = (MOVES.c.ticket == ticket, MOVES.c.state == TYPED, MOVES.c.until > now)
        await self._change(sa.update(MOVES).where(*same).values(state=CONFIRMED, bring=bring))

    async def drop(self, ticket: str) -> None:
        """Cancel a transfer from the other device."""
        await self._change(sa.delete(MOVES).where(MOVES.c.ticket == ticket))

    async def refuse(self, person: str, device: str) -> None:
        """Refuse a transfer on the device that made the code."""
        mine = (MOVES.c.person == person, MOVES.c.maker == device)
        await self._change(sa.update(MOVES).where(*mine).values(state=REFUSED))

    async def finish(self, move: TransferRow, device: DeviceRow, now: float, undo_until: float) -> list[str] | None:
        """Give the other device its key and the person the seats, in one transaction, and return
        the games with changed seats.

        None: the transfer is not confirmed any more.
        """
        same = (MOVES.c.person == move.person, MOVES.c.ticket == move.ticket, MOVES.c.state == CONFIRMED, MOVES.c.until > now)
        done = DoneTransferRow(token_hex(8), move.person, device.id, device.label, move.asker, undo_until)
        async with transaction(self._engine) as connection:
            if not (await connection.execute(sa.delete(MOVES).where(*same))).rowcount:
                return None
            await connection.execute(sa.delete(DONE_MOVES).where(DONE_MOVES.c.until < now))
            await connection.execute(sa.insert(DEVICES).values(values(device)))
            await connection.execute(sa.insert(DONE_MOVES).values(values(done)))
            games: list[str] = []
            if move.asker and (move.bring or not await self._has_seats(connection, move.asker)):
                games = await self._bring(connection, done)
            await self._notify(connection, [(SEATS_CHANGED, game) for game in games])
            return games

    async def _has_seats(self, connection: AsyncConnection, person: str) -> bool:
        question = sa.select(SEATS.c.game).where(SEATS.c.person == person).limit(1)
        return (await connection.execute(question)).first() is not None

    async def _bring(self, connection: AsyncConnection, done: DoneTransferRow) -> list[str]:
        """Give all seats of one person to another, and copy the progress.

        A seat that keys open gets another hash, so that open sockets of the old key are closed. A
        token that opens a seat stays valid.
        """
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
        columns = (PROGRESS.c.id, PROGRESS.c.at, PROGRESS.c.text)
        theirs = sa.select(sa.literal(done.person), *columns).where(PROGRESS.c.person == done.asker, ~_both(done.person))
        await connection.execute(sa.insert(PROGRESS).from_select(["person", "id", "at", "text"], theirs))
        return sorted({str(game) for game, _, _ in seats})

    # -- undoing -------------------------------------------------------------------------------------------------------------

    async def undoable(self, person: str, now: float) -> list[tuple[DoneTransferRow, int]]:
        """Return the transfers that a person can undo, each with its number of games."""
        mine = sa.or_(DONE_MOVES.c.person == person, DONE_MOVES.c.asker == person)
        found = await self._rows(
            sa.select(DONE_MOVES).where(mine, DONE_MOVES.c.until > now).order_by(DONE_MOVES.c.until.desc())
        )
        moves = [DoneTransferRow(**row) for row in found]
        count = sa.func.count(sa.distinct(MOVED_SEATS.c.game)).label("many")
        ids = [move.id for move in moves]
        question = sa.select(MOVED_SEATS.c.move, count).where(MOVED_SEATS.c.move.in_(ids)).group_by(MOVED_SEATS.c.move)
        many = {row["move"]: int(row["many"]) for row in await self._rows(question)} if ids else {}
        return [(move, many.get(move.id, 0)) for move in moves]

    async def undo(self, move: DoneTransferRow) -> list[str]:
        """Revoke the key of the device, give back the seats that were not changed since, and return
        the games."""
        moved = sa.select(MOVED_SEATS).where(MOVED_SEATS.c.move == move.id)
        async with transaction(self._engine) as connection:
            seats = (await connection.execute(moved)).all()
            if not (await connection.execute(sa.delete(DONE_MOVES).where(DONE_MOVES.c.id == move.id))).rowcount:
                return []
            device = (DEVICES.c.person == move.person, DEVICES.c.id == move.device)
            await connection.execute(sa.delete(DEVICES).where(*device))
            await connection.execute(sa.delete(PROGRESS).where(PROGRESS.c.person == move.person, _both(move.asker)))
            games: set[str] = set()
            for seat in seats:
                same = (SEATS.c.game == seat.game, SEATS.c.colour == seat.colour, SEATS.c.token_hash == seat.after)
                back = sa.update(SEATS).where(*same).values(person=move.asker, token_hash=seat.before)
                if (await connection.execute(back)).rowcount:
                    follow = {"token_hash": seat.before, "person": move.asker}
                    await connection.execute(sa.update(PUSHES).where(PUSHES.c.token_hash == seat.after).values(follow))
                    games.add(str(seat.game))
            await self._notify(connection, [signed_out(move.device), *((SEATS_CHANGED, game) for game in sorted(games))])
            return sorted(games)

    async def forget(self, now: float) -> None:
        """Delete codes that are too old and undo records that have expired."""
        async with transaction(self._engine) as connection:
            await connection.execute(sa.delete(MOVES).where(MOVES.c.until < now))
            await connection.execute(sa.delete(DONE_MOVES).where(DONE_MOVES.c.until < now))


def _both(other: str) -> sa.ColumnElement[bool]:
    """Condition: another person has the same entry of progress."""
    entry = PROGRESS.alias()
    return sa.exists().where(entry.c.person == other, entry.c.id == PROGRESS.c.id)
