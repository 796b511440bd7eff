"""Leaving the maze (EXT) and what it scores (VP-1, VP-2, VP-6)."""

from __future__ import annotations

from dungeon_twister.rules.engine.card.events import RESCUED
from dungeon_twister.rules.engine.card.state import CardState
from dungeon_twister.rules.engine.events import LEFT_MAZE, OBJECT_GONE
from dungeon_twister.rules.engine.pieces import TREASURE
from dungeon_twister.rules.engine.state import GONE, OUT
from dungeon_twister.rules.engine.state import RESCUED as RESCUED_PLACE


def leave(s: CardState, token: int) -> None:
    """EXT-1, EXT-5: the character escapes; discard its objects, score a Treasure, rescue its wounded."""
    points = s.setting.exit_vp[token]
    for item in s.items_of(token):
        if s.setting.is_character[item]:
            s.remove(item, RESCUED_PLACE)
            s.note(RESCUED, item)
        elif s.setting.capabilities[item] & TREASURE:
            s.remove(item, OUT)
            points += 1
            s.show(item)
        else:
            s.remove(item, GONE)
            s.note(OBJECT_GONE, item)
    s.remove(token, OUT)
    s.progress = True
    s.note(LEFT_MAZE, token, points, -1)
    s.score(s.setting.owner[token], points)
