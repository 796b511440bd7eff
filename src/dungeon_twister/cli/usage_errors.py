"""Turns error messages of the argument parser into plain sentences with suggestions."""

from __future__ import annotations

import re
from collections.abc import Callable
from difflib import get_close_matches
from typing import Final

OPTION = re.compile(r"--[a-z][a-z-]*")


def usage_error_text(message: str, usage: str) -> str:
    """Return a message of argparse as a sentence without its full stop. `usage` names the valid options."""
    for pattern, rewrite in REWRITES:
        found = pattern.fullmatch(message)
        if found:
            return rewrite(found, usage)
    return message


def _no_choice(found: re.Match[str], usage: str) -> str:
    name, given, listed = found.groups()
    known = [word.strip("' ") for word in listed.split(",")]
    problem = f"there is no command {given}" if name == "COMMAND" else f"{name} is one of {', '.join(known)}, not {given}"
    return _meant(problem, given, known)


def _no_such_option(found: re.Match[str], usage: str) -> str:
    first = found[1].split()[0]
    if not first.startswith("-"):
        return f"'{first}' is one word too many"
    return _meant(f"there is no option {first} here", first.partition("=")[0], OPTION.findall(usage))


def _meant(problem: str, given: str, known: list[str]) -> str:
    close = get_close_matches(given, known, 1)
    return f"{problem}. Did you mean {close[0]}?" if close else problem


REWRITES: Final[list[tuple[re.Pattern[str], Callable[[re.Match[str], str], str]]]] = [
    (re.compile(r"argument (\S+): invalid choice: '?(.*?)'? \(choose from (.*)\)", re.DOTALL), _no_choice),
    (re.compile(r"unrecognized arguments: (.+)", re.DOTALL), _no_such_option),
    (
        re.compile(r"argument (\S+): invalid int value: '(.*)'", re.DOTALL),
        lambda found, _: f"{found[1]} is a whole number, not {found[2]}",
    ),
    (
        re.compile(r"argument (\S+): invalid float value: '(.*)'", re.DOTALL),
        lambda found, _: f"{found[1]} is a number, not {found[2]}",
    ),
    (re.compile(r"argument (\S+): expected one argument"), lambda found, _: f"{found[1]} needs a value"),
    (re.compile(r"argument (\S+): expected (\d+) arguments"), lambda found, _: f"{found[1]} needs {found[2]} values"),
    (
        re.compile(r"argument (\S+): expected at least one argument"),
        lambda found, _: f"{found[1]} needs at least one value",
    ),
    (
        re.compile(r"the following arguments are required: (.+)"),
        lambda found, _: f"{found[1]} {'are' if ',' in found[1] else 'is'} missing",
    ),
    (
        re.compile(r"ambiguous option: (\S+) could match (.+)"),
        lambda found, _: f"{found[1]} can mean {found[2]}",
    ),
]
