"""The command `shelf`: scenarios that people have published on the server. It works while the server runs."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Awaitable, Callable
from typing import TypeVar

from dungeon_twister.cli.database_access import query_database
from dungeon_twister.cli.output import CommandError, date_text, print_json, print_line
from dungeon_twister.cli.texts import t, t_plural
from dungeon_twister.server.secret_tokens import LONG_CODE, tidy_code
from dungeon_twister.server.store import ShelfRepository, ShelfRow, values

T = TypeVar("T")
Found = tuple[ShelfRow, str]


def shelf(args: Namespace) -> int:
    """List published scenarios, show one, show it to all again, or remove it."""
    if args.what == "list":
        return _list(_asked(args, lambda book: book.listed(args.all, args.most)), args.json)
    args.parser.need(args.code, "CODE")
    code = tidy_code(args.code, LONG_CODE)
    if args.what == "show":
        return _show(args, code)
    change = ShelfRepository.restore if args.what == "restore" else ShelfRepository.remove
    if not _asked(args, lambda book: change(book, code)):
        raise CommandError(t("terminal.shelf.none", code=args.code))
    print_line(t(f"terminal.shelf.{args.what}d", code=code))
    return 0


def _asked(args: Namespace, question: Callable[[ShelfRepository], Awaitable[T]]) -> T:
    return query_database(args, ShelfRepository, question)


def _list(found: list[Found], json: bool) -> int:
    if json:
        print_json([{**values(row), "by": by} for row, by in found])
        return 0
    for row, by in found:
        print_line(_words(row, by))
    print_line(t_plural("terminal.shelf.count", len(found)))
    return 0


def _show(args: Namespace, code: str) -> int:
    found = _asked(args, lambda book: book.one(code))
    if found is None:
        raise CommandError(t("terminal.shelf.none", code=args.code))
    reasons = _asked(args, lambda book: book.reasons(code))
    row, by = found
    if args.json:
        print_json({**values(row), "by": by, "reasons": [{"at": at, "why": why} for at, why in reasons]})
        return 0
    print_line(_words(row, by))
    for at, why in reasons:
        print_line(f"  {date_text(at)} {why}")
    print_line(row.declared)
    return 0


def _words(row: ShelfRow, by: str) -> str:
    told = t(
        "terminal.shelf.line",
        code=row.code,
        date=date_text(row.at),
        title=row.title,
        name=by or "-",
        person=row.person,
        played=row.played,
        liked=row.liked,
        reported=row.reported,
    )
    return f"{told} {t('terminal.shelf.hidden')}" if row.hidden else told
