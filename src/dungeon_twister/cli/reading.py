"""Why a typed word or line cannot be read, in the language spoken."""

from __future__ import annotations

from dungeon_twister.cli.speech import t
from dungeon_twister.cli.typed_words import no_choice, spoken
from dungeon_twister.rules.geometry.text import TextError

NOTATION = ("line", "verb", "pattern", "read", "rest", "known", "choices")  # values that are words of the notation
BARE = ("no-choice", "no-verb")  # problems about which there is no more to say


def why_unreadable(error: TextError, line: str) -> str:
    """Return the sentence for an error about a line, which is in English words."""
    if not error.code or error.code in BARE:
        return no_choice(line)
    values = {name: _listed(str(value)) if name in NOTATION else value for name, value in error.values.items()}
    return t(f"terminal.unreadable.{error.code}", **values)


def _listed(lines: str) -> str:
    """Return lines of the notation, with commas between them, in the words of the language."""
    return ", ".join(spoken(line) for line in lines.split(", "))
