"""Rotating a room (ROT, MEC-1)."""

from __future__ import annotations

from dungeon_twister.rules.engine import actions
from dungeon_twister.rules.engine.actions import FIRST_SHIFT, SECOND_SHIFT
from dungeon_twister.rules.engine.card.refusals import NO_GEAR, ROOM_FACE_DOWN, WRONG_DIRECTION
from dungeon_twister.rules.engine.card.state import CardState
from dungeon_twister.rules.engine.card.turns import begin_action, finish_action, refuse_actor
from dungeon_twister.rules.engine.events import TURNED
from dungeon_twister.rules.engine.pieces import TURNS_FREELY
from dungeon_twister.rules.engine.refusals import LEGAL, NOT_IN_THIS_GAME
from dungeon_twister.rules.geometry.rooms import CLOCKWISE, COUNTERCLOCKWISE
from dungeon_twister.rules.geometry.zone_plan import GEAR_ZONE, LETTER_COUNT


def rotation_choices(s: CardState, actor: int, found: list[int]) -> None:
    """Add the rotations of a character in a gear zone."""
    own = s.loc[actor] // LETTER_COUNT
    _turns_of(s, actor, own, found)
    twin = twin_of(s, own)
    if twin >= 0:
        _turns_of(s, actor, twin, found)


def _turns_of(s: CardState, actor: int, tile: int, found: list[int]) -> None:
    packed = actions.ROTATE | actor << FIRST_SHIFT
    if s.setting.capabilities[actor] & TURNS_FREELY:
        found.append(packed | (tile * 4 + CLOCKWISE) << SECOND_SHIFT)
        found.append(packed | (tile * 4 + COUNTERCLOCKWISE) << SECOND_SHIFT)
    else:
        found.append(packed | (tile * 4 + s.maze.plan.rooms[s.maze.room_of[tile]].turn) << SECOND_SHIFT)


def twin_of(s: CardState, tile: int) -> int:
    """ROT-1, ROT-3: Return the tile of a room's twin if it lies face up, or -1."""
    twin = s.card_setting.twin_of[s.maze.room_of[tile]]
    if twin >= 0:
        room_of = s.maze.room_of
        for other in range(len(room_of)):
            if room_of[other] == twin:
                return other
    return -1


def refuse_rotation(s: CardState, actor: int, tile: int, quarters: int) -> int:
    """ROT-1 to ROT-3, MEC-1: a room turns in its own direction, unless the character turns freely."""
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
    if tile not in (place // LETTER_COUNT, twin_of(s, place // LETTER_COUNT)):
        return NO_GEAR
    if quarters != s.maze.plan.rooms[s.maze.room_of[tile]].turn and not s.setting.capabilities[actor] & TURNS_FREELY:
        return WRONG_DIRECTION
    return LEGAL


def rotate(s: CardState, actor: int, tile: int, quarters: int) -> None:
    """ROT-4: turn the room by a quarter; cards keep their zones and so turn with it (STA-7)."""
    begin_action(s, actor, actions.ROTATE)
    s.maze = s.maze.turned(tile, quarters)
    s.note(TURNED, actor, tile, quarters)
    finish_action(s)
