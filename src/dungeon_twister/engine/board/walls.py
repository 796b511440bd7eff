"""Walking through walls (section 13)."""

from __future__ import annotations

from dungeon_twister.engine.board.jump import may_land
from dungeon_twister.engine.refusals import CANNOT_LAND, LEGAL, NO_WALL_TO_PASS
from dungeon_twister.engine.state import State
from dungeon_twister.geometry.maze import CLOSED
from dungeon_twister.geometry.rooms import BARE, GATE


def squares_behind_walls(s: State, start: int) -> list[int]:
    """WALL-1, WALL-2: visible adjacent squares behind at least one wall and no closed portcullis."""
    maze = s.maze
    found: list[int] = []
    for side in range(start * 4, start * 4 + 4):
        square = maze.near[side]
        if square < 0 or maze.way[side] >= 0:
            continue
        facing = maze.facing(side)
        if not _shut(s, side) and not _shut(s, facing) and (_walled(s, side) or _walled(s, facing)):
            found.append(square)
    return found


def _walled(s: State, side: int) -> bool:
    return s.maze.barrier[side] not in (BARE, GATE)


def _shut(s: State, side: int) -> bool:
    return s.maze.barrier[side] == GATE and s.maze.gates[s.maze.gate[side]] == CLOSED


def passages(s: State) -> list[int]:
    """WALL-3, WALL-4: those of them where she may stop, and exits without a character."""
    return [square for square in squares_behind_walls(s, s.at) if may_land(s, s.mover, s.load, square)]


def refuse_passage(s: State, square: int) -> int:
    if square not in squares_behind_walls(s, s.at):
        return NO_WALL_TO_PASS
    return LEGAL if may_land(s, s.mover, s.load, square) else CANNOT_LAND
