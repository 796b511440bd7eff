"""Helpers of all commands: consoles, careful file reading, errors as one sentence, JSON on stdout. The engine is imported only
where it is needed: most commands start without it."""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from datetime import UTC, datetime
from io import StringIO, TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING

from dungeon_twister.cli.input_words import with_suggestion
from dungeon_twister.cli.texts import t
from dungeon_twister.presentation.i18n import LanguageError

if TYPE_CHECKING:
    from rich.console import Console

DEFAULT_SCENARIOS = {"board": "base", "card": "standard"}
LARGEST_FILE = 16 * 1024 * 1024
PLAIN_WIDTH = 120  # width of output that is no terminal


class CommandError(Exception):
    """An error that the user can fix; the message is one sentence."""


def as_sentence(problem: str) -> str:
    """Return an error message on one line, with a capital letter and a full stop. A leading name (`rules.case, line 3: ...`)
    keeps its spelling."""
    from dungeon_twister.rules.geometry.text import with_capital

    text = "".join(sign if sign.isprintable() else "?" for sign in " ".join(problem.split()))
    return with_capital(text) + ("" if text.endswith((".", "!", "?", ".)", "?)")) else ".")


# -- consoles ----------------------------------------------------------------------------------------------------------


def make_console(no_colour: bool = False, stderr: bool = False) -> Console:
    """Return a console. NO_COLOR is respected; output that is no terminal has no colours and a fixed width."""
    from rich.console import Console  # part of the extra `cli`; this module must load without it to report that it is missing

    file = sys.stderr if stderr else sys.stdout
    width = None if file.isatty() or "COLUMNS" in os.environ else PLAIN_WIDTH
    return Console(file=file, no_color=True if no_colour or "NO_COLOR" in os.environ else None, highlight=False, width=width)


def print_line(words: str) -> None:
    """Print one unwrapped line on stdout."""
    make_console().print(words, markup=False, soft_wrap=True)


def date_text(moment: float) -> str:
    """Return a time as operators read it."""
    return datetime.fromtimestamp(moment, UTC).strftime("%Y-%m-%d %H:%M")


def replace_unencodable_characters() -> None:
    """Never fail because of a character that the terminal cannot show, or a closed stream."""
    sys.stdin, sys.stdout, sys.stderr = sys.stdin or StringIO(), sys.stdout or StringIO(), sys.stderr or StringIO()
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")


def print_json(data: object) -> None:
    """Print one line of JSON on stdout."""
    from dungeon_twister.game.record.json_codec import to_json

    sys.stdout.write(to_json(data) + "\n")
    sys.stdout.flush()


# -- files and options -------------------------------------------------------------------------------------------------


def read_text_file(name: str) -> str:
    """Return the text of a file; CommandError if it cannot be read."""
    try:
        with Path(name).open("rb") as file:
            data = file.read(LARGEST_FILE + 1)
    except (OSError, ValueError) as error:
        raise CommandError(t("terminal.error.cannot-read", file=name, reason=os_error_text(error))) from None
    if len(data) > LARGEST_FILE:
        raise CommandError(t("terminal.error.too-large", file=name, size=LARGEST_FILE >> 20))
    try:
        return data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError:
        raise CommandError(t("terminal.error.no-text", file=name)) from None


def os_error_text(error: Exception) -> str:
    """Return the operating system's reason of a file error."""
    text = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return text[:1].lower() + text[1:]


def parse_option_words(words: list[str]) -> dict[str, str]:
    """Return `name=value` words as a dict."""
    options: dict[str, str] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals or not name:
            raise CommandError(t("terminal.error.option", word=word))
        if name in options:
            raise CommandError(t("terminal.error.option-twice", option=name))
        options[name] = value
    return options


def chosen_scenario(args: Namespace) -> str:
    """Return the scenario of --game and --scenario: its name or, for a file, its text. Unknown scenarios and those of the other
    game are refused."""
    from dungeon_twister.rules.engine.scenarios import load_scenario, scenario_names
    from dungeon_twister.rules.geometry.text import TextError

    name: str = args.scenario or DEFAULT_SCENARIOS[args.game or "board"]
    if name not in scenario_names() and not _may_be_a_file(name):
        known = _scenarios(args.game or "")
        raise CommandError(with_suggestion(t("terminal.error.no-scenario", scenario=name, known=", ".join(known)), name, known))
    try:
        which = name if name in scenario_names() else _text_of_file(name)
        game = load_scenario(which).game
    except TextError as error:
        raise CommandError(str(error)) from None
    if args.game and game != args.game:
        known = _scenarios(args.game)
        raise CommandError(t(f"terminal.error.scenario-{game}", scenario=name, known=", ".join(known)))
    return which


def _scenarios(game: str) -> list[str]:
    """Return the playable scenarios of one game or of both."""
    from dungeon_twister.rules.engine.scenarios import LABORATORIES, scenario_names

    return [name for name in scenario_names(game) if name not in LABORATORIES]


def _may_be_a_file(name: str) -> bool:
    return name.endswith(".toml") or Path(name).name != name or Path(name).is_file()


def _text_of_file(name: str) -> str:
    from dungeon_twister.rules.engine.scenarios import scenario_text
    from dungeon_twister.rules.geometry.text import TextError

    try:
        return scenario_text(Path(name))
    except (OSError, ValueError) as error:
        if isinstance(error, TextError):
            raise
        raise CommandError(t("terminal.error.cannot-read", file=name, reason=os_error_text(error))) from None


def check_bot(name: str) -> None:
    """Refuse an unknown bot and list the known ones."""
    from dungeon_twister.ai.bots.registry import bot_names
    from dungeon_twister.ai.bots.resolve import resolve_bot  # loads the bots, so only where they are needed

    try:
        resolve_bot(name)
    except ValueError as error:
        if ":" in name:
            raise CommandError(str(error)) from None
        sentence = t("terminal.error.no-bot", bot=name, bots=", ".join(bot_names()))
        raise CommandError(with_suggestion(sentence, name, bot_names())) from None


def error_text(error: Exception, args: Namespace) -> str:
    """Return the sentence for an error that the user can fix."""
    from dungeon_twister.rules.engine.options import OptionError
    from dungeon_twister.rules.geometry.text import TextError

    if isinstance(error, TextError) and error.code in ("no-record", "no-maze"):
        return t(f"terminal.error.{error.code}", file=error.source)
    if isinstance(error, OptionError):
        given = [word.partition("=")[0] for word in getattr(args, "option", [])]
        if error.known:
            known = ", ".join(error.known)
            return with_suggestion(t("terminal.error.no-option", option=error.name, known=known), error.name, error.known)
        if str(error).partition(" ")[0] in given:
            return f"--option {error}"
    return str(error)


def is_expected(error: Exception) -> bool:
    """Return whether an error is one that the user can fix."""
    from dungeon_twister.rules.engine.options import OptionError
    from dungeon_twister.rules.geometry.text import TextError

    return isinstance(error, CommandError | TextError | OptionError | LanguageError)
