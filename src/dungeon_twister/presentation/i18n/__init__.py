"""Texts for people outside the page: the catalogues of `content/locales`, inflected names, and events as sentences.

The page does the same from the same texts (web/src/lib/names.ts, sentences.ts). The catalogues have no dependencies; names and
sentences, which need the engine, are imported on first use.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Final

from dungeon_twister.presentation.i18n.message_catalogue import (
    LANGUAGES,
    LanguageError,
    MessageCatalogue,
    language_for,
    unmarked,
)

if TYPE_CHECKING:
    from dungeon_twister.presentation.i18n.names import Names, NamingContext, SignNames, capital
    from dungeon_twister.presentation.i18n.sentences import Chronicle, LogLine, event_sentences

WITH_ENGINE: Final = {
    **dict.fromkeys(("Names", "SignNames", "NamingContext", "capital"), "names"),
    **dict.fromkeys(("Chronicle", "LogLine", "event_sentences"), "sentences"),
}
__all__ = [
    "LANGUAGES",
    "MessageCatalogue",
    "Chronicle",
    "LanguageError",
    "LogLine",
    "Names",
    "SignNames",
    "NamingContext",
    "capital",
    "language_for",
    "event_sentences",
    "unmarked",
]


def __getattr__(name: str) -> object:
    if name not in WITH_ENGINE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{WITH_ENGINE[name]}"), name)
