"""SQL of the changes. Statements are built once and reused with parameters, because building one
costs more than running it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import sqlalchemy as sa

from dungeon_twister.server.store.changes import BEFORE, COURSE, FOR_GOOD, GUARDS, SEAT_GUARDS, SEAT_PARTS
from dungeon_twister.server.store.models import ANALYSES, ANSWERS, CHAT, GAMES, LOG, RECORDS, SEATS, USED_SEALS
from dungeon_twister.server.store.table_rows import MOST_CHAT


def _guard(table: sa.Table, name: str) -> sa.ColumnElement[bool]:
    return table.c[name] == sa.bindparam(BEFORE + name)


def _guarded(table: sa.Table, guards: Sequence[str], columns: Sequence[str]) -> sa.Update:
    """Return an UPDATE of some columns of the row whose guard columns equal `before_NAME`."""
    same = [_guard(table, name) for name in guards]
    return sa.update(table).where(*same).values({name: sa.bindparam(name) for name in columns})


INSERT_GAME: Final = sa.insert(GAMES)
INSERT_SEAT: Final = sa.insert(SEATS)
INSERT_ENTRY: Final = sa.insert(LOG)
INSERT_ANSWER: Final = sa.insert(ANSWERS)
INSERT_LINE: Final = sa.insert(CHAT)
INSERT_RECORD: Final = sa.insert(RECORDS)
INSERT_ANALYSIS: Final = sa.insert(ANALYSES)
INSERT_USED_SEAL: Final = sa.insert(USED_SEALS)
UPDATE_GAME: Final = _guarded(GAMES, GUARDS, [column.name for column in GAMES.c if column.name not in FOR_GOOD])
ADVANCE_GAME: Final = _guarded(GAMES, GUARDS, COURSE)
UPDATE_SEAT: Final = _guarded(SEATS, SEAT_GUARDS, SEAT_PARTS)
ADOPT_SEAT: Final = _guarded(SEATS, ("game", "colour", "person"), ("person",))
MARK_REMATCH: Final = (
    sa.update(GAMES).where(_guard(GAMES, "id"), GAMES.c.rematch == "").values(rematch=sa.bindparam("following"))
)
TOUCH_RECORD: Final = (
    sa.update(RECORDS)
    .where(_guard(RECORDS, "id"))
    .values(at=sa.bindparam("at"), person=sa.case((RECORDS.c.person == sa.bindparam("by"), RECORDS.c.person), else_=""))
)
FORGET_RECORDS: Final = sa.delete(RECORDS).where(RECORDS.c.at < sa.bindparam("before"))
FORGET_USED_SEALS: Final = sa.delete(USED_SEALS).where(USED_SEALS.c.at < sa.bindparam("before"))
LATER: Final = CHAT.alias()
FORGET_CHAT: Final = sa.delete(CHAT).where(
    CHAT.c.number <= sa.select(sa.func.max(LATER.c.number) - MOST_CHAT).where(LATER.c.game == CHAT.c.game).scalar_subquery()
)
FORGET_PUSHES: Final = sa.text(
    "DELETE FROM pushes WHERE token_hash NOT IN"
    " (SELECT token_hash FROM seats JOIN games ON games.id = seats.game WHERE games.stage IN ('open', 'playing'))"
)
RETIME: Final = (
    sa.update(GAMES)
    .where(_guard(GAMES, "id"), _guard(GAMES, "timing"))
    .values(timing=sa.bindparam("after"), deadline=sa.bindparam("later"))
)
EXCUSE_FIRST_MOVES: Final = (
    sa.update(GAMES)
    .where(GAMES.c.first_move_by < sa.bindparam("before_first_move_by"))
    .values(first_move_by=sa.bindparam("later"))
)
DELETE_GAME: Final = sa.delete(GAMES).where(_guard(GAMES, "id"))
DELETE_ANALYSIS: Final = sa.delete(ANALYSES).where(_guard(ANALYSES, "id"))
FORGET_ANALYSES: Final = sa.delete(ANALYSES).where(ANALYSES.c.at < sa.bindparam("before"))
FORGET_ANSWERS: Final = sa.delete(ANSWERS).where(ANSWERS.c.at < sa.bindparam("before"))

BEAT: Final = sa.text("UPDATE alembic_version SET version_num = version_num")  # changes nothing

SQL: Final[dict[str, sa.Executable]] = {
    "beat": BEAT,
    "insert-game": INSERT_GAME,
    "insert-seat": INSERT_SEAT,
    "insert-entry": INSERT_ENTRY,
    "insert-answer": INSERT_ANSWER,
    "insert-line": INSERT_LINE,
    "insert-record": INSERT_RECORD,
    "insert-analysis": INSERT_ANALYSIS,
    "insert-used-seal": INSERT_USED_SEAL,
    "update-game": UPDATE_GAME,
    "advance-game": ADVANCE_GAME,
    "update-seat": UPDATE_SEAT,
    "adopt-seat": ADOPT_SEAT,
    "mark-rematch": MARK_REMATCH,
    "touch-record": TOUCH_RECORD,
    "forget-records": FORGET_RECORDS,
    "forget-chat": FORGET_CHAT,
    "forget-used-seals": FORGET_USED_SEALS,
    "forget-pushes": FORGET_PUSHES,
    "retime": RETIME,
    "excuse-first-moves": EXCUSE_FIRST_MOVES,
    "delete-game": DELETE_GAME,
    "delete-analysis": DELETE_ANALYSIS,
    "forget-analyses": FORGET_ANALYSES,
    "forget-answers": FORGET_ANSWERS,
}
