"""Typed values of lesson and mission files. A wrong value raises a FileFault."""

from __future__ import annotations

import re
from typing import Final

NAME: Final = re.compile(r"[a-z][a-z0-9-]*")
GAMES: Final = ("board", "card")

Table = dict[str, object]


class FileFault(ValueError):  # noqa: N818 - a finding within a file, reported as an error of the file
    """A fault whose place in the file is not yet known. `key` is the key it concerns."""

    def __init__(self, problem: str, key: str = "") -> None:
        super().__init__(problem)
        self.key = key


def check_keys(table: Table, keys: set[str]) -> None:
    for key in table:
        if key not in keys:
            raise FileFault(f"{key!r} is none of {', '.join(sorted(keys))}", key)


def text_of(table: Table, key: str, otherwise: str | None = None) -> str:
    value = table.get(key, otherwise)
    if not isinstance(value, str):
        raise FileFault(f"{key} should be a text", key)
    return value


def number_of(table: Table, key: str, most: int, otherwise: int | None = None) -> int:
    value = table.get(key, otherwise)
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= most:
        raise FileFault(f"{key} should be a whole number from 1 to {most}", key)
    return value


def truth_of(table: Table, key: str) -> bool:
    value = table.get(key, False)
    if not isinstance(value, bool):
        raise FileFault(f"{key} should be true or false", key)
    return value


def one_of(value: str, known: tuple[str, ...], key: str) -> str:
    if value not in known:
        raise FileFault(f"{key} should be one of {', '.join(known)}, not {value!r}", key)
    return value


def texts_of(table: Table, key: str) -> list[str]:
    value = table.get(key, [])
    if not isinstance(value, list) or not all(isinstance(one, str) and one.strip() for one in value):
        raise FileFault(f"{key} should be a list of texts", key)
    return value


def table_of(table: Table, key: str) -> Table:
    value = table.get(key, {})
    if not isinstance(value, dict):
        raise FileFault(f"{key} should be a table", key)
    return value


def tables_of(table: Table, key: str) -> list[Table]:
    value = table.get(key, [])
    if not isinstance(value, list) or not all(isinstance(one, dict) for one in value):
        raise FileFault(f"{key} should be a list of tables, as [[{key}]]", key)
    return value
