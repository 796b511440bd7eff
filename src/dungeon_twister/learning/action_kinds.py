"""Kinds of choices as the enumeration of a turn sees them."""

from __future__ import annotations

from typing import Final

from dungeon_twister.rules.engine import actions

JOURNEYS: Final = (actions.MOVE, actions.JUMP, actions.WALK_WALL)
IDLE: Final = (  # with the last point these cannot leave or score, or have an uncertain result
    *(actions.PASS, actions.ATTACK, actions.REVEAL),
    *(actions.ROTATE, actions.BREAK, actions.TOGGLE, actions.HEAL, actions.REGENERATE),
)
