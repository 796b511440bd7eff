"""Decisions of the board game alone; the shared ones and the packing of a frame: `rules/engine/decisions.py`."""

from __future__ import annotations

from typing import Final

CHOOSE_CARD: Final = 2
JOINING: Final = 18
DOOR_DRAW: Final = 19  # line

NAMES: Final[dict[int, str]] = {
    CHOOSE_CARD: "card",
    JOINING: "join",
    DOOR_DRAW: "door",
}
