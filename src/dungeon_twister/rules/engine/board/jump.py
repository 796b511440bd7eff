"""Jump cards (section 11)."""

from __future__ import annotations

from dungeon_twister.rules.engine.board.movement import is_exit, refuse_stop
from dungeon_twister.rules.engine.board.options import STRAIGHT
from dungeon_twister.rules.engine.board.refusals import CANNOT_LAND, NO_PIT_TO_JUMP
from dungeon_twister.rules.engine.board.state import SOMEBODY, BoardState
from dungeon_twister.rules.engine.refusals import LEGAL
from dungeon_twister.rules.geometry.rooms import PIT


def squares_over_pits(s: BoardState, start: int) -> tuple[int, ...]:
    """JUMP-2, JUMP-3: Return the squares beyond a pit without characters, straight on or (unless `straight`) round the
    corner."""
    straight = s.board_setting.board_options.jump_shape == STRAIGHT
    found: list[int] = []
    for pit in s.maze.ways_from(start):
        if pit < 0 or s.maze.terrain[pit] != PIT or s.taken[pit] & SOMEBODY:
            continue
        for square in s.maze.ways_from(pit):
            if square >= 0 and square != start and square not in found and (not straight or square == _ahead(s, start, pit)):
                found.append(square)
    return tuple(found)


def _ahead(s: BoardState, start: int, pit: int) -> int:
    """Return the square on the far side of a pit, straight ahead from `start`."""
    maze = s.maze
    for side in range(start * 4, start * 4 + 4):
        if maze.beyond(side) == pit:
            return maze.beyond(maze.side_towards(pit, maze.compass_of(side)))
    return -1


def may_land(s: BoardState, token: int, load: int, square: int) -> bool:
    """JUMP-3, EXIT-5: only where it could stop, or on an exit square without any character."""
    if is_exit(s, token, square):
        return s.stand[square] < 0 and s.down[square] < 0
    return refuse_stop(s, token, load, square) == LEGAL


def landings(s: BoardState) -> list[int]:
    """Return where the jumper may land now."""
    return [square for square in squares_over_pits(s, s.at) if may_land(s, s.mover, s.load, square)]


def refuse_landing(s: BoardState, square: int) -> int:
    if square not in squares_over_pits(s, s.at):
        return NO_PIT_TO_JUMP
    return LEGAL if may_land(s, s.mover, s.load, square) else CANNOT_LAND
