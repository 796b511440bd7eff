"""Typed values of a scenario file. A value of a wrong type raises TextError. `name` is the name of the file."""

from __future__ import annotations

from typing import Any, Final

from dungeon_twister.rules.geometry.text import TextError

LONGEST_VALUE: Final = 60  # characters of a value in an error message


def shown(value: object) -> str:
    """Return a value for an error message, shortened if it is long."""
    text = repr(value) if isinstance(value, str | int | float | list | dict) else str(value)
    return text if len(text) <= LONGEST_VALUE else f"{text[:LONGEST_VALUE]}…"


def check_keys(name: str, what: str, table: dict[str, Any], known: tuple[str, ...]) -> None:
    for key in table:
        if key not in known:
            raise TextError(f"a {what} has no key {key!r}", name)


def number_of(name: str, data: dict[str, Any], key: str, default: int = -1) -> int:
    value = data.get(key, default)
    if value == -1 and key not in data:
        raise TextError(f"the scenario says nothing about {key!r}", name)
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= 1000:
        raise TextError(f"{key} is a whole number from 0 to 1000, not {shown(value)}", name)
    return value


def text_of(name: str, data: dict[str, Any], key: str, default: str | None = None) -> str:
    value = data.get(key, default)
    if value is None:
        raise TextError(f"the scenario says nothing about {key!r}", name)
    if not isinstance(value, str):
        raise TextError(f"{key} is a text, not {shown(value)}", name)
    return value


def word_of(name: str, data: dict[str, Any], key: str, words: tuple[str, ...]) -> str:
    """Return one of these words; the first is the default."""
    value = text_of(name, data, key, words[0])
    if value not in words:
        raise TextError(f"{key} is one of {', '.join(words)}, not {shown(value)}", name)
    return value


def switch_of(name: str, data: dict[str, Any], key: str) -> bool:
    value = data.get(key, False)
    if not isinstance(value, bool):
        raise TextError(f"{key} is true or false, not {shown(value)}", name)
    return value


def texts_of(name: str, data: dict[str, Any], key: str, default: list[str] | None = None) -> list[str]:
    value = data.get(key, default)
    if value is None:
        raise TextError(f"the scenario says nothing about {key!r}", name)
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        raise TextError(f"{key} is a list of texts, not {shown(value)}", name)
    return [str(one) for one in value]


def place_of(name: str, value: Any) -> tuple[int, int]:
    if not isinstance(value, list) or len(value) != 2 or not all(isinstance(one, int) for one in value):
        raise TextError(f"a place is written as [x, y], not {shown(value)}", name)
    return int(value[0]), int(value[1])


def table_of(name: str, data: dict[str, Any], key: str) -> dict[str, Any]:
    value = data.get(key, {})
    if not isinstance(value, dict):
        raise TextError(f"{key} is a table, not {shown(value)}", name)
    return value


def tables_of(name: str, data: dict[str, Any], key: str) -> list[dict[str, Any]]:
    value = data.get(key, [])
    if not isinstance(value, list) or not all(isinstance(one, dict) for one in value):
        raise TextError(f"{key} is a list of tables ([[{key}]])", name)
    return [dict(one) for one in value]
