"""The ways of drawing by chance, as records and databases number them. Independent of the engine, for programs that only list
games."""

from __future__ import annotations

from typing import Final

MIXED: Final = 0  # begun with SEQUENCE and finished with tickets: nothing can be proved
SEQUENCE: Final = 1  # random.Random(seed), one number after the other: records older than tickets
TICKETS: Final = 2
