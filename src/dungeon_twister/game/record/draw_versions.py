"""The ways in which chance has drawn, as records and databases number them. It needs no engine: programs that only list games
import it."""

from __future__ import annotations

from typing import Final

MIXED: Final = 0  # begun in the old way and finished in the new one: nothing can be proved of it
SEQUENCE: Final = 1  # random.Random(seed), one number after the other: records made before there were tickets
TICKETS: Final = 2
