"""Movement: which squares a character may enter and where it may stop (section 9)."""

from __future__ import annotations

from dungeon_twister.engine.board.pits import may_stop_on_pit, refuse_pit_entry
from dungeon_twister.engine.board.refusals import (
    CANNOT_STOP_ON_LINE,
    CANNOT_STOP_ON_PIT,
    ENEMY_IN_THE_WAY,
    ENEMY_LIES_HERE,
    LINE_IS_CLOSED,
    SQUARE_TAKEN,
    TOO_MANY_TOKENS,
)
from dungeon_twister.engine.board.setting import CLOSED_LINE, EXIT_LINE, OWN_LINE
from dungeon_twister.engine.board.state import BoardState
from dungeon_twister.engine.pieces import FLIES
from dungeon_twister.engine.refusals import LEGAL
from dungeon_twister.geometry.rooms import LINE, PIT


def refuse_entry(s: BoardState, token: int, load: int, start: int, square: int) -> int:
    """MOVE-20 b, c, d: may the character enter a square to which the way is open (MOVE-20 a)?"""
    setting = s.board
    other = s.stand[square]
    if other >= 0 and setting.owner[other] != setting.owner[token] and not setting.capabilities[token] & FLIES:
        return ENEMY_IN_THE_WAY
    terrain = s.maze.terrain[square]
    if terrain < PIT:
        return LEGAL
    if terrain == PIT:
        return refuse_pit_entry(s, token, load, start, square)
    if setting.line_role[setting.owner[token]][square - setting.plan.base] == CLOSED_LINE:
        return LINE_IS_CLOSED
    return LEGAL


def is_exit(s: BoardState, token: int, square: int) -> bool:
    """EXIT-1: is the square an exit for this character?"""
    if s.maze.terrain[square] != LINE:
        return False
    setting = s.board
    return setting.line_role[setting.owner[token]][square - setting.plan.base] == EXIT_LINE


def refuse_stop(s: BoardState, token: int, load: int, square: int) -> int:
    """MOVE-21: may the character, which has been lifted off the board, stop on the square with its load?"""
    if s.stand[square] >= 0:
        return SQUARE_TAKEN
    setting = s.board
    wounded = s.down[square]
    if wounded >= 0 and setting.owner[wounded] != setting.owner[token]:
        return ENEMY_LIES_HERE
    if (load >= 0) + (wounded >= 0) + (s.item[square] >= 0) > 1:
        return TOO_MANY_TOKENS
    terrain = s.maze.terrain[square]
    if terrain < PIT:
        return LEGAL
    if terrain == PIT:
        return LEGAL if may_stop_on_pit(s, token, load, square) else CANNOT_STOP_ON_PIT
    if setting.line_role[setting.owner[token]][square - setting.plan.base] != OWN_LINE:
        return CANNOT_STOP_ON_LINE
    return LEGAL
