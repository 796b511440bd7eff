"""Explains why a typed word or line cannot be read, in the current language."""

from __future__ import annotations

from dungeon_twister.cli.input_words import localize, unknown_choice_text
from dungeon_twister.cli.texts import t
from dungeon_twister.rules.geometry.text import TextError

NOTATION = ("line", "verb", "pattern", "read", "rest", "known", "choices")  # values that are words of the notation
BARE = ("no-choice", "no-verb")  # problems without further details


def parse_error_text(error: TextError, line: str) -> str:
    """Return the sentence for an error about a line in English words."""
    if not error.code or error.code in BARE:
        return unknown_choice_text(line)
    values = {name: _listed(str(value)) if name in NOTATION else value for name, value in error.values.items()}
    return t(f"terminal.unreadable.{error.code}", **values)


def _listed(lines: str) -> str:
    """Return lines of the notation, separated by commas, in words of the current language."""
    return ", ".join(localize(line) for line in lines.split(", "))
