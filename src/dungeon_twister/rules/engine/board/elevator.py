"""The Elevator (ELEV-9 to ELEV-12): a room that slides along its shaft."""

from __future__ import annotations

from dungeon_twister.rules.engine.actions import FIRST_SHIFT, SECOND_SHIFT
from dungeon_twister.rules.engine.board import actions as board_actions
from dungeon_twister.rules.engine.board.events import SLID
from dungeon_twister.rules.engine.board.refusals import NO_SLIDE, NOT_ON_GEAR
from dungeon_twister.rules.engine.board.state import BoardState
from dungeon_twister.rules.engine.board.turns import begin_action, finish_action, refuse_actor
from dungeon_twister.rules.engine.refusals import LEGAL, NOT_IN_THIS_GAME
from dungeon_twister.rules.geometry.rooms import CELLS, GEAR, NORTH, SOUTH


def slide_choices(s: BoardState, actor: int, found: list[int]) -> None:
    for compass in (NORTH, SOUTH):
        if refuse_slide(s, actor, compass) == LEGAL:
            found.append(board_actions.SLIDE | actor << FIRST_SHIFT | compass << SECOND_SHIFT)


def refuse_slide(s: BoardState, actor: int, compass: int) -> int:
    """ELEV-9, ELEV-10: on the gear of the Elevator or of a room next to the shaft, and within the shaft."""
    refusal = refuse_actor(s, actor)
    if refusal != LEGAL:
        return refusal
    if compass not in (NORTH, SOUTH) or s.board_setting.elevator < 0:
        return NOT_IN_THIS_GAME
    square = s.loc[actor]
    if square // CELLS not in s.board_setting.board_scenario.levers or s.maze.terrain[square] != GEAR:
        return NOT_ON_GEAR
    return LEGAL if s.maze.adjacent_free_place(s.board_setting.elevator, compass) >= 0 else NO_SLIDE


def slide(s: BoardState, actor: int, compass: int) -> None:
    """ELEV-9, ELEV-11: slide the room without turning it; all its contents, even face down, move along."""
    begin_action(s, actor, board_actions.SLIDE)
    tile = s.board_setting.elevator
    s.maze = s.maze.moved(tile, s.maze.adjacent_free_place(tile, compass))
    s.note(SLID, actor, tile, compass)
    finish_action(s)
