"""Decisions of the Card Game alone; the shared ones and the packing of a frame: `rules/engine/decisions.py`."""

from __future__ import annotations

from typing import Final

SELECT: Final = 12
FACING: Final = 13
RAGING: Final = 14
NAMING: Final = 15
PICKER_DRAW: Final = 16
OBJECT_DRAW: Final = 17

NAMES: Final[dict[int, str]] = {
    SELECT: "select",
    FACING: "face",
    RAGING: "rage",
    NAMING: "name",
    PICKER_DRAW: "picker",
    OBJECT_DRAW: "object",
}
