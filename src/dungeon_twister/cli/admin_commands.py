"""The commands `games`, `people`, `clubs` and `top`: list or delete stored data, and show who floods the server. They work
while the server runs, which drops deleted data within seconds."""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Awaitable, Callable
from typing import Any, Final, TypeVar
from urllib.error import URLError
from urllib.request import Request, urlopen

from dungeon_twister.cli.database_access import query_database
from dungeon_twister.cli.output import CommandError, date_text, os_error_text, print_json, print_line
from dungeon_twister.cli.texts import t, t_plural
from dungeon_twister.server.config import SettingError, from_environment
from dungeon_twister.server.store import OperatorRepository

T = TypeVar("T")
Row = dict[str, Any]
PATIENCE: Final = 5.0  # seconds for a server to answer


def games(args: Namespace) -> int:
    """List games, show one or delete one."""
    if args.what == "list":
        found = _asked(args, lambda book: book.games(args.stage, args.club, args.person, args.most))
        return _list("games", found, _game_words, args.json)
    args.parser.need(args.id, "GAME")
    game = _asked(args, lambda book: book.game(args.id))
    if game is None:
        raise CommandError(t("terminal.games.none", id=args.id))
    if args.what == "show":
        _show_game(game, args.json)
        return 0
    return _delete("games", game["id"], _asked(args, lambda book: book.delete_game(game["id"])))


def people(args: Namespace) -> int:
    """List people or delete one."""
    if args.what == "list":
        return _list("people", _asked(args, lambda book: book.people(args.name, args.most)), _person_words, args.json)
    args.parser.need(args.id, "ID")
    return _delete("people", args.id, _asked(args, lambda book: book.delete_person(args.id)))


def clubs(args: Namespace) -> int:
    """List rooms of clubs or delete one."""
    if args.what == "list":
        return _list("clubs", _asked(args, lambda book: book.clubs(args.most)), _club_words, args.json)
    args.parser.need(args.code, "CODE")
    code = args.code.upper()
    return _delete("clubs", code, _asked(args, lambda book: book.delete_club(code)))


def top(args: Namespace) -> int:
    """Print the addresses that the server on this machine refused most often in the last minutes."""
    try:
        settings = from_environment()
    except SettingError as error:
        raise CommandError(str(error)) from None
    address = f"http://127.0.0.1:{args.port or settings.metrics_port or settings.port}/refusals"
    try:
        with urlopen(Request(address), timeout=PATIENCE) as answer:
            found: list[Row] = json.load(answer)
    except (URLError, OSError, ValueError) as error:
        reason = error.reason if isinstance(error, URLError) and isinstance(error.reason, OSError) else error
        raise CommandError(t("terminal.top.unreachable", address=address, problem=os_error_text(reason))) from None
    return _list("top", found[: args.most], _refused_words, args.json)


# -- parts -------------------------------------------------------------------------------------------------------------


def _asked(args: Namespace, question: Callable[[OperatorRepository], Awaitable[T]]) -> T:
    return query_database(args, OperatorRepository, question)


def _list(what: str, rows: list[Row], words: Callable[[Row], str], as_json: bool) -> int:
    if as_json:
        print_json(rows)
        return 0
    for row in rows:
        print_line(words(row))
    print_line(t_plural(f"terminal.{what}.count", len(rows)))
    return 0


def _delete(what: str, id: str, done: bool) -> int:
    if not done:
        raise CommandError(t(f"terminal.{what}.none", id=id))
    print_line(t(f"terminal.{what}.deleted", id=id))
    return 0


def _game_words(row: Row) -> str:
    names = ", ".join(seat["name"] or seat["who"] for seat in row["seats"])
    return f"{row['id']}  {row['code']}  {date_text(row['changed'])}  {row['stage']:<9} {row['scenario']}: {names}"


def _show_game(game: Row, as_json: bool) -> None:
    if as_json:
        print_json(game)
        return
    print_line(_game_words(game))
    print_line(t("terminal.games.course", turn=game["turn"], entries=game["entries"], created=date_text(game["created"])))
    for seat in game["seats"]:
        print_line(f"  {seat['colour']}: {seat['who']} {seat['name']} {seat['person']}".rstrip())
    for line in game["chat"]:
        print_line(f"  {date_text(line['at'])} {line['name'] or line['seat']}: {line['text']}")


def _person_words(row: Row) -> str:
    counts = t("terminal.people.counts", devices=row["devices"], games=row["games"])
    return f"{row['id']}  {date_text(row['seen'])}  {row['name']} ({counts})"


def _club_words(row: Row) -> str:
    return f"{row['code']}  {date_text(row['seen'])}  {row['name']} ({t_plural('terminal.games.count', row['games'])})"


def _refused_words(row: Row) -> str:
    codes = ", ".join(f"{code} {times}" for code, times in row["codes"].items())
    return f"{row['times']:>7}  {row['address']}  {codes}"
