"""The texts of one language, as flat catalogues (`content/locales/LANGUAGE/NAMESPACE.json`), and the choice of a language."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Final

VARIABLE: Final = "DUNGEON_TWISTER_LANGUAGE"
PLACE: Final = re.compile(r"\{([A-Za-z0-9_-]+)\}")
Value = str | int


def _languages() -> tuple[str, ...]:
    """Return the languages that have a folder of catalogues, English first."""
    folders = files("dungeon_twister.content").joinpath("locales").iterdir()
    found = sorted(folder.name for folder in folders if folder.joinpath("game.json").is_file())
    return ("en", *(name for name in found if name != "en"))


LANGUAGES: Final = _languages()


class LanguageError(Exception):
    """There are no texts in this language; the message is one sentence."""


class MessageCatalogue:
    """The texts of a language. A namespace is read when one of its texts is first used."""

    def __init__(self, language: str = "en") -> None:
        self.language = language

    def has(self, key: str) -> bool:
        namespace, _, rest = key.partition(".")
        return rest in _texts(self.language, namespace)

    def keys(self, namespace: str) -> list[str]:
        """Return the keys of a namespace, without its name."""
        return list(_texts(self.language, namespace))

    def t(self, key: str, values: Mapping[str, Value] | None = None, **more: Value) -> str:
        """Return the text of a key (`home.start`: namespace first) with values put into its `{places}`."""
        namespace, _, rest = key.partition(".")
        given = {**(values or {}), **more}
        return PLACE.sub(lambda found: str(given.get(found[1], found[0])), _texts(self.language, namespace)[rest])

    def tn(self, key: str, count: int, values: Mapping[str, Value] | None = None, **more: Value) -> str:
        """Return a text that depends on a count: `key.one` or `key.other`; French counts 0 as one."""
        one = count == 1 or (count == 0 and self.language == "fr")
        return self.t(f"{key}.{'one' if one else 'other'}", {"count": count, **(values or {}), **more})

    def piece(self, key: str, form: str = "") -> str:
        """Return the name of a piece, or another `form` of it (`after`, `object`, `kind`: its inflections).

        A piece without a text is named as in the data, and inflected as masculine.
        """
        text = f"game.piece.{key}.{form}" if form else f"game.piece.{key}"
        if self.has(text):
            return self.t(text)
        return "m" if form == "kind" else key.replace("-", " ").title()

    def gender(self, key: str) -> str:
        """Return the grammatical gender of a piece's name, for the words that agree with it: `f` or `m`."""
        return "f" if self.piece(key, "kind") in ("f", "w") else "m"

    def refusal(self, code: str, sentence: str = "") -> str:
        """Return why a choice is refused. An unknown code keeps the given sentence."""
        return self.t(f"refusals.{code}") if self.has(f"refusals.{code}") else sentence or code


@cache
def _texts(language: str, namespace: str) -> dict[str, str]:
    path = files("dungeon_twister.content").joinpath("locales", language, f"{namespace}.json")
    found: dict[str, str] = json.loads(path.read_text("utf-8"))
    return found


def unmarked(text: str) -> str:
    """Return a text without the marks for bold print on the page."""
    return text.replace("**", "")


def language_for(environment: Mapping[str, str], wanted: str = "") -> str:
    """Return the requested language, else that of our own environment variable or of the locale.

    Return English if there are no texts in that language.
    """
    wanted = wanted or environment.get(VARIABLE, "")
    if wanted:
        if wanted not in LANGUAGES:
            raise LanguageError(f"There is no language {wanted!r} (there are {', '.join(LANGUAGES)})")
        return wanted
    locale = next((environment[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if environment.get(name)), "")
    found = re.split(r"[_.@-]", locale)[0].lower()
    return found if found in LANGUAGES else "en"
