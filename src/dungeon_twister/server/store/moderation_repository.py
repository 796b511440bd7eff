"""Tables of moderation: reports, bans and blocks. They are written rarely, so each change is a
transaction of its own."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Final

import msgspec
import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from dungeon_twister.server.address_hashes import DAY, FORGET_AFTER
from dungeon_twister.server.store.changes import StoreError
from dungeon_twister.server.store.crud import Repository, transaction
from dungeon_twister.server.store.models import GAMES, METADATA, RECORDS, Seconds
from dungeon_twister.server.store.people_tables import SHELF_REPORTS
from dungeon_twister.server.store.table_rows import BanRow, ReportRow, blocked_person

AFTER_THE_GAME: Final = 2 * DAY  # during which a player can still be reported or blocked
CLOSED_REPORTS: Final = 90 * DAY
logger = logging.getLogger(__name__)

REPORTS: Final = sa.Table(
    "reports",
    METADATA,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("game", sa.String(32), nullable=False),  # may be deleted before the operator reads the report
    sa.Column("seat", sa.String(16), nullable=False),  # of the reported player
    sa.Column("name", sa.String(64), nullable=False),
    sa.Column("reporter", sa.String(16), nullable=False),  # the seat of the reporting player
    sa.Column("line", sa.Integer, nullable=False),  # of the chat; 0: about no line
    sa.Column("why", sa.Text, nullable=False),
    sa.Column("context", sa.JSON, nullable=False),  # the reported line and those before it
    sa.Column("address", sa.String(64), nullable=False),  # hash of the reported player's address, if known
    sa.Column("at", Seconds, nullable=False),
    sa.Column("closed", Seconds, nullable=True),
    sa.UniqueConstraint("game", "seat", "reporter", "line", name="reports_once"),
)
BANS: Final = sa.Table(
    "bans",
    METADATA,
    sa.Column("network", sa.String(64), primary_key=True),  # 203.0.113.0/24, 2001:db8::/32
    sa.Column("until", Seconds, nullable=True),
    sa.Column("why", sa.Text, nullable=False),
    sa.Column("at", Seconds, nullable=False),
)
SITTERS: Final = sa.Table(
    "sitters",
    METADATA,
    sa.Column("game", sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("colour", sa.String(16), primary_key=True),
    sa.Column("address", sa.String(64), nullable=False),  # hash of the address of the player
)
BLOCKS: Final = sa.Table(
    "blocks",
    METADATA,
    sa.Column("maker", sa.String(64), primary_key=True),  # hash of the address whose games are protected
    sa.Column("blocked", sa.String(64), primary_key=True),  # hash of the address that cannot join them
    sa.Column("at", Seconds, nullable=False),
)


class ModerationRepository(Repository):
    """Reads and writes reports, bans and blocks."""

    async def report(self, row: ReportRow) -> None:
        """Add a report. The same report of the same player is kept once."""
        row_values = {name: value for name, value in msgspec.structs.asdict(row).items() if name != "id"}
        await self._insert(sa.insert(REPORTS).values(row_values))

    async def reports(self, all: bool = False) -> list[ReportRow]:
        """Return the open reports, or all, the newest last."""
        question = sa.select(REPORTS).order_by(REPORTS.c.id)
        rows = await self._rows(question if all else question.where(REPORTS.c.closed.is_(None)))
        return [ReportRow(**row) for row in rows]

    async def close_report(self, id: int, now: float) -> bool:
        """Close a report. False: there is none, or it is closed already."""
        change = sa.update(REPORTS).where(REPORTS.c.id == id, REPORTS.c.closed.is_(None)).values(closed=now)
        return bool(await self._change(change))

    async def bans(self, now: float) -> list[BanRow]:
        """Return the bans in force."""
        rows = await self._rows(sa.select(BANS).order_by(BANS.c.at))
        return [BanRow(**row) for row in rows if row["until"] is None or row["until"] > now]

    async def ban(self, row: BanRow) -> None:
        """Add a ban; it replaces one of the same network."""
        async with transaction(self._engine) as connection:
            await connection.execute(sa.delete(BANS).where(BANS.c.network == row.network))
            await connection.execute(sa.insert(BANS).values(msgspec.structs.asdict(row)))

    async def unban(self, network: str) -> bool:
        return bool(await self._change(sa.delete(BANS).where(BANS.c.network == network)))

    async def sat_down(self, game: str, colour: str, address: str) -> None:
        """Note the address (its hash) of the player at a seat. The player keeps the seat even if
        this fails."""
        try:
            async with transaction(self._engine) as connection:
                await connection.execute(sa.delete(SITTERS).where(SITTERS.c.game == game, SITTERS.c.colour == colour))
                await connection.execute(sa.insert(SITTERS).values(game=game, colour=colour, address=address))
        except (SQLAlchemyError, StoreError) as error:
            logger.warning("where a player came from is not kept: %s", type(error).__name__)

    async def sitter(self, game: str, colour: str) -> str:
        rows = await self._rows(sa.select(SITTERS).where(SITTERS.c.game == game, SITTERS.c.colour == colour))
        return str(rows[0]["address"]) if rows else ""

    async def block(self, maker: str, blocked: str, now: float) -> None:
        await self._insert(sa.insert(BLOCKS).values(maker=maker, blocked=blocked, at=now))

    async def renew_blocks(self, hash: str, older: Sequence[str], now: float) -> None:
        """Replace older hashes of an address by the current one."""
        await self._renew(BLOCKS.c.maker, BLOCKS.c.blocked, hash, older, now)
        await self._renew(BLOCKS.c.blocked, BLOCKS.c.maker, hash, older, now)

    async def _renew(self, column: sa.Column[str], other: sa.Column[str], hash: str, older: Sequence[str], now: float) -> None:
        found = await self._rows(sa.select(other).where(column.in_(older)))
        for row in found:
            await self._insert(sa.insert(BLOCKS).values({column.name: hash, other.name: row[other.name], "at": now}))
        if found:
            await self._change(sa.delete(BLOCKS).where(column.in_(older)))

    async def forget_addresses(self, now: float) -> None:
        """Delete hashes that are no longer needed: of games that ended days ago, and of deleted keys."""
        ended = sa.and_(GAMES.c.stage.in_(["over", "given-up"]), GAMES.c.changed < now - AFTER_THE_GAME)
        by_address = sa.and_(~BLOCKS.c.maker.startswith(blocked_person("")), BLOCKS.c.at < now - FORGET_AFTER)
        async with transaction(self._engine) as connection:
            await connection.execute(sa.delete(SITTERS).where(SITTERS.c.game.in_(sa.select(GAMES.c.id).where(ended))))
            await connection.execute(sa.update(GAMES).where(GAMES.c.address != "", ended).values(address=""))
            await connection.execute(sa.delete(BLOCKS).where(by_address))
            await connection.execute(
                sa.update(RECORDS).where(RECORDS.c.address != "", RECORDS.c.at < now - FORGET_AFTER).values(address="")
            )
            await connection.execute(
                sa.update(REPORTS).where(REPORTS.c.address != "", REPORTS.c.at < now - FORGET_AFTER).values(address="")
            )
            known = (SHELF_REPORTS.c.address != "", SHELF_REPORTS.c.at < now - FORGET_AFTER)
            await connection.execute(sa.update(SHELF_REPORTS).where(*known).values(address=""))
            await connection.execute(sa.delete(REPORTS).where(REPORTS.c.closed < now - CLOSED_REPORTS))

    async def unblock_all(self, makers: Sequence[str]) -> int:
        return await self._change(sa.delete(BLOCKS).where(BLOCKS.c.maker.in_(makers)))

    async def blocks(self, makers: Sequence[str], others: Sequence[str]) -> bool:
        """Return whether one side blocks the other. Each entry is the hash of an address, or a
        person (`blocked_person`)."""
        return bool(await self._rows(sa.select(BLOCKS).where(BLOCKS.c.maker.in_(makers), BLOCKS.c.blocked.in_(others))))

    async def _insert(self, row: sa.Insert) -> None:
        """Insert a row unless it exists."""
        try:
            async with transaction(self._engine) as connection:
                await connection.execute(row)
        except IntegrityError:
            return
