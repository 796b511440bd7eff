"""Commands and choices in the language spoken: each English word of the terminal has its words in `terminal.word.*`."""

from __future__ import annotations

from functools import cache

from dungeon_twister.cli.helptexts import plain
from dungeon_twister.cli.speech import words

PREFIX = "word."


def from_spoken(typed: str) -> str:
    """A typed line with English words for those of the language spoken: `W révéler R2` -> `W reveal R2`."""
    known = _known(words().language)
    return " ".join(known.get(plain(word), word) for word in typed.split())


@cache
def _known(language: str) -> dict[str, str]:
    """Every word that can be typed, as it is compared, with the English one."""
    catalogue = words()
    keys = [key for key in catalogue.keys("terminal") if key.startswith(PREFIX)]
    return {
        plain(word): key.removeprefix(PREFIX) for key in keys for word in catalogue.t(f"terminal.{key}", {}).split() if word
    }
