"""Rotating a room (ROT, MEC-1)."""

from __future__ import annotations

from dungeon_twister.engine import actions
from dungeon_twister.engine.actions import FIRST_SHIFT, SECOND_SHIFT
from dungeon_twister.engine.card.refusals import NO_GEAR, ROOM_FACE_DOWN, WRONG_DIRECTION
from dungeon_twister.engine.card.state import CardState
from dungeon_twister.engine.card.turns import begin_action, finish_action, refuse_actor
from dungeon_twister.engine.events import TURNED
from dungeon_twister.engine.pieces import TURNS_FREELY
from dungeon_twister.engine.refusals import LEGAL, NOT_IN_THIS_GAME
from dungeon_twister.geometry.rooms import CLOCKWISE, COUNTERCLOCKWISE
from dungeon_twister.geometry.zone_plan import GEAR_ZONE, LETTER_COUNT


def rotation_choices(s: CardState, actor: int, found: list[int]) -> None:
    """For a character in a gear zone."""
    place = s.loc[actor]
    freely = s.setting.capabilities[actor] & TURNS_FREELY != 0
    for tile in turnable(s, place // LETTER_COUNT):
        for quarters in (CLOCKWISE, COUNTERCLOCKWISE):
            if freely or quarters == s.maze.plan.rooms[s.maze.room_of[tile]].turn:
                found.append(actions.ROTATE | actor << FIRST_SHIFT | (tile * 4 + quarters) << SECOND_SHIFT)


def turnable(s: CardState, tile: int) -> list[int]:
    """ROT-1, ROT-3: the own room, and its twin where that lies face up."""
    twin = s.card_setting.twin_of[s.maze.room_of[tile]]
    return [tile, s.maze.room_of.index(twin)] if twin >= 0 and twin in s.maze.room_of else [tile]


def refuse_rotation(s: CardState, actor: int, tile: int, quarters: int) -> int:
    """ROT-1 to ROT-3, MEC-1: the direction is that of the room that turns, unless the character turns freely."""
    refusal = refuse_actor(s, actor)
    if refusal != LEGAL:
        return refusal
    if tile >= s.maze.plan.tiles or quarters not in (CLOCKWISE, COUNTERCLOCKWISE):
        return NOT_IN_THIS_GAME
    place = s.loc[actor]
    if place >= s.maze.plan.zones or place % LETTER_COUNT != GEAR_ZONE:
        return NO_GEAR
    if s.maze.room_of[tile] < 0:
        return ROOM_FACE_DOWN
    if tile not in turnable(s, place // LETTER_COUNT):
        return NO_GEAR
    if quarters != s.maze.plan.rooms[s.maze.room_of[tile]].turn and not s.setting.capabilities[actor] & TURNS_FREELY:
        return WRONG_DIRECTION
    return LEGAL


def rotate(s: CardState, actor: int, tile: int, quarters: int) -> None:
    """ROT-4: a quarter turn; cards keep their zones and so turn with the room (STA-7)."""
    begin_action(s, actor, actions.ROTATE)
    s.maze = s.maze.turned(tile, quarters)
    s.note(TURNED, actor, tile, quarters)
    finish_action(s)
