"""How much the exhaustive tests look at: a sample in a plain run, so many times as much where the variable
``DUNGEON_TWISTER_LONG`` is a number; ``python3 run.py test --long`` sets it."""

from __future__ import annotations

import os
from typing import Final

TIMES: Final = max(1, int(os.environ.get("DUNGEON_TWISTER_LONG") or 1))
LONG: Final = TIMES > 1
