"""Declares commands: a parser with one-sentence errors, and options that many commands share."""

from __future__ import annotations

from argparse import SUPPRESS, ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Callable
from typing import Final, NoReturn

from dungeon_twister.cli.extras import missing_extra_text
from dungeon_twister.cli.output import CommandError, as_sentence
from dungeon_twister.cli.usage_errors import usage_error_text
from dungeon_twister.presentation.i18n import LANGUAGES

WRONG: Final = 2  # exit code of all errors that the user can fix


class Parser(ArgumentParser):
    """A parser that reports an error in one sentence."""

    def error(self, message: str) -> NoReturn:
        sentence = as_sentence(usage_error_text(message, self.format_help()))
        self.exit(WRONG, f"{sentence} See '{self.prog} --help'.\n")

    def need(self, value: object, name: str) -> None:
        """Refuse a missing argument that only some actions of a command need."""
        if not value:
            self.error(f"the following arguments are required: {name}")


Add = Callable[..., Parser]


def add_command(add: Add, name: str, module: str, purpose: str, example: str, function: str = "") -> Parser:
    """Declare a subcommand; its module is imported only when it runs. The function has the name of the command, or another."""

    def run(args: Namespace) -> int:
        try:
            found = getattr(__import__(f"dungeon_twister.cli.{module}", fromlist=[name]), function or name)
            code: int = found(args)
        except ModuleNotFoundError as error:
            problem = missing_extra_text(name, error.name)
            if not problem:
                raise
            raise CommandError(problem) from None
        return code

    parser = add(
        name,
        help=purpose,
        description=f"{purpose[:1].upper()}{purpose[1:]}.",
        epilog=example,
        formatter_class=RawDescriptionHelpFormatter,
    )
    parser.set_defaults(run=run, parser=parser)
    return parser


def add_language(parser: Parser) -> None:
    parser.add_argument(
        "--language",
        choices=LANGUAGES,
        help="language of the texts (default: DUNGEON_TWISTER_LANGUAGE, else your system's)",
    )


def add_json(parser: Parser) -> None:
    parser.add_argument("--json", action="store_true", help="print JSON instead of text")


def add_game_arguments(parser: Parser) -> None:
    from dungeon_twister.rules.engine.scenarios import LABORATORIES, scenario_names

    add_game(parser)
    scenarios = [name for name in scenario_names() if name not in LABORATORIES]
    parser.add_argument(
        "--scenario",
        metavar="NAME",
        help=f"{', '.join(scenarios)}, or a scenario file of your own (default base, with --game card standard)",
    )
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="a switch of the rules, such as target=6, memory=strict, selection=draft; may be given several times",
    )


def add_game(parser: Parser) -> None:
    parser.add_argument("--game", choices=["board", "card"], help="the board game (default) or the card game")


def add_colour(parser: Parser) -> None:
    parser.add_argument("--no-colour", action="store_true", help="no colours (the variable NO_COLOR does the same)")
    parser.add_argument("--no-color", dest="no_colour", action="store_true", help=SUPPRESS)
