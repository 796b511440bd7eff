"""Declares the command `scenario` with its actions."""

from __future__ import annotations

from typing import Final

from dungeon_twister.cli.parsing import Add, Parser, add_command, add_json, add_language


def _add_scenario(add: Add) -> None:
    parser = add_command(
        add,
        "scenario",
        "scenario_command",
        "check a scenario of your own",
        """\
Example: dungeon-twister scenario check my-scenario.toml
How to write one: docs/scenarios.md.""",
        function="missing_action",
    )
    actions = parser.add_subparsers(metavar="ACTION", parser_class=Parser)
    _add_check(actions.add_parser)


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


WORKSHOP: Final = (_add_scenario,)
