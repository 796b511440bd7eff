"""Leaving the maze and scoring (section 20)."""

from __future__ import annotations

from dungeon_twister.rules.engine.board.state import BoardState
from dungeon_twister.rules.engine.board.turns import drop_marks
from dungeon_twister.rules.engine.events import LEFT_MAZE
from dungeon_twister.rules.engine.pieces import TREASURE
from dungeon_twister.rules.engine.state import OUT


def leave(s: BoardState) -> None:
    """EXIT-2, EXIT-6 to EXIT-9: remove the traveller with its load; score VP for it and for a Treasure."""
    token, load = s.mover, s.load
    points = s.setting.exit_vp[token]
    drop_marks(s, token)
    s.set_loc(token, OUT)
    if load >= 0:
        s.remove(load, OUT)
        if s.setting.capabilities[load] & TREASURE:
            points += 1
    s.progress = True
    s.note(LEFT_MAZE, token, points, load)
    s.score(s.setting.owner[token], points)
