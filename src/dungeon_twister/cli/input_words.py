"""Typed words: each English word of the terminal has translations in `terminal.word.*`; the first one is displayed."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from difflib import get_close_matches
from functools import cache

from dungeon_twister.cli.texts import catalogue, t

PREFIX = "word."
UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})  # as typed on keyboards without umlauts
SHORTEST = 3  # letters of a word that may have a typing error
LIKENESS = 0.7


def normalize(word: str) -> str:
    """Return a word in its normal form for comparisons: small, without accents, hyphens for spaces."""
    bare = "".join(sign for sign in unicodedata.normalize("NFD", word.casefold()) if not unicodedata.combining(sign))
    return bare.strip().replace(" ", "-").replace("_", "-")


def english_word(word: str) -> str:
    """Return the English word for one of the current language; any other word stays as it is."""
    return _known(catalogue().language).get(normalize(word), word)


def to_english(typed: str) -> str:
    """Return a typed choice in English words: `W révéler R2` -> `W reveal R2`. A leading single letter is a character."""
    return " ".join(english_word(word) if at or len(word) > 1 else word for at, word in enumerate(typed.split()))


def localize(notation: str) -> str:
    """Return choices in words of the current language: `bW reveal R2` -> `bW révéler R2`."""
    typed = _typed(catalogue().language)
    return " ".join(typed[word][0] if word in typed else word for word in notation.split(" "))


def unknown_choice_text(line: str) -> str:
    """Return the sentence for a line in English words that is not a choice, with the word that may have been meant."""
    sentence = t("terminal.error.no-choice", typed=localize(line))
    known = {normalize(word): word for typed in _typed(catalogue().language).values() for word in typed}
    slips = [normalize(word) for word in localize(line).split() if len(word) >= SHORTEST and normalize(word) not in known]
    close = [found for slip in slips for found in get_close_matches(slip, known, 1, LIKENESS)]
    return f"{sentence} {t('terminal.error.meant', word=known[close[0]])}" if close else sentence


def with_suggestion(sentence: str, word: str, known: Iterable[str]) -> str:
    """Return a sentence about an unknown name, with the most similar known name if there is one."""
    close = get_close_matches(word.lower(), list(known), 1)
    return f"{sentence}. {t('terminal.error.meant', word=close[0])}" if close else sentence


@cache
def _typed(language: str) -> dict[str, list[str]]:
    """Return the typed words for each English word."""
    current = catalogue()
    keys = [key for key in current.keys("terminal") if key.startswith(PREFIX)]
    return {key.removeprefix(PREFIX): current.t(f"terminal.{key}").split() for key in keys}


@cache
def _known(language: str) -> dict[str, str]:
    """Return the English word for every typed word in its normal form."""
    known: dict[str, str] = {}
    for name, typed in _typed(language).items():
        for word in typed:
            known[normalize(word)] = known[normalize(word.translate(UMLAUTS))] = name
    return {word: name for word, name in known.items() if word != name}
