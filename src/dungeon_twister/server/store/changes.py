"""Changes of the database. Each function builds one change, which is written completely or not at all.

A change names its statements. `statements.py` has their SQL; the browser's store applies them to rows in memory.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from dungeon_twister.server.errors import ProtocolError
from dungeon_twister.server.store.table_rows import AnswerRow, ChatRow, GameRow, LogRow, SeatRow, values

BEFORE: Final = "before_"  # prefix of parameters with the former values of a row
GUARDS: Final = ("id", "version", "stage", "changed", "aside")  # columns that show whether a game is unchanged
SEAT_PARTS: Final = ("who", "name", "bot", "token_hash", "holder", "contribution", "person")
SEAT_GUARDS: Final = ("game", "colour", "who", "token_hash")
FOR_GOOD: Final = ("id", "address", "declared", "position", "hints", "room", "level")  # columns that never change
COURSE: Final = (  # columns that change during a game
    *("stage", "version", "changed", "deadline", "timing", "turn", "decider", "scores", "winners", "reason", "offers", "aside"),
    "first_move_by",
    "waiting",
)


class StoreError(ProtocolError):
    """The database did not write, or the outcome is unknown. `cause` is for the log."""

    def __init__(self, cause: str) -> None:
        super().__init__("storage", "The server cannot reach its database just now. Try again in a moment.", 503)
        self.cause = cause


class ConflictError(Exception):
    """Another process wrote first, so the change no longer applies. Nothing of it is in the database."""


class Statement(NamedTuple):
    """A named statement with its parameters: one row, or a list of rows. If it is guarded, each must affect exactly one row."""

    name: str
    parameters: dict[str, Any] | list[dict[str, Any]] | None = None
    guarded: bool = False

    @property
    def each(self) -> list[dict[str, Any]]:
        return self.parameters if isinstance(self.parameters, list) else [self.parameters or {}]


@dataclass
class Change:
    """Statements that are written together or not at all."""

    game: str
    statements: list[Statement]
    news: str = ""  # the notification of other processes: game, log, seats, chat; empty: none
    done: asyncio.Future[None] = field(init=False)


def create(row: GameRow, seats: Sequence[SeatRow], log: Sequence[LogRow], used_seal: str = "") -> Change:
    """Create a game.

    `used_seal` is a commitment that no other game may have. A conflict means that the id, the code
    or that commitment is taken.
    """
    made = [Statement("insert-game", values(row)), Statement("insert-seat", [values(seat) for seat in seats])]
    if used_seal:
        made.append(Statement("insert-used-seal", {"commitment": used_seal, "at": row.created}))
    return Change(row.id, made + _entries(log), "game")


def advance(
    before: GameRow,
    after: GameRow,
    log: Sequence[LogRow],
    answer: AnswerRow | None,
    seats: Sequence[tuple[SeatRow, SeatRow]] = (),
) -> Change:
    """Append entries to the log of a game, with what follows from them and the answer to the
    command. `seats` holds changed seats, before and after.

    A conflict means that the game was at another version.
    """
    guards = {BEFORE + name: getattr(before, name) for name in GUARDS}
    course = {name: getattr(after, name) for name in COURSE}
    statements = [*_reseated(seats), *_entries(log), Statement("advance-game", {**course, **guards}, guarded=True)]
    if answer is not None:
        statements.append(Statement("insert-answer", values(answer)))
    return Change(after.id, statements, "log")


def change_seats(before: GameRow, after: GameRow, seats: Sequence[tuple[SeatRow, SeatRow]], log: Sequence[LogRow]) -> Change:
    """Change seats, given before and after. With the last seat taken the game begins, and chance
    may draw. A conflict means that one of them was changed meanwhile."""
    return Change(after.id, [*_reseated(seats), *_entries(log), _update(before, after)], "seats")


def alter(before: GameRow, after: GameRow) -> Change:
    """Change the row of a game only: it is cancelled or listed."""
    return Change(after.id, [_update(before, after)], "seats")


def follow(before: GameRow, after: GameRow, new: Change) -> Change:
    """Create a rematch and link it to the old game. A conflict means that there is one already."""
    mark = Statement("mark-rematch", {"before_id": before.id, "following": after.rematch}, guarded=True)
    return Change(before.id, [*new.statements, mark], "seats")


def say(row: ChatRow) -> Change:
    """Add a chat line. A conflict means that its number is taken."""
    return Change(row.game, [Statement("insert-line", values(row))], "chat")


def keep_record(id: str, text: str, at: float, address: str, person: str) -> Change:
    """Store an uploaded record. A conflict means that it exists already."""
    row = {"id": id, "text": text, "at": at, "address": address, "size": len(text), "person": person}
    return Change("", [Statement("insert-record", row)])


def keep_record_longer(id: str, at: float, person: str) -> Change:
    """Extend the retention of an uploaded record. If another person uploads it, it no longer belongs to one person."""
    return Change("", [Statement("touch-record", {"before_id": id, "at": at, "by": person})])


def keep_analysis(id: str, text: str, at: float) -> Change:
    """Store the analysis of a finished game or of a record. A conflict means that it exists
    already."""
    return Change("", [Statement("insert-analysis", {"id": id, "text": text, "at": at})])


def forget_analyses(before: float) -> Change:
    """Delete old analyses: they can be made again."""
    return Change("", [Statement("forget-analyses", {"before": before})])


def forget_records(before: float) -> Change:
    """Delete old uploaded records."""
    return Change("", [Statement("forget-records", {"before": before})])


def forget_pushes() -> Change:
    """Delete push subscriptions of finished games, and of seats with another player."""
    return Change("", [Statement("forget-pushes")])


def forget_chat() -> Change:
    """Delete chat lines that are no longer shown."""
    return Change("", [Statement("forget-chat")])


def forget_used_seals(before: float) -> Change:
    """Delete commitments that are too old to be named in a new game."""
    return Change("", [Statement("forget-used-seals", {"before": before})])


def retime(id: str, before: str, after: str, deadline: float | None) -> Change:
    """Set a clock back unless it has changed meanwhile."""
    return Change(
        id, [Statement("retime", {"before_id": id, "before_timing": before, "after": after, "later": deadline})], "log"
    )


def postpone_first_moves(later: float) -> Change:
    """Postpone first moves that are due before a moment to that moment."""
    return Change("", [Statement("excuse-first-moves", {"later": later, "before_first_move_by": later})])


def delete_games(ids: Sequence[str]) -> Change:
    """Delete games with everything that belongs to them."""
    rows = [{"before_id": id} for id in ids]
    return Change("", [Statement("delete-game", rows), Statement("delete-analysis", rows)])


def forget_answers(before: float) -> Change:
    """Delete stored answers that are too old to be requested again."""
    return Change("", [Statement("forget-answers", {"before": before})])


def _reseated(seats: Sequence[tuple[SeatRow, SeatRow]]) -> list[Statement]:
    statements: list[Statement] = []
    for old, new in seats:
        guard = {BEFORE + name: getattr(old, name) for name in SEAT_GUARDS}
        statements.append(
            Statement("update-seat", {**{name: getattr(new, name) for name in SEAT_PARTS}, **guard}, guarded=True)
        )
    return statements


def _entries(log: Sequence[LogRow]) -> list[Statement]:
    return [Statement("insert-entry", [values(row) for row in log])] if log else []


def _update(before: GameRow, after: GameRow) -> Statement:
    """Update the row of a game if it is unchanged since it was read."""
    new = {name: value for name, value in values(after).items() if name not in FOR_GOOD}
    return Statement("update-game", {**new, **{BEFORE + name: getattr(before, name) for name in GUARDS}}, guarded=True)
