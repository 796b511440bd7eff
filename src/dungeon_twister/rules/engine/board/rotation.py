"""Rotating a room (section 7)."""

from __future__ import annotations

from dungeon_twister.rules.engine import actions
from dungeon_twister.rules.engine.actions import FIRST_SHIFT, SECOND_SHIFT, TILE_SHIFT
from dungeon_twister.rules.engine.board.refusals import APEX_IS_RAISED, NOT_ON_GEAR, NOT_THIS_ROOM, TWIN_HIDDEN, WRONG_DIRECTION
from dungeon_twister.rules.engine.board.state import BoardState
from dungeon_twister.rules.engine.board.turns import begin_action, finish_action, refuse_actor
from dungeon_twister.rules.engine.events import TURNED
from dungeon_twister.rules.engine.pieces import TURNS_FREELY
from dungeon_twister.rules.engine.refusals import LEGAL, NOT_IN_THIS_GAME
from dungeon_twister.rules.geometry.rooms import CELLS, CLOCKWISE, COUNTERCLOCKWISE, GEAR


def rotation_choices(s: BoardState, actor: int, found: list[int]) -> None:
    """ROT-1, ROT-2, ROT-7: from a gear, turn its room or the twin, each in its own direction; a Mekanork in both directions."""
    plan, room_of, own = s.board_setting.plan, s.maze.room_of, s.loc[actor] // CELLS
    pair = plan.pair_of[room_of[own]]
    packed = actions.ROTATE | actor << FIRST_SHIFT
    freely = s.setting.capabilities[actor] & TURNS_FREELY != 0
    for tile, room in enumerate(room_of):
        if room >= 0 and plan.pair_of[room] == pair and not hangs(s, tile, own):
            if freely:
                found.append(packed | (tile << TILE_SHIFT | CLOCKWISE) << SECOND_SHIFT)
                found.append(packed | (tile << TILE_SHIFT | COUNTERCLOCKWISE) << SECOND_SHIFT)
            else:
                found.append(packed | (tile << TILE_SHIFT | plan.rooms[room].turn) << SECOND_SHIFT)


def hangs(s: BoardState, tile: int, other: int) -> bool:
    """PYR-15: Return whether a room hangs free: a raised apex does not turn, and its twin neither."""
    return s.maze.raised >= 0 and s.maze.raised in (tile, other)


def refuse_rotation(s: BoardState, actor: int, tile: int, quarters: int) -> int:
    """ROT-1 to ROT-7: a room turns in its own direction; a Mekanork chooses freely."""
    refusal = refuse_actor(s, actor)
    if refusal != LEGAL:
        return refusal
    if tile >= s.board_setting.plan.tiles or quarters not in (CLOCKWISE, COUNTERCLOCKWISE):
        return NOT_IN_THIS_GAME
    square = s.loc[actor]
    if s.maze.terrain[square] != GEAR:
        return NOT_ON_GEAR
    plan, room = s.board_setting.plan, s.maze.room_of[tile]
    if room < 0:
        return TWIN_HIDDEN
    if plan.pair_of[room] != plan.pair_of[s.maze.room_of[square // CELLS]]:
        return NOT_THIS_ROOM
    if hangs(s, tile, square // CELLS):
        return APEX_IS_RAISED
    if plan.rooms[room].turn != quarters and not s.setting.capabilities[actor] & TURNS_FREELY:
        return WRONG_DIRECTION
    return LEGAL


def rotate(s: BoardState, actor: int, tile: int, quarters: int) -> None:
    """ROT-3, ROT-6, ROT-8: turn the room by a quarter; its contents keep their squares and so turn with it."""
    begin_action(s, actor, actions.ROTATE)
    s.maze = s.maze.turned(tile, quarters)
    s.note(TURNED, actor, tile, quarters)
    finish_action(s)
