"""Declares the commands for server operators; each has its own module."""

from __future__ import annotations

from typing import Final

from dungeon_twister.cli.parsing import Add, Parser, add_command, add_json, add_language


def _add_database(parser: Parser) -> None:
    parser.add_argument(
        "--database", metavar="URL", help="the database of the server (default: DUNGEON_TWISTER_DATABASE, or your data folder)"
    )


def _add_serve(add: Add) -> None:
    parser = add_command(
        add,
        "serve",
        "serve_command",
        "play in the browser: serve the games to this machine or to the net",
        """\
Examples:
  dungeon-twister serve                      open the page in the browser
  dungeon-twister serve --host 0.0.0.0 --no-browser      for your network
  dungeon-twister serve --database postgresql://user:password@host/name
More settings: docs/settings.md. A public server: docs/operations.md.""",
    )
    parser.add_argument("--host", metavar="ADDRESS", help="where to listen (default 127.0.0.1: this machine only)")
    parser.add_argument("--port", type=int, metavar="N", help="the port (default 8000, or the next free one)")
    parser.add_argument(
        "--database",
        metavar="URL",
        help="where games are kept: sqlite:///FILE or postgresql://... (default: a file in your data folder)",
    )
    parser.add_argument(
        "--origin",
        action="append",
        default=[],
        metavar="URL",
        help="another address of the page, such as https://dungeon.example.org; may be given several times",
    )
    parser.add_argument("--workers-for-bots", type=int, metavar="N", help="processes in which bots think (default 1)")
    parser.add_argument(
        "--log",
        metavar="LEVEL",
        help="what is logged: debug, info, warning or error (default info: every request; at a terminal warning)",
    )
    parser.add_argument("--metrics-port", type=int, metavar="N", help="tell health and metrics at that port (default: none)")
    parser.add_argument("--shelf", action="store_true", help="let people publish scenarios that others find on this server")
    parser.add_argument("--no-browser", action="store_true", help="do not open the page")


def _add_site(add: Add) -> None:
    parser = add_command(
        add,
        "site",
        "site_command",
        "write the whole game as static files, played in the browser without a server",
        """\
Example: dungeon-twister site public
If the page is not built yet, use 'python3 run.py site FOLDER' (docs/site.md).""",
    )
    parser.add_argument("folder", metavar="FOLDER", help="where it is written; what was written there before is replaced")


def _add_doctor(add: Add) -> None:
    parser = add_command(
        add,
        "doctor",
        "doctor_command",
        "find problems of this installation and say how to solve them",
        """\
Example: dungeon-twister doctor --port 8000
It uses the settings of 'serve'. Exit code: 0 a server can run, 1 there are
errors.""",
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
        """\
Example: dungeon-twister backup games-2031-05-01.db
For SQLite; back up PostgreSQL with pg_dump (docs/database.md).""",
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
        """\
Example: dungeon-twister restore games-2031-05-01.db
The replaced games are kept as games.db.before-restore.""",
    )
    parser.add_argument("file", metavar="FILE", help="what 'backup' has written")
    _add_database(parser)
    add_language(parser)


def _add_drain(add: Add) -> None:
    parser = add_command(
        add,
        "drain",
        "drain_command",
        "let the server finish its work, and end it",
        """\
Example: dungeon-twister drain && dungeon-twister serve --no-browser
The server begins nothing new, answers every move that was made and asks pages
to connect again; then it ends. SIGTERM does the same; use it if the database
is PostgreSQL. Exit code: 1 if the server has not ended in time.""",
    )
    _add_database(parser)
    parser.add_argument("--wait", type=float, default=60.0, metavar="SECONDS", help="how long to wait for its end (default 60)")
    add_language(parser)


def _add_reports(add: Add) -> None:
    parser = add_command(
        add,
        "reports",
        "moderation_commands",
        "list, show and close reports by players",
        """\
Examples:
  dungeon-twister reports                    the open reports
  dungeon-twister reports show 3             with the chat before it
  dungeon-twister reports close 3""",
    )
    parser.add_argument(
        "what",
        nargs="?",
        choices=["list", "show", "close"],
        default="list",
        metavar="ACTION",
        help="list (default), show or close",
    )
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
        "ban a range of addresses from the server",
        """\
Examples:
  dungeon-twister ban add 203.0.113.0/24 --until 2031-05-01 --why flood
  dungeon-twister ban add 2001:db8:7::/48    without an end
  dungeon-twister ban list
  dungeon-twister ban remove 203.0.113.0/24
A running server follows within seconds.""",
    )
    parser.add_argument("what", choices=["add", "remove", "list"], metavar="ACTION", help="add, remove or list")
    parser.add_argument("range", nargs="?", default="", metavar="RANGE", help="an address or a range, IPv4 or IPv6")
    parser.add_argument(
        "--until", default="", metavar="DATE", help="as 2031-05-01 or 2031-05-01T18:00 (UTC); without it: for good"
    )
    parser.add_argument("--why", default="", metavar="TEXT", help="a note for yourself")
    _add_database(parser)
    add_language(parser)
    add_json(parser)


def _add_action(parser: Parser, *actions: str) -> None:
    """Declare the action of a command; the first one is the default."""
    listed = f"{actions[0]} (default), {', '.join(actions[1:])}"
    parser.add_argument("what", nargs="?", choices=actions, default=actions[0], metavar="ACTION", help=listed)


def _add_most(parser: Parser) -> None:
    parser.add_argument("--most", type=int, default=50, metavar="N", help="how many are listed (default 50)")


def _add_games(add: Add) -> None:
    parser = add_command(
        add,
        "games",
        "admin_commands",
        "list, show and delete games of the server",
        """\
Examples:
  dungeon-twister games --stage playing --most 200
  dungeon-twister games show KQ7MPA          with its seats and its chat
  dungeon-twister games delete KQ7MPA        a running server closes it, too""",
    )
    parser.add_argument(
        "what",
        nargs="?",
        choices=["list", "show", "delete"],
        default="list",
        metavar="ACTION",
        help="list (default), show or delete",
    )
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
        """\
Examples:
  dungeon-twister people --name ada
  dungeon-twister people delete 1f0c9a7be2d34410
Deleting does the same as a person's own request (docs/people.md). In running
games the seat stays without a name: the others can let a bot play on.""",
    )
    parser.add_argument(
        "what", nargs="?", choices=["list", "delete"], default="list", metavar="ACTION", help="list (default) or delete"
    )
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
        """\
Examples:
  dungeon-twister clubs
  dungeon-twister clubs delete ABCDEFGH
Games of a deleted room stay open to people who have their links.""",
    )
    parser.add_argument(
        "what", nargs="?", choices=["list", "delete"], default="list", metavar="ACTION", help="list (default) or delete"
    )
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
        "list the addresses that the server refused most often in the last minutes",
        """\
Examples:
  dungeon-twister top
  dungeon-twister top --port 9100            its port for metrics, if it has one
'dungeon-twister ban add ADDRESS' bans an address.""",
    )
    parser.add_argument("--port", type=int, default=0, metavar="N", help="of the server (default: as 'serve' would use it)")
    _add_most(parser)
    add_language(parser)
    add_json(parser)


def _add_shelf(add: Add) -> None:
    parser = add_command(
        add,
        "shelf",
        "shelf_command",
        "list, show, restore and remove published scenarios",
        """\
Examples:
  dungeon-twister shelf                      the reported ones
  dungeon-twister shelf show KQ7MPA2X        with its text and its reports
  dungeon-twister shelf restore KQ7MPA2X     show it again
  dungeon-twister shelf remove KQ7MPA2X""",
    )
    _add_action(parser, "list", "show", "restore", "remove")
    parser.add_argument("code", nargs="?", default="", metavar="CODE", help="of a scenario")
    parser.add_argument("--all", action="store_true", help="list those without a report as well")
    _add_most(parser)
    _add_database(parser)
    add_language(parser)
    add_json(parser)


OPERATING: Final = (
    *(_add_serve, _add_site, _add_doctor, _add_backup, _add_restore, _add_drain),
    *(_add_games, _add_people, _add_clubs, _add_top, _add_reports, _add_ban, _add_shelf),
)
