"""Walking through walls (section 13)."""

from __future__ import annotations

from dungeon_twister.engine.board.jump import may_land
from dungeon_twister.engine.board.refusals import CANNOT_LAND, NO_WALL_TO_PASS
from dungeon_twister.engine.board.state import BoardState
from dungeon_twister.engine.refusals import LEGAL
from dungeon_twister.geometry.maze import CLOSED
from dungeon_twister.geometry.rooms import CELLS


def squares_behind_walls(s: BoardState, start: int) -> list[int]:
    """WALL-1, WALL-2: visible adjacent squares behind at least one wall and no closed portcullis."""
    maze = s.maze
    found: list[int] = []
    for side in range(start * 4, start * 4 + 4):
        square = maze.near[side]
        if square < 0 or maze.way[side] >= 0 or _shut(s, side):
            continue
        # The side is barred and not by the own portcullis: by a wall, unless the far portcullis is shut (a room border).
        if square // CELLS == start // CELLS or not _shut(s, maze.facing(side)):
            found.append(square)
    return found


def _shut(s: BoardState, side: int) -> bool:
    gate = s.maze.gate[side]
    return gate >= 0 and s.maze.gates[gate] == CLOSED


def passages(s: BoardState) -> list[int]:
    """WALL-3, WALL-4: those of them where she may stop, and exits without a character."""
    return [square for square in squares_behind_walls(s, s.at) if may_land(s, s.mover, s.load, square)]


def refuse_passage(s: BoardState, square: int) -> int:
    if square not in squares_behind_walls(s, s.at):
        return NO_WALL_TO_PASS
    return LEGAL if may_land(s, s.mover, s.load, square) else CANNOT_LAND
