"""How much the exhaustive tests look at: a sample in a plain run, so many times as much where the variable
``DUNGEON_TWISTER_LONG`` is a number; ``python3 run.py test --long`` sets it."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Final, TypeVar

import pytest

from dungeon_twister import compiled

TIMES: Final = max(1, int(os.environ.get("DUNGEON_TWISTER_LONG") or 1))
LONG: Final = TIMES > 1
COMPILED: Final = compiled.ready()
LESS: Final = 4  # times as little is looked at in Python
in_the_long_form = pytest.mark.skipif(not LONG, reason="only in the long form: python3 run.py test --long")

One = TypeVar("One")


def some(everything: Iterable[One], every: int = 2) -> list[One]:
    """Every so many of them; in the long form all."""
    return list(everything)[:: 1 if LONG else every]


def amount(number: int) -> int:
    """So many, and more in the long form. What runs in Python and compiled looks at all of it compiled; in Python, which takes
    many times as long, it looks at a part."""
    return number * TIMES if COMPILED or LONG else -(-number // LESS)
