"""Kinds of choices of the board game alone; the shared ones and the packing of a choice: `rules/engine/actions.py`."""

from __future__ import annotations

from typing import Final

DRINK: Final = 16
CARD: Final = 18  # value
RAISE: Final = 46
LEAVE: Final = 47
SLIDE: Final = 48  # compass
JOIN: Final = 49  # side: out, attack, defence
DRAW_DOOR: Final = 50  # line, player or the number of players for a colour that nobody plays
