"""The apex of the pyramid (PYR-13 to PYR-21): raising it, leaving from it, and setting it down again."""

from __future__ import annotations

from dungeon_twister.rules.engine.actions import FIRST_SHIFT
from dungeon_twister.rules.engine.board import actions as board_actions
from dungeon_twister.rules.engine.board.events import RAISED
from dungeon_twister.rules.engine.board.refusals import APEX_IS_RAISED, APEX_NOT_RAISED, NOT_ON_APEX
from dungeon_twister.rules.engine.board.state import BoardState
from dungeon_twister.rules.engine.board.turns import begin_action, drop_marks, finish_action, refuse_actor
from dungeon_twister.rules.engine.events import LEFT_MAZE
from dungeon_twister.rules.engine.pieces import TREASURE
from dungeon_twister.rules.engine.refusals import LEGAL
from dungeon_twister.rules.engine.state import OUT
from dungeon_twister.rules.geometry.rooms import CELLS, GEAR


def apex_choices(s: BoardState, actor: int, found: list[int]) -> None:
    if s.loc[actor] // CELLS == s.board_setting.apex:
        if s.maze.raised >= 0:
            found.append(board_actions.LEAVE | actor << FIRST_SHIFT)
        elif s.maze.terrain[s.loc[actor]] == GEAR:
            found.append(board_actions.RAISE | actor << FIRST_SHIFT)


def refuse_raise(s: BoardState, actor: int) -> int:
    """PYR-14: on the gear of the apex, which is not raised yet."""
    refusal = refuse_actor(s, actor)
    if refusal != LEGAL:
        return refusal
    if s.loc[actor] // CELLS != s.board_setting.apex or s.maze.terrain[s.loc[actor]] != GEAR:
        return NOT_ON_APEX
    return APEX_IS_RAISED if s.maze.raised >= 0 else LEGAL


def raise_apex(s: BoardState, actor: int) -> None:
    """PYR-14, PYR-15: raise the apex; it then has no neighbours."""
    begin_action(s, actor, board_actions.RAISE)
    s.maze = s.maze.with_raised(s.board_setting.apex)
    s.note(RAISED, actor)
    finish_action(s)


def refuse_leave(s: BoardState, actor: int) -> int:
    """PYR-16: any able character in the raised apex."""
    refusal = refuse_actor(s, actor)
    if refusal != LEGAL:
        return refusal
    if s.loc[actor] // CELLS != s.board_setting.apex:
        return NOT_ON_APEX
    return LEGAL if s.maze.raised >= 0 else APEX_NOT_RAISED


def leave_apex(s: BoardState, actor: int) -> None:
    """PYR-16, EXIT-6 to EXIT-9: leave the maze with the load."""
    begin_action(s, actor, board_actions.LEAVE)
    square = s.loc[actor]
    points = s.setting.exit_vp[actor]
    load: int = max(s.item[square], s.down[square], -1)
    s.lift(actor)
    drop_marks(s, actor)
    s.set_loc(actor, OUT)
    if load >= 0:
        s.lift(load)
        s.remove(load, OUT)
        points += s.setting.capabilities[load] & TREASURE != 0
    s.progress = True
    s.note(LEFT_MAZE, actor, points, load)
    s.score(s.setting.owner[actor], points)
    finish_action(s)
