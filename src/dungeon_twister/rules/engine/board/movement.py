"""Movement: which squares a character may enter and where it may stop (section 9)."""

from __future__ import annotations

from dungeon_twister.rules.engine.board.pits import may_stop_on_pit, refuse_pit_entry
from dungeon_twister.rules.engine.board.refusals import (
    CANNOT_STOP_ON_LINE,
    CANNOT_STOP_ON_PIT,
    ENEMY_IN_THE_WAY,
    ENEMY_LIES_HERE,
    LINE_IS_CLOSED,
    SAME_KIND_TWICE,
    SQUARE_TAKEN,
    TOO_MANY_TOKENS,
)
from dungeon_twister.rules.engine.board.setting import CLOSED_LINE, EXIT_LINE, OWN_LINE, SHARED_LINE
from dungeon_twister.rules.engine.board.state import LYING, STANDING, THING, BoardState
from dungeon_twister.rules.engine.pieces import FLIES
from dungeon_twister.rules.engine.refusals import LEGAL
from dungeon_twister.rules.geometry.rooms import LINE, PIT


def refuse_entry(s: BoardState, token: int, load: int, start: int, square: int) -> int:
    """MOVE-20 b, c, d: refuse to enter a square to which the way is open (MOVE-20 a), or return LEGAL."""
    setting = s.board_setting
    other: int = s.stand[square]
    terrain = s.maze.terrain[square]
    if other >= 0 and setting.side[other] != setting.side[token] and not setting.capabilities[token] & FLIES:
        if terrain != LINE or line_role(s, token, square) != SHARED_LINE:  # a shared line may be passed (LINE-4 a)
            return ENEMY_IN_THE_WAY
    if terrain < PIT:
        return LEGAL
    if terrain == PIT:
        return refuse_pit_entry(s, token, load, start, square)
    return LINE_IS_CLOSED if line_role(s, token, square) == CLOSED_LINE else LEGAL


def line_role(s: BoardState, token: int, square: int) -> int:
    """Return the role of a line square for a character; a door is an exit once it is dealt to the character's colour
    (DOOR-10)."""
    setting = s.board_setting
    owner, number = setting.owner[token], square - setting.plan.base
    role = setting.line_role[owner][number]
    if role == CLOSED_LINE and s.doors and s.doors[setting.plan.line_of[number]] == owner:
        return EXIT_LINE
    return role


def is_place_on_line(s: BoardState, token: int, square: int) -> bool:
    """MOVE-21, LINE-4: Return whether the character may stop on this line square if it is empty."""
    setting = s.board_setting
    return setting.line_role[setting.owner[token]][square - setting.plan.base] in (OWN_LINE, SHARED_LINE)


def is_exit(s: BoardState, token: int, square: int) -> bool:
    """EXIT-1: Return whether the square is an exit for this character."""
    return s.maze.terrain[square] == LINE and line_role(s, token, square) == EXIT_LINE


def on_shared_line(s: BoardState, token: int) -> bool:
    """LINE-4 b: Return whether the character stands on a shared line, where attacks and combats are excluded."""
    return s.maze.terrain[s.loc[token]] == LINE and line_role(s, token, s.loc[token]) == SHARED_LINE


def refuse_stop(s: BoardState, token: int, load: int, square: int) -> int:
    """MOVE-21, CARRY-18a: refuse to stop on the square with this load, or return LEGAL. The character is lifted off the
    board."""
    taken = s.taken[square]
    if taken & STANDING:
        return SQUARE_TAKEN
    if taken:
        side = s.board_setting.side
        lying: int = s.down[square]
        if taken & LYING and side[lying] != side[token]:
            return ENEMY_LIES_HERE
        if load >= 0 or taken == LYING | THING:
            return TOO_MANY_TOKENS
    if s.surplus:
        return SAME_KIND_TWICE
    terrain = s.maze.terrain[square]
    if terrain < PIT:
        return LEGAL
    if terrain == PIT:
        return LEGAL if may_stop_on_pit(s, token, load, square) else CANNOT_STOP_ON_PIT
    return LEGAL if is_place_on_line(s, token, square) else CANNOT_STOP_ON_LINE
