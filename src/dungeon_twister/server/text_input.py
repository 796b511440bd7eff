"""Cleans names and lines of text that others will read: one line, a bounded length, visible
characters."""

from __future__ import annotations

from itertools import groupby
from typing import Final
from unicodedata import combining, normalize

from dungeon_twister.rules.geometry.text import TextError, with_capital

LONGEST_NAME: Final = 40
LONGEST_ECHO: Final = 300
MOST_MARKS: Final = 2  # accents on one letter; more would overwrite the lines above

# Characters that count as printable but show nothing: fillers, the empty Braille pattern, joiners, variation selectors.
BLANK: Final = frozenset(
    map(chr, (0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0, *range(0x180B, 0x1810), *range(0xFE00, 0xFE10)))
) | frozenset(map(chr, range(0xE0100, 0xE01F0)))


def cut(sentence: str) -> str:
    """Shorten a sentence that repeats a client's text."""
    return sentence if len(sentence) <= LONGEST_ECHO else f"{sentence[:LONGEST_ECHO]}…"


def sentence_of(error: Exception) -> str:
    """Return an error message as a sentence of bounded length. The texts that a server reads are called by common words
    (`position, line 3: ...`)."""
    text = str(error)
    named = isinstance(error, TextError) and error.source
    return cut(f"{text[:1].upper() + text[1:] if named else with_capital(text)}.")


def tidy_text(text: str) -> str:
    """Return the visible part of a text on one line. A text of invisible characters or bare accents
    becomes empty."""
    seen = "".join(sign for sign in text if sign.isspace() or (sign.isprintable() and sign not in BLANK))
    kept: list[str] = []
    for is_mark, signs in groupby(normalize("NFC", seen), lambda sign: combining(sign) != 0):
        run = list(signs)
        if is_mark:
            run = run[:MOST_MARKS] if kept and not kept[-1].isspace() else []
        kept += run
    return " ".join("".join(kept).split())


def tidy_name(name: str) -> str:
    """Return a cleaned player name. Only the first few hundred characters are looked at."""
    return tidy_text(name[: 8 * LONGEST_NAME])[:LONGEST_NAME].rstrip()
