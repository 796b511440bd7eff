"""Walking through walls (section 13)."""

from __future__ import annotations

from dungeon_twister.rules.engine.board.jump import may_land
from dungeon_twister.rules.engine.board.refusals import CANNOT_LAND, NO_WALL_TO_PASS
from dungeon_twister.rules.engine.board.state import BoardState
from dungeon_twister.rules.engine.refusals import LEGAL


def passages(s: BoardState) -> list[int]:
    """WALL-3, WALL-4: Return the squares behind walls where she may stop, and exits without a character."""
    return [square for square in s.maze.behind_walls(s.at) if may_land(s, s.mover, s.load, square)]


def refuse_passage(s: BoardState, square: int) -> int:
    if square not in s.maze.behind_walls(s.at):
        return NO_WALL_TO_PASS
    return LEGAL if may_land(s, s.mover, s.load, square) else CANNOT_LAND
