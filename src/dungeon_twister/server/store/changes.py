"""What can be written: each function gives one change, of which everything is written or nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import sqlalchemy as sa

from dungeon_twister.server.store.models import (
    ANALYSES,
    ANSWERS,
    CHAT,
    GAMES,
    LOG,
    RECORDS,
    SEATS,
    AnswerRow,
    ChatRow,
    GameRow,
    LogRow,
    SeatRow,
    values,
)
from dungeon_twister.server.store.reading import MOST_CHAT
from dungeon_twister.server.store.statements import BEFORE, Statement, guarded
from dungeon_twister.server.store.writing import Change

GUARDS: Final = ("id", "version", "stage", "changed")  # what tells that a game is still where it was
SEAT_GUARDS: Final = ("game", "colour", "who", "token_hash")
SEAT_PARTS: Final = ("who", "name", "bot", "token_hash", "holder", "contribution")


def _guard(table: sa.Table, name: str) -> sa.ColumnElement[bool]:
    return table.c[name] == sa.bindparam(BEFORE + name)


INSERT_GAME: Final = sa.insert(GAMES)
INSERT_SEAT: Final = sa.insert(SEATS)
INSERT_ENTRY: Final = sa.insert(LOG)
INSERT_ANSWER: Final = sa.insert(ANSWERS)
INSERT_LINE: Final = sa.insert(CHAT)
INSERT_RECORD: Final = sa.insert(RECORDS)
INSERT_ANALYSIS: Final = sa.insert(ANALYSES)
FOR_GOOD: Final = ("id", "declared", "position", "hints")  # what a game keeps as it was made
COURSE: Final = (  # what changes while a game is played
    *("stage", "version", "changed", "deadline", "timing", "turn", "decider", "scores", "winners", "reason", "offers"),
)
UPDATE_GAME: Final = guarded(GAMES, GUARDS, [column.name for column in GAMES.c if column.name not in FOR_GOOD])
ADVANCE_GAME: Final = guarded(GAMES, GUARDS, COURSE)
UPDATE_SEAT: Final = guarded(SEATS, SEAT_GUARDS, SEAT_PARTS)
MARK_REMATCH: Final = (
    sa.update(GAMES).where(_guard(GAMES, "id"), GAMES.c.rematch == "").values(rematch=sa.bindparam("following"))
)
TOUCH_RECORD: Final = sa.update(RECORDS).where(_guard(RECORDS, "id")).values(at=sa.bindparam("at"))
FORGET_RECORDS: Final = sa.delete(RECORDS).where(RECORDS.c.at < sa.bindparam("before"))
LATER: Final = CHAT.alias()
FORGET_CHAT: Final = sa.delete(CHAT).where(
    CHAT.c.number <= sa.select(sa.func.max(LATER.c.number) - MOST_CHAT).where(LATER.c.game == CHAT.c.game).scalar_subquery()
)
RETIME: Final = (
    sa.update(GAMES)
    .where(_guard(GAMES, "id"), _guard(GAMES, "timing"))
    .values(timing=sa.bindparam("after"), deadline=sa.bindparam("later"))
)
DELETE_GAME: Final = sa.delete(GAMES).where(_guard(GAMES, "id"))
DELETE_ANALYSIS: Final = sa.delete(ANALYSES).where(_guard(ANALYSES, "id"))
FORGET_ANALYSES: Final = sa.delete(ANALYSES).where(ANALYSES.c.at < sa.bindparam("before"))
FORGET_ANSWERS: Final = sa.delete(ANSWERS).where(ANSWERS.c.at < sa.bindparam("before"))


def create(row: GameRow, seats: Sequence[SeatRow], log: Sequence[LogRow]) -> Change:
    """A new game. A conflict means that its id or code is taken."""
    made = [Statement(INSERT_GAME, values(row)), Statement(INSERT_SEAT, [values(seat) for seat in seats])]
    return Change(row.id, made + _entries(log))


def advance(before: GameRow, after: GameRow, log: Sequence[LogRow], answer: AnswerRow | None) -> Change:
    """A game goes on: entries of its log, what follows from them, and the answer to the command. A conflict means that the game
    was not where it was thought to be."""
    guards = {BEFORE + name: getattr(before, name) for name in GUARDS}
    course = {name: getattr(after, name) for name in COURSE}
    statements = [*_entries(log), Statement(ADVANCE_GAME, {**course, **guards}, 1)]
    if answer is not None:
        statements.append(Statement(INSERT_ANSWER, values(answer)))
    return Change(after.id, statements, "log")


def change_seats(before: GameRow, after: GameRow, seats: Sequence[tuple[SeatRow, SeatRow]], log: Sequence[LogRow]) -> Change:
    """Seats as they were and as they shall be: somebody sits down, or has to get up. With the last one the game begins, and
    chance may draw. A conflict means that one of them has changed meanwhile."""
    statements: list[Statement] = []
    for old, new in seats:
        guard = {BEFORE + name: getattr(old, name) for name in SEAT_GUARDS}
        statements.append(Statement(UPDATE_SEAT, {**{name: getattr(new, name) for name in SEAT_PARTS}, **guard}, 1))
    return Change(after.id, [*statements, *_entries(log), _update(before, after)], "seats")


def alter(before: GameRow, after: GameRow) -> Change:
    """The row of a game alone: it is given up, or listed."""
    return Change(after.id, [_update(before, after)], "seats")


def follow(before: GameRow, after: GameRow, new: Change) -> Change:
    """A rematch: the new game, and that it follows the old one. A conflict: there is one already."""
    mark = Statement(MARK_REMATCH, {"before_id": before.id, "following": after.rematch}, 1)
    return Change(before.id, [*new.statements, mark], "seats")


def say(row: ChatRow) -> Change:
    """A line of chat. A conflict means that its number is taken."""
    return Change(row.game, [Statement(INSERT_LINE, values(row))], "chat")


def keep_record(id: str, text: str, at: float, address: str) -> Change:
    """A record that was handed in. A conflict means that it is there already."""
    row = {"id": id, "text": text, "at": at, "address": address, "size": len(text)}
    return Change("", [Statement(INSERT_RECORD, row)])


def keep_record_longer(id: str, at: float) -> Change:
    """It was handed in once more."""
    return Change("", [Statement(TOUCH_RECORD, {"before_id": id, "at": at})])


def keep_analysis(id: str, text: str, at: float) -> Change:
    """The analysis of a finished game or of a record. A conflict means that it is there already."""
    return Change("", [Statement(INSERT_ANALYSIS, {"id": id, "text": text, "at": at})])


def forget_analyses(before: float) -> Change:
    """Analyses that were made long ago: they can be made again."""
    return Change("", [Statement(FORGET_ANALYSES, {"before": before})])


def forget_records(before: float) -> Change:
    """Records that were handed in long ago."""
    return Change("", [Statement(FORGET_RECORDS, {"before": before})])


def forget_chat() -> Change:
    """Lines that are no longer shown to anybody."""
    return Change("", [Statement(FORGET_CHAT)])


def retime(id: str, before: str, after: str, deadline: float | None) -> Change:
    """A clock that is set back, unless it has gone on meanwhile."""
    return Change(id, [Statement(RETIME, {"before_id": id, "before_timing": before, "after": after, "later": deadline})], "log")


def delete_games(ids: Sequence[str]) -> Change:
    """Games with everything that belongs to them."""
    rows = [{"before_id": id} for id in ids]
    return Change("", [Statement(DELETE_GAME, rows), Statement(DELETE_ANALYSIS, rows)])


def forget_answers(before: float) -> Change:
    """Answers nobody will ask for again."""
    return Change("", [Statement(FORGET_ANSWERS, {"before": before})])


def _entries(log: Sequence[LogRow]) -> list[Statement]:
    return [Statement(INSERT_ENTRY, [values(row) for row in log])] if log else []


def _update(before: GameRow, after: GameRow) -> Statement:
    """Only if the game is still where it was."""
    new = {name: value for name, value in values(after).items() if name not in FOR_GOOD}
    return Statement(UPDATE_GAME, {**new, **{BEFORE + name: getattr(before, name) for name in GUARDS}}, 1)
