"""Declares the command `scenario` with its actions."""

from __future__ import annotations

from typing import Final

from dungeon_twister.cli.parsing import Add, Parser, add_command, add_json, add_language


def _add_scenario(add: Add) -> None:
    parser = add_command(
        add,
        "scenario",
        "scenario_command",
        "check a scenario of your own, let bots try it, share and print it",
        """\
Examples:
  dungeon-twister scenario check my-scenario.toml
  dungeon-twister scenario balance my-scenario.toml --games 200
  dungeon-twister scenario link my-scenario.toml
How to write one: docs/scenarios.md.""",
        function="missing_action",
    )
    actions = parser.add_subparsers(metavar="ACTION", parser_class=Parser)
    _add_check(actions.add_parser)
    _add_balance(actions.add_parser)
    _add_link(actions.add_parser)
    _add_open(actions.add_parser)
    _add_print(actions.add_parser)


def _add_file(parser: Parser) -> None:
    parser.add_argument("file", metavar="FILE", help="a scenario file, or the name of a scenario of the game")


def _add_check(add: Add) -> None:
    parser = add_command(
        add,
        "check",
        "scenario_command",
        "say what is wrong with a scenario file, and what is odd",
        """\
Example: dungeon-twister scenario check my-scenario.toml
Exit code: 0 it can be played, 1 it cannot, 2 the file cannot be read.""",
    )
    _add_file(parser)
    add_language(parser)
    add_json(parser)


def _add_balance(add: Add) -> None:
    parser = add_command(
        add,
        "balance",
        "balance_command",
        "let bots play a scenario and say whether it is fair",
        """\
Example: dungeon-twister scenario balance my-scenario.toml --games 200
Ctrl-C stops and prints the report so far.""",
    )
    _add_file(parser)
    parser.add_argument("--games", type=int, default=100, metavar="N", help="how many games (default 100)")
    parser.add_argument("--bot", default="stoker", metavar="NAME", help="the bot of all seats (default stoker; see 'bots')")
    parser.add_argument("--seed", default="1", metavar="TEXT", help="the same seed gives the same games (default 1)")
    parser.add_argument("--jobs", type=int, default=0, metavar="N", help="how many games at a time (default: all processors)")
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="a switch of the rules; may be given several times"
    )
    add_language(parser)
    add_json(parser)


def _add_link(add: Add) -> None:
    parser = add_command(
        add,
        "link",
        "share_command",
        "print a link that holds a whole scenario",
        """\
Example: dungeon-twister scenario link my-scenario.toml
The scenario stands behind the #, which browsers send to no server.
Exit code: 0, or 1 if the scenario cannot be played.""",
    )
    _add_file(parser)
    parser.add_argument(
        "--page",
        default="http://localhost:8000/scenario",
        metavar="ADDRESS",
        help="the page that opens it (default http://localhost:8000/scenario; of a static site ADDRESS/#/scenario)",
    )
    add_language(parser)


def _add_open(add: Add) -> None:
    parser = add_command(
        add,
        "open",
        "share_command",
        "write the scenario of a link to a file",
        """\
Example: dungeon-twister scenario open LINK -o shared.toml
A file that exists is not overwritten.
Exit code: 0, or 1 if the scenario cannot be played.""",
        function="unfold",
    )
    parser.add_argument("link", metavar="LINK", help="the link, or what stands behind its #")
    parser.add_argument("-o", "--out", required=True, metavar="FILE", help="the new file")
    add_language(parser)


def _add_print(add: Add) -> None:
    parser = add_command(
        add,
        "print",
        "print_command",
        "draw rooms, tokens and cards of a scenario to scale, to print and cut out",
        """\
Example: dungeon-twister scenario print my-scenario.toml -o paper
Print paper/print.html in a browser at 100 %.
Files of the same names are overwritten. Exit code: 0, or 1 if the scenario cannot be played.""",
        function="print_scenario",
    )
    _add_file(parser)
    parser.add_argument("-o", "--out", required=True, metavar="FOLDER", help="where the sheets are written, as SVG")
    parser.add_argument("--paper", choices=("a4", "letter"), default="a4", help="the size of the paper (default a4)")
    add_language(parser)


WORKSHOP: Final = (_add_scenario,)
