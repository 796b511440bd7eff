"""The command `dungeon-twister`: parses arguments, runs a command, prints errors as one sentence."""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from collections.abc import Callable, Sequence
from contextlib import suppress

from dungeon_twister import compiled
from dungeon_twister.cli.developer_parsers import DEVELOPING
from dungeon_twister.cli.operator_parsers import OPERATING
from dungeon_twister.cli.output import as_sentence, error_text, is_expected, os_error_text, replace_unencodable_characters
from dungeon_twister.cli.overview import OVERVIEW
from dungeon_twister.cli.parsing import WRONG, Parser
from dungeon_twister.cli.player_parsers import PLAYING
from dungeon_twister.cli.texts import set_language, t
from dungeon_twister.cli.workshop_parsers import WORKSHOP
from dungeon_twister.presentation.i18n import language_for
from dungeon_twister.version import __version__


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return the exit code."""
    replace_unencodable_characters()
    compiled.use_build()  # before anything of the engine is imported
    try:
        args, others = make_parser().parse_known_args(argv)
        if others:
            args.parser.error(f"unrecognized arguments: {' '.join(others)}")
        code = _run(args.run, args)
        sys.stdout.flush()
        return code
    except SystemExit as leaving:  # from the parser, or from the console on a broken pipe
        return leaving.code if isinstance(leaving.code, int) else WRONG
    except BrokenPipeError:
        return _nobody_reads()
    except OSError as error:  # stdout itself fails, for example on a full disk
        _complain(f"Cannot go on: {os_error_text(error)}")
        return _nobody_reads()


def _run(asked: Callable[[Namespace], int], args: Namespace) -> int:
    try:
        set_language(language_for(os.environ, getattr(args, "language", None) or ""))
        return asked(args)
    except KeyboardInterrupt:
        _complain(t("terminal.interrupted"))
    except (BrokenPipeError, SystemExit):
        raise
    except OSError as error:
        where = f" {error.filename}" if error.filename else ""
        _complain(f"Cannot go on{where}: {os_error_text(error)}")
    except Exception as error:  # never a traceback, unless DUNGEON_TWISTER_DEBUG is set
        if is_expected(error):
            _complain(error_text(error, args))
            return WRONG
        if os.environ.get("DUNGEON_TWISTER_DEBUG"):
            raise
        _complain(f"This should not have happened, please report it: {type(error).__name__}: {error}")
    return WRONG


def _complain(problem: str) -> None:
    sys.stderr.write(as_sentence(problem) + "\n")


def _nobody_reads() -> int:
    """Handle a closed output: keep the interpreter from complaining when it ends."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return WRONG


# -- the commands ------------------------------------------------------------------------------------------------------


class MainParser(Parser):
    """The parser of the command itself: its help is the overview of all commands."""

    def format_help(self) -> str:
        return OVERVIEW


def make_parser() -> Parser:
    parser = MainParser(prog="dungeon-twister")
    parser.add_argument("--version", action="version", version=f"dungeon-twister {__version__}")
    parser.set_defaults(run=lambda args: _print_help(parser), parser=parser)
    commands = parser.add_subparsers(metavar="COMMAND", parser_class=Parser)
    for add in (*PLAYING, *DEVELOPING, *WORKSHOP, *OPERATING):
        add(commands.add_parser)
    return parser


def _print_help(parser: Parser) -> int:
    parser.print_help()
    return 0
