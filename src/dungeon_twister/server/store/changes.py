"""What can be written: each function gives one change, of which everything is written or nothing. A change names its
statements; `statements.py` has their SQL, and a store without a database does the same to rows in memory."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from dungeon_twister.server.errors import ProtocolError
from dungeon_twister.server.store.rows import AnswerRow, ChatRow, GameRow, LogRow, SeatRow, values

BEFORE: Final = "before_"  # how the parameters are called that say what a row was like
GUARDS: Final = ("id", "version", "stage", "changed", "aside")  # what tells that a game is still where it was
SEAT_PARTS: Final = ("who", "name", "bot", "token_hash", "holder", "contribution", "person")
SEAT_GUARDS: Final = ("game", "colour", "who", "token_hash")
FOR_GOOD: Final = ("id", "address", "declared", "position", "hints", "room", "level")  # what a game keeps as it was made
COURSE: Final = (  # what changes while a game is played
    *("stage", "version", "changed", "deadline", "timing", "turn", "decider", "scores", "winners", "reason", "offers", "aside"),
    "first_move_by",
    "waiting",
)


class StoreError(ProtocolError):
    """The database did not do it, or cannot say whether it did. `cause` is for the log."""

    def __init__(self, cause: str) -> None:
        super().__init__("storage", "The server cannot reach its database just now. Try again in a moment.", 503)
        self.cause = cause


class ConflictError(Exception):
    """Somebody else has written first: what this change was based on is no longer so. Nothing of it is in the database."""


class Statement(NamedTuple):
    """A statement by its name, with its parameters (several: it is done for each). Where `rows` is said it must touch so many
    rows."""

    name: str
    parameters: dict[str, Any] | list[dict[str, Any]] | None = None
    rows: int | None = None

    @property
    def each(self) -> list[dict[str, Any]]:
        return self.parameters if isinstance(self.parameters, list) else [self.parameters or {}]


@dataclass
class Change:
    """What belongs together: all of it is written or nothing."""

    game: str
    statements: list[Statement]
    news: str = ""  # what the other processes are told: game, log, seats, chat; empty: nothing
    done: asyncio.Future[None] = field(init=False)


def create(row: GameRow, seats: Sequence[SeatRow], log: Sequence[LogRow], used_seal: str = "") -> Change:
    """A new game. `used_seal`: the commitment that no other game may have. A conflict means that its id, its code or that
    commitment is taken."""
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
    """A game goes on: entries of its log, what follows from them, and the answer to the command; seats as they were and as they
    shall be, if they change. A conflict means that the game was not where it was thought to be."""
    guards = {BEFORE + name: getattr(before, name) for name in GUARDS}
    course = {name: getattr(after, name) for name in COURSE}
    statements = [*_reseated(seats), *_entries(log), Statement("advance-game", {**course, **guards}, 1)]
    if answer is not None:
        statements.append(Statement("insert-answer", values(answer)))
    return Change(after.id, statements, "log")


def change_seats(before: GameRow, after: GameRow, seats: Sequence[tuple[SeatRow, SeatRow]], log: Sequence[LogRow]) -> Change:
    """Seats as they were and as they shall be: somebody sits down, or has to get up. With the last one the game begins, and
    chance may draw. A conflict means that one of them has changed meanwhile."""
    return Change(after.id, [*_reseated(seats), *_entries(log), _update(before, after)], "seats")


def alter(before: GameRow, after: GameRow) -> Change:
    """The row of a game alone: it is given up, or listed."""
    return Change(after.id, [_update(before, after)], "seats")


def follow(before: GameRow, after: GameRow, new: Change) -> Change:
    """A rematch: the new game, and that it follows the old one. A conflict: there is one already."""
    mark = Statement("mark-rematch", {"before_id": before.id, "following": after.rematch}, 1)
    return Change(before.id, [*new.statements, mark], "seats")


def say(row: ChatRow) -> Change:
    """A line of chat. A conflict means that its number is taken."""
    return Change(row.game, [Statement("insert-line", values(row))], "chat")


def keep_record(id: str, text: str, at: float, address: str, person: str) -> Change:
    """A record that was handed in. A conflict means that it is there already."""
    row = {"id": id, "text": text, "at": at, "address": address, "size": len(text), "person": person}
    return Change("", [Statement("insert-record", row)])


def keep_record_longer(id: str, at: float, person: str) -> Change:
    """It was handed in once more. If somebody else did that, it is nobody's from now on."""
    return Change("", [Statement("touch-record", {"before_id": id, "at": at, "by": person})])


def keep_analysis(id: str, text: str, at: float) -> Change:
    """The analysis of a finished game or of a record. A conflict means that it is there already."""
    return Change("", [Statement("insert-analysis", {"id": id, "text": text, "at": at})])


def forget_analyses(before: float) -> Change:
    """Analyses that were made long ago: they can be made again."""
    return Change("", [Statement("forget-analyses", {"before": before})])


def forget_records(before: float) -> Change:
    """Records that were handed in long ago."""
    return Change("", [Statement("forget-records", {"before": before})])


def forget_pushes() -> Change:
    """Push subscriptions of games that are over, and of seats that have another player now."""
    return Change("", [Statement("forget-pushes")])


def forget_chat() -> Change:
    """Lines that are no longer shown to anybody."""
    return Change("", [Statement("forget-chat")])


def forget_used_seals(before: float) -> Change:
    """Commitments that are too old to be named in a new game."""
    return Change("", [Statement("forget-used-seals", {"before": before})])


def retime(id: str, before: str, after: str, deadline: float | None) -> Change:
    """A clock that is set back, unless it has gone on meanwhile."""
    return Change(
        id, [Statement("retime", {"before_id": id, "before_timing": before, "after": after, "later": deadline})], "log"
    )


def excuse_first_moves(later: float) -> Change:
    """First moves that are due earlier than a moment are due then."""
    return Change("", [Statement("excuse-first-moves", {"later": later, "before_first_move_by": later})])


def delete_games(ids: Sequence[str]) -> Change:
    """Games with everything that belongs to them."""
    rows = [{"before_id": id} for id in ids]
    return Change("", [Statement("delete-game", rows), Statement("delete-analysis", rows)])


def forget_answers(before: float) -> Change:
    """Answers nobody will ask for again."""
    return Change("", [Statement("forget-answers", {"before": before})])


def _reseated(seats: Sequence[tuple[SeatRow, SeatRow]]) -> list[Statement]:
    statements: list[Statement] = []
    for old, new in seats:
        guard = {BEFORE + name: getattr(old, name) for name in SEAT_GUARDS}
        statements.append(Statement("update-seat", {**{name: getattr(new, name) for name in SEAT_PARTS}, **guard}, 1))
    return statements


def _entries(log: Sequence[LogRow]) -> list[Statement]:
    return [Statement("insert-entry", [values(row) for row in log])] if log else []


def _update(before: GameRow, after: GameRow) -> Statement:
    """Only if the game is still where it was."""
    new = {name: value for name, value in values(after).items() if name not in FOR_GOOD}
    return Statement("update-game", {**new, **{BEFORE + name: getattr(before, name) for name in GUARDS}}, 1)
