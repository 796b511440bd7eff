"""Every action a player may take with the action points he has (ACT-10 to ACT-22)."""

from __future__ import annotations

from dungeon_twister.engine import actions
from dungeon_twister.engine.board.fireball import refuse_fireball
from dungeon_twister.engine.board.gates import gate_choices
from dungeon_twister.engine.board.reveal import reveal_choices
from dungeon_twister.engine.board.rotation import rotation_choices
from dungeon_twister.engine.board.travel import can_set_out
from dungeon_twister.engine.board.wounds import refuse_regenerate
from dungeon_twister.engine.pieces import BREAKS_GATES, FIREBALL, HEALS, OPENS_GATES, POTION, REGENERATES, WALKS_WALLS
from dungeon_twister.engine.refusals import LEGAL
from dungeon_twister.engine.state import (
    BLOCKED,
    HURT,
    JUMPING,
    MOVING,
    POTION_SHIFT,
    UNDER,
    WALL_WALKING,
    WOUNDED,
    State,
)
from dungeon_twister.geometry.rooms import GEAR, PIT


def act_choices(s: State) -> list[int]:
    """Every legal action, in the order of the characters, and the pass."""
    found: list[int] = []
    for token in s.setting.characters_of[s.active]:
        square = s.loc[token]
        if 0 <= square < UNDER:
            status = s.status[token]
            if status & WOUNDED:
                if s.setting.capabilities[token] & REGENERATES and refuse_regenerate(s, token) == LEGAL:
                    found.append(actions.REGENERATE | token << 5)
            elif not status & BLOCKED and (s.ap or status >> POTION_SHIFT):
                _choices_of(s, token, square, found)
    found.append(actions.PASS)
    return found


def _choices_of(s: State, token: int, square: int, found: list[int]) -> None:
    """The actions of one character that may act. One look round its square tells which chapters to ask."""
    if can_set_out(s, token, MOVING):
        found.append(actions.MOVE | token << 5)
    abilities = s.setting.capabilities[token]
    terrain, way, stand, down = s.maze.terrain, s.maze.way, s.stand, s.down
    pit_beside = False
    dark_beside = square >= s.setting.plan.base
    for side in range(square * 4, square * 4 + 4):
        beyond = way[side]
        if beyond < 0:
            dark_beside = dark_beside or beyond < -1
            continue
        if stand[beyond] >= 0 or down[beyond] >= 0:
            _fight_or_heal(s, token, beyond, abilities, found)
        pit_beside = pit_beside or terrain[beyond] == PIT
    if pit_beside and s.jumps[s.active] and can_set_out(s, token, JUMPING):
        found.append(actions.JUMP | token << 5)
    if dark_beside:
        reveal_choices(s, token, found)
    if terrain[square] == GEAR:
        rotation_choices(s, token, found)
    if abilities & (BREAKS_GATES | OPENS_GATES):
        gate_choices(s, token, found)
    elif abilities & WALKS_WALLS and can_set_out(s, token, WALL_WALKING):
        found.append(actions.WALK_WALL | token << 5)
    if s.item[square] >= 0:
        _use_object(s, token, found)


def _fight_or_heal(s: State, token: int, square: int, abilities: int, found: list[int]) -> None:
    """Who stands there, or lies there with nobody standing over it, may be attacked or healed."""
    standing = s.stand[square]
    target = standing if standing >= 0 else s.down[square]
    if s.setting.owner[target] != s.active and not s.status[target] & HURT:
        found.append(actions.ATTACK | token << 5 | target << 13)
    if standing < 0 and abilities & HEALS:
        found.append(actions.HEAL | token << 5 | target << 13)


def _use_object(s: State, token: int, found: list[int]) -> None:
    use = s.setting.capabilities[s.item[s.loc[token]]]
    if use & POTION:
        found.append(actions.DRINK | token << 5)
    elif use & FIREBALL:
        for compass in range(4):
            if refuse_fireball(s, token, compass) == LEGAL:
                found.append(actions.FIRE | token << 5 | compass << 13)
