"""What a person reads outside of the page: the catalogues of `content/locales` in Python, names that are bent as a language
needs them, and events as sentences. The page does the same from the same texts (web/src/lib/words.ts, sentences.ts)."""

from dungeon_twister.words.catalogue import LANGUAGES, Catalogue, LanguageError, language_for, unmarked
from dungeon_twister.words.names import Names, SignNames, Telling, capital
from dungeon_twister.words.sentences import Chronicle, Line, told

__all__ = [
    "LANGUAGES",
    "Catalogue",
    "Chronicle",
    "LanguageError",
    "Line",
    "Names",
    "SignNames",
    "Telling",
    "capital",
    "language_for",
    "told",
    "unmarked",
]
