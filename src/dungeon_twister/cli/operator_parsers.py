"""Declares the commands for server operators; each has its own module."""

from __future__ import annotations

from typing import Final

from dungeon_twister.cli.parsing import Add, Parser, add_command, add_json, add_language


def _add_database(parser: Parser) -> None:
    parser.add_argument(
        "--database", metavar="URL", help="the database of the server (default: DUNGEON_TWISTER_DATABASE, or your data folder)"
    )


def _add_doctor(add: Add) -> None:
    parser = add_command(
        add,
        "doctor",
        "doctor_command",
        "say what is wrong with this installation, and what to do about it",
        "Example: dungeon-twister doctor --database sqlite:////var/lib/dungeon-twister/games.db --port 8000\n"
        "It looks at the same settings as 'serve'. Exit code: 0 a server can be run, 1 something is wrong.",
    )
    _add_database(parser)
    parser.add_argument("--host", metavar="ADDRESS", help="where the server is to listen (default 127.0.0.1)")
    parser.add_argument("--port", type=int, metavar="N", help="its port (default 8000)")
    add_language(parser)
    add_json(parser)


def _add_backup(add: Add) -> None:
    parser = add_command(
        add,
        "backup",
        "backup_commands",
        "copy the games into a file, also while the server runs",
        "Example: dungeon-twister backup games-2031-05-01.db\n"
        "Of an SQLite database; PostgreSQL is backed up with pg_dump (docs/database.md). 'restore' puts it back.",
    )
    parser.add_argument("file", metavar="FILE", help="where the copy goes; it must not be there yet")
    _add_database(parser)
    add_language(parser)


def _add_restore(add: Add) -> None:
    parser = add_command(
        add,
        "restore",
        "backup_commands",
        "put back the games of a backup, while no server runs",
        "Example: dungeon-twister restore games-2031-05-01.db\nThe replaced games are kept as games.db.before-restore.",
    )
    parser.add_argument("file", metavar="FILE", help="what 'backup' has written")
    _add_database(parser)
    add_language(parser)


def _add_drain(add: Add) -> None:
    parser = add_command(
        add,
        "drain",
        "drain_command",
        "let the server finish what has begun, and end it",
        "Example: dungeon-twister drain && dungeon-twister serve --no-browser\n"
        "The server begins nothing new, answers every move that was made and asks pages to connect again; then it ends.\n"
        "SIGTERM does the same; use it if the database is PostgreSQL. Exit code: 1 if the server has not ended in time.",
    )
    _add_database(parser)
    parser.add_argument("--wait", type=float, default=60.0, metavar="SECONDS", help="how long to wait for its end (default 60)")
    add_language(parser)


def _add_reports(add: Add) -> None:
    parser = add_command(
        add,
        "reports",
        "moderation_commands",
        "list, show and close what players have reported",
        "Examples:\n"
        "  dungeon-twister reports                               those that nobody has closed\n"
        "  dungeon-twister reports show 3                        one of them, with what was said before\n"
        "  dungeon-twister reports close 3",
    )
    parser.add_argument("what", nargs="?", choices=["list", "show", "close"], default="list", help="what to do (default list)")
    parser.add_argument("number", nargs="?", type=int, default=0, metavar="NUMBER", help="of a report")
    parser.add_argument("--all", action="store_true", help="list closed ones as well")
    _add_database(parser)
    add_language(parser)
    add_json(parser)


def _add_ban(add: Add) -> None:
    parser = add_command(
        add,
        "ban",
        "moderation_commands",
        "keep a range of addresses out of the server",
        "Examples:\n"
        "  dungeon-twister ban add 203.0.113.0/24 --until 2031-05-01 --why flood\n"
        "  dungeon-twister ban add 2001:db8:7::/48               for good\n"
        "  dungeon-twister ban list\n"
        "  dungeon-twister ban remove 203.0.113.0/24\n"
        "A server that runs knows of it within seconds.",
    )
    parser.add_argument("what", choices=["add", "remove", "list"], help="what to do")
    parser.add_argument("range", nargs="?", default="", metavar="RANGE", help="an address or a range, IPv4 or IPv6")
    parser.add_argument(
        "--until", default="", metavar="DATE", help="as 2031-05-01 or 2031-05-01T18:00 (UTC); without it: for good"
    )
    parser.add_argument("--why", default="", metavar="TEXT", help="a note for yourself")
    _add_database(parser)
    add_language(parser)
    add_json(parser)


def _add_most(parser: Parser) -> None:
    parser.add_argument("--most", type=int, default=50, metavar="N", help="how many are listed (default 50)")


def _add_games(add: Add) -> None:
    parser = add_command(
        add,
        "games",
        "admin_commands",
        "list, show and delete games of the server",
        "Examples:\n"
        "  dungeon-twister games                                 those that changed last\n"
        "  dungeon-twister games --stage playing --most 200\n"
        "  dungeon-twister games show KQ7MPA                     by code or id, with its seats and its chat\n"
        "  dungeon-twister games delete KQ7MPA                   for good; a server that runs closes it within seconds",
    )
    parser.add_argument("what", nargs="?", choices=["list", "show", "delete"], default="list", help="what to do (default list)")
    parser.add_argument("id", nargs="?", default="", metavar="GAME", help="its id or its code")
    parser.add_argument("--stage", default="", choices=["open", "playing", "over", "given-up"], help="list only these")
    parser.add_argument("--club", default="", metavar="CODE", help="list only those of a club's room")
    parser.add_argument("--person", default="", metavar="ID", help="list only those of a person")
    _add_most(parser)
    _add_database(parser)
    add_language(parser)
    add_json(parser)


def _add_people(add: Add) -> None:
    parser = add_command(
        add,
        "people",
        "admin_commands",
        "list and delete people of the server",
        "Examples:\n"
        "  dungeon-twister people --name ada                     those whose name contains it, the latest first\n"
        "  dungeon-twister people delete 1f0c9a7be2d34410        as if they had asked to be forgotten (docs/people.md)\n"
        "In games that go on the seat stays without a name: the others can let a bot play on, or the clock decides.",
    )
    parser.add_argument("what", nargs="?", choices=["list", "delete"], default="list", help="what to do (default list)")
    parser.add_argument("id", nargs="?", default="", metavar="ID", help="of a person")
    parser.add_argument("--name", default="", metavar="TEXT", help="list only names that contain this")
    _add_most(parser)
    _add_database(parser)
    add_language(parser)
    add_json(parser)


def _add_clubs(add: Add) -> None:
    parser = add_command(
        add,
        "clubs",
        "admin_commands",
        "list and delete rooms of clubs",
        "Examples:\n"
        "  dungeon-twister clubs\n"
        "  dungeon-twister clubs delete ABCDEFGH                 its games stay open to people who have their links",
    )
    parser.add_argument("what", nargs="?", choices=["list", "delete"], default="list", help="what to do (default list)")
    parser.add_argument("code", nargs="?", default="", metavar="CODE", help="of a room")
    _add_most(parser)
    _add_database(parser)
    add_language(parser)
    add_json(parser)


def _add_top(add: Add) -> None:
    parser = add_command(
        add,
        "top",
        "admin_commands",
        "say which addresses the server has refused most often in the last minutes",
        "Examples:\n"
        "  dungeon-twister top                                   asks the server on this machine\n"
        "  dungeon-twister top --port 9100                       its port for metrics, where it has one\n"
        "'dungeon-twister ban add ADDRESS' keeps one of them out.",
    )
    parser.add_argument("--port", type=int, default=0, metavar="N", help="of the server (default: as 'serve' would use it)")
    _add_most(parser)
    add_language(parser)
    add_json(parser)


OVERSEEING: Final = (_add_games, _add_people, _add_clubs, _add_top)
OPERATING: Final = (_add_doctor, _add_backup, _add_restore, _add_drain, *OVERSEEING, _add_reports, _add_ban)
