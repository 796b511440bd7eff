"""The commands `reports` and `ban`: reports by players, and banned networks."""

from __future__ import annotations

import time
from argparse import Namespace
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from ipaddress import ip_network
from typing import Final, TypeVar

from dungeon_twister.cli.database_access import query_database
from dungeon_twister.cli.output import CommandError, date_text, print_json, print_line
from dungeon_twister.cli.texts import t, t_plural
from dungeon_twister.server.store import BanRow, ModerationRepository, ReportRow, values

T = TypeVar("T")
WIDEST: Final = {4: 8, 6: 16}  # shortest allowed prefix of a range, so that nobody bans half of the internet by mistake


def reports(args: Namespace) -> int:
    """List, show or close reports."""
    if args.what == "list":
        _list_reports(_asked(args, lambda book: book.reports(args.all)), args.json)
        return 0
    args.parser.need(args.number, "NUMBER")
    if args.what == "close":
        if not _asked(args, lambda book: book.close_report(args.number, time.time())):
            raise CommandError(t("terminal.reports.none-open", number=args.number))
        print_line(t("terminal.reports.closed", number=args.number))
        return 0
    found = [row for row in _asked(args, lambda book: book.reports(all=True)) if row.id == args.number]
    if not found:
        raise CommandError(t("terminal.reports.none", number=args.number))
    _show_report(found[0], args.json)
    return 0


def ban(args: Namespace) -> int:
    """Ban a range, lift a ban, or list all."""
    if args.what == "list":
        _list_bans(_asked(args, lambda book: book.bans(time.time())), args.json)
        return 0
    args.parser.need(args.range, "RANGE")
    network = _network(args.range)
    if args.what == "remove":
        if not _asked(args, lambda book: book.unban(network)):
            raise CommandError(t("terminal.ban.none", range=network))
        print_line(t("terminal.ban.removed", range=network))
        return 0
    until = _moment(args.until) if args.until else None
    _asked(args, lambda book: book.ban(BanRow(network, until, args.why, time.time())))
    print_line(_ban_words(BanRow(network, until, args.why, 0.0)))
    return 0


# -- the database ------------------------------------------------------------------------------------------------------


def _asked(args: Namespace, question: Callable[[ModerationRepository], Awaitable[T]]) -> T:
    return query_database(args, ModerationRepository, question)


def _network(text: str) -> str:
    try:
        network = ip_network(text, strict=False)
    except ValueError:
        raise CommandError(t("terminal.ban.no-range", range=text)) from None
    if network.prefixlen < WIDEST[network.version]:
        raise CommandError(t("terminal.ban.too-wide", range=str(network)))
    return str(network)


def _moment(text: str) -> float:
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise CommandError(t("terminal.ban.no-date", date=text)) from None
    moment = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    if moment.timestamp() <= time.time():
        raise CommandError(t("terminal.ban.past", date=text))
    return moment.timestamp()


# -- telling -----------------------------------------------------------------------------------------------------------


def _report_words(row: ReportRow) -> str:
    date, name = date_text(row.at), row.name or row.seat
    place: dict[str, str | int] = {"number": row.id, "date": date, "name": name, "seat": row.seat, "game": row.game}
    return t("terminal.reports.line-closed" if row.closed else "terminal.reports.line", **place)


def _list_reports(rows: list[ReportRow], json: bool) -> None:
    if json:
        print_json([values(row) for row in rows])
        return
    for row in rows:
        print_line(f"{_report_words(row)} {row.why}".rstrip())
    print_line(t_plural("terminal.reports.count", len(rows)))


def _show_report(row: ReportRow, json: bool) -> None:
    if json:
        print_json(values(row))
        return
    print_line(_report_words(row))
    print_line(t("terminal.reports.by", seat=row.reporter, why=row.why or "-"))
    for name, text in row.context:
        print_line(f"  {name}: {text}")


def _ban_words(row: BanRow) -> str:
    key = "terminal.ban.until" if row.until else "terminal.ban.for-good"
    date = {"date": date_text(row.until)} if row.until else {}
    return f"{t(key, range=row.network, **date)} {row.why}".rstrip()


def _list_bans(rows: list[BanRow], json: bool) -> None:
    if json:
        print_json([values(row) for row in rows])
        return
    for row in rows:
        print_line(_ban_words(row))
    print_line(t_plural("terminal.ban.count", len(rows)))
