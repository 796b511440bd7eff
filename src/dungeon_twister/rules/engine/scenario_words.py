"""What a scenario of one's own says of itself besides its title: a text, and both in other languages."""

from __future__ import annotations

from typing import Any, Final

from dungeon_twister.rules.engine.toml_values import check_keys, shown, table_of, text_of
from dungeon_twister.rules.geometry.text import TextError

LANGUAGES: Final = ("en", "fr", "de")
WORD_KEYS: Final = ("text", "translation")  # of a scenario file
LONGEST_TITLE: Final = 60
LONGEST_TEXT: Final = 400


class ScenarioWords:
    """A title and a text in one language; either may be empty."""

    def __init__(self, title: str, text: str) -> None:
        self.title = title
        self.text = text


def text_in(name: str, data: dict[str, Any]) -> str:
    """Return the text of a table, one paragraph."""
    text = text_of(name, data, "text", "")
    if len(text) > LONGEST_TEXT or not text.isprintable():
        raise TextError(f"the text is one paragraph of at most {LONGEST_TEXT} characters", name)
    return text


def translations_in(name: str, data: dict[str, Any]) -> dict[str, ScenarioWords]:
    """Return the title and text in other languages."""
    tables = table_of(name, data, "translation")
    found: dict[str, ScenarioWords] = {}
    for language in tables:
        if language not in LANGUAGES:
            raise TextError(f"there is no language {shown(language)} (there are {', '.join(LANGUAGES)})", name)
        table = table_of(name, tables, language)
        check_keys(name, "translation", table, ("title", "text"))
        title = text_of(name, table, "title", "")
        if title:
            check_title(title, name)
        found[language] = ScenarioWords(title, text_in(name, table))
    return found


def check_title(title: str, name: str = "") -> None:
    """Raise a TextError for a title that is not one line."""
    if not title.strip() or len(title) > LONGEST_TITLE or not title.isprintable():
        raise TextError(f"the title is one line of 1 to {LONGEST_TITLE} characters", name)
