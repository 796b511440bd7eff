"""The actions that a player may take with the available action points (ACT-10 to ACT-22)."""

from __future__ import annotations

from typing import Final

from dungeon_twister.rules.engine import actions
from dungeon_twister.rules.engine.actions import FIRST_SHIFT, SECOND_SHIFT
from dungeon_twister.rules.engine.board import actions as board_actions
from dungeon_twister.rules.engine.board.apex import apex_choices
from dungeon_twister.rules.engine.board.combat import refuse_peace
from dungeon_twister.rules.engine.board.elevator import slide_choices
from dungeon_twister.rules.engine.board.fireball import refuse_fireball
from dungeon_twister.rules.engine.board.gates import gate_choices
from dungeon_twister.rules.engine.board.movement import is_place_on_line
from dungeon_twister.rules.engine.board.pieces import POTION
from dungeon_twister.rules.engine.board.reveal import reveal_choices
from dungeon_twister.rules.engine.board.rotation import rotation_choices
from dungeon_twister.rules.engine.board.state import JUMPING, MOVING, SOMEBODY, THING, WALL_WALKING, BoardState
from dungeon_twister.rules.engine.board.travel import can_set_out
from dungeon_twister.rules.engine.board.wounds import refuse_regenerate
from dungeon_twister.rules.engine.pieces import BREAKS_GATES, FIREBALL, HEALS, OPENS_GATES, REGENERATES, WALKS_WALLS
from dungeon_twister.rules.engine.refusals import LEGAL
from dungeon_twister.rules.engine.state import BLOCKED, HURT, POTION_SHIFT, UNDER, WOUNDED
from dungeon_twister.rules.geometry.rooms import GEAR, LINE, PIT

SPECIAL: Final = BREAKS_GATES | OPENS_GATES | WALKS_WALLS


def act_choices(s: BoardState) -> list[int]:
    """Return every legal action, character by character, and the pass. The neighbouring squares decide which chapters to
    ask."""
    found: list[int] = []
    maze, setting, ap = s.maze, s.board_setting, s.ap
    terrain, open_to, taken, loc = maze.terrain, maze.open_to, s.taken, s.loc
    for token in setting.characters_of[s.active]:
        square = loc[token]
        if square < 0 or square >= UNDER:
            continue
        status = s.status[token]
        abilities = setting.capabilities[token]
        if status & (WOUNDED | BLOCKED) or not (ap or status >> POTION_SHIFT):
            if abilities & REGENERATES and refuse_regenerate(s, token) == LEGAL:
                found.append(actions.REGENERATE | token << FIRST_SHIFT)
            continue
        free_beside = pit_beside = dark_beside = False
        first = len(found)
        for beyond in open_to[square] or maze.ways_from(square):
            if beyond < 0:
                dark_beside = True
                continue
            ground = terrain[beyond]
            there = taken[beyond]
            if there == 0 and ground < PIT:
                free_beside = True  # an empty square of ground: the character can move
                continue
            if ground == PIT:
                pit_beside = True
            elif there == 0:
                free_beside = free_beside or is_place_on_line(s, token, beyond)
                continue
            if there & SOMEBODY:
                _fight_or_heal(s, token, beyond, abilities, found)
        if free_beside or can_set_out(s, token, MOVING):
            if len(found) == first:
                found.append(actions.MOVE | token << FIRST_SHIFT)
            else:
                found.insert(first, actions.MOVE | token << FIRST_SHIFT)  # players expect the move before the fights
        if pit_beside and s.jumps[s.active] and can_set_out(s, token, JUMPING):
            found.append(actions.JUMP | token << FIRST_SHIFT)
        ground = terrain[square]
        if dark_beside or (maze.dark and ground == LINE):
            reveal_choices(s, token, found)
        if ground == GEAR:
            rotation_choices(s, token, found)
            if setting.elevator >= 0:
                slide_choices(s, token, found)
        if setting.apex >= 0:
            apex_choices(s, token, found)
        if abilities & SPECIAL or taken[square] & THING:
            _special_choices(s, token, abilities, found)
    found.append(actions.PASS)
    return found


def _special_choices(s: BoardState, token: int, abilities: int, found: list[int]) -> None:
    """Add the actions of special characters: work portcullises, walk through walls, use the object they carry."""
    if abilities & (BREAKS_GATES | OPENS_GATES):
        gate_choices(s, token, found)
    if abilities & WALKS_WALLS and can_set_out(s, token, WALL_WALKING):
        found.append(actions.WALK_WALL | token << FIRST_SHIFT)
    item: int = s.item[s.loc[token]]
    if item >= 0:
        _use_object(s, token, s.setting.capabilities[item], found)


def _fight_or_heal(s: BoardState, token: int, square: int, abilities: int, found: list[int]) -> None:
    """Attack or heal the character that stands on a square, or that lies there alone."""
    standing: int = s.stand[square]
    target: int = standing if standing >= 0 else s.down[square]
    enemy = s.board_setting.side[target] != s.board_setting.team_of[s.active]
    if enemy and not s.status[target] & HURT and refuse_peace(s, target) == LEGAL:
        found.append(actions.ATTACK | token << FIRST_SHIFT | target << SECOND_SHIFT)
    if standing < 0 and abilities & HEALS:
        found.append(actions.HEAL | token << FIRST_SHIFT | target << SECOND_SHIFT)


def _use_object(s: BoardState, token: int, use: int, found: list[int]) -> None:
    if use & POTION:
        found.append(board_actions.DRINK | token << FIRST_SHIFT)
    elif use & FIREBALL:
        for compass in range(4):
            if refuse_fireball(s, token, compass) == LEGAL:
                found.append(actions.FIRE | token << FIRST_SHIFT | compass << SECOND_SHIFT)
