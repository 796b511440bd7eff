"""Words that are typed: each English word of the terminal has its words in `terminal.word.*`, the one that is shown first."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from difflib import get_close_matches
from functools import cache

from dungeon_twister.cli.speech import t, words

PREFIX = "word."
UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})  # how they are typed on other keyboards
SHORTEST = 3  # letters of a word that may be a slip
LIKENESS = 0.7


def plain(word: str) -> str:
    """A word as it is compared: small, without accents, spaces as hyphens."""
    bare = "".join(sign for sign in unicodedata.normalize("NFD", word.casefold()) if not unicodedata.combining(sign))
    return bare.strip().replace(" ", "-").replace("_", "-")


def english(word: str) -> str:
    """Return the English word for one of the language spoken; any other word stays as it is."""
    return _known(words().language).get(plain(word), word)


def from_spoken(typed: str) -> str:
    """Return a typed choice in English words: `W révéler R2` -> `W reveal R2`. A letter alone at the front is a character."""
    return " ".join(english(word) if at or len(word) > 1 else word for at, word in enumerate(typed.split()))


def spoken(notation: str) -> str:
    """Return choices in words of the language spoken: `bW reveal R2` -> `bW révéler R2`."""
    typed = _typed(words().language)
    return " ".join(typed[word][0] if word in typed else word for word in notation.split(" "))


def no_choice(line: str) -> str:
    """Say that a line in English words is not a choice, and which word may have been meant."""
    sentence = t("terminal.error.no-choice", typed=spoken(line))
    known = {plain(word): word for typed in _typed(words().language).values() for word in typed}
    slips = [plain(word) for word in spoken(line).split() if len(word) >= SHORTEST and plain(word) not in known]
    close = [found for slip in slips for found in get_close_matches(slip, known, 1, LIKENESS)]
    return f"{sentence} {t('terminal.error.meant', word=known[close[0]])}" if close else sentence


def with_closest(sentence: str, word: str, known: Iterable[str]) -> str:
    """Return a sentence about an unknown name with the known name that was probably meant, if one is near."""
    close = get_close_matches(word.lower(), list(known), 1)
    return f"{sentence}. {t('terminal.error.meant', word=close[0])}" if close else sentence


@cache
def _typed(language: str) -> dict[str, list[str]]:
    """The words that can be typed for each English word."""
    catalogue = words()
    keys = [key for key in catalogue.keys("terminal") if key.startswith(PREFIX)]
    return {key.removeprefix(PREFIX): catalogue.t(f"terminal.{key}").split() for key in keys}


@cache
def _known(language: str) -> dict[str, str]:
    """The English word for every word that can be typed, as it is compared."""
    known: dict[str, str] = {}
    for name, typed in _typed(language).items():
        for word in typed:
            known[plain(word)] = known[plain(word.translate(UMLAUTS))] = name
    return {word: name for word, name in known.items() if word != name}
