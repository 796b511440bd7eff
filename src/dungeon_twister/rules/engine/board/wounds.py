"""Wounded characters, healing, regeneration, elimination (sections 16 and 17, PIT-11, PIT-15)."""

from __future__ import annotations

from dungeon_twister.rules.engine import actions
from dungeon_twister.rules.engine.board.pits import rope_on
from dungeon_twister.rules.engine.board.refusals import (
    ACTOR_WOUNDED,
    CARRIED_CANNOT_RISE,
    HEALS_OTHERS_ONLY,
    HURT_CANNOT_REGENERATE,
    NO_ABILITY,
    NO_AP,
    NO_CONTACT,
    NOT_IN_PLAY,
    TARGET_NOT_WOUNDED,
)
from dungeon_twister.rules.engine.board.state import BoardState
from dungeon_twister.rules.engine.board.turns import begin_action, drop_marks, finish_action, refuse_actor
from dungeon_twister.rules.engine.events import ELIMINATED, HEALED, OBJECT_GONE
from dungeon_twister.rules.engine.events import WOUNDED as WAS_WOUNDED
from dungeon_twister.rules.engine.pieces import HEALS, REGENERATES
from dungeon_twister.rules.engine.refusals import LEGAL, NOT_IN_THIS_GAME
from dungeon_twister.rules.engine.state import BLOCKED, GONE, HURT, UNDER, WOUNDED
from dungeon_twister.rules.geometry.rooms import PIT


def wound(s: BoardState, token: int, scorer: int) -> None:
    """COMBAT-13, COMBAT-15, COMBAT-16: wound an unwounded character that lost a combat, and eliminate the wounded it
    carries."""
    square = s.loc[token]
    carried = s.down[square]
    if carried >= 0:
        eliminate(s, carried, scorer)
    drop_marks(s, token)
    s.fall(token, HURT)
    s.note(WAS_WOUNDED, token)
    if s.maze.terrain[square] == PIT and not rope_on(s, square):
        eliminate(s, token, scorer)  # PIT-11


def eliminate(s: BoardState, token: int, scorer: int) -> None:
    """SCORE-1, MP-12: remove a character for 1 VP; on a pit it also loses an object that is not a Rope (PIT-15).

    Nobody scores (-1) for characters of the own side, and in some scenarios for none (PYR-22, RACE-8, DOOR-11).
    """
    own = scorer >= 0 and s.setting.players > 2 and s.board_setting.side[token] == s.board_setting.team_of[scorer]
    if own or not s.board_setting.kills_score:
        scorer = -1
    square = s.loc[token]
    s.lift(token)
    s.remove(token, GONE)
    s.progress = True
    s.note(ELIMINATED, token, scorer)
    item = s.item[square]
    if s.maze.terrain[square] == PIT and s.stand[square] < 0 and item >= 0 and not s.board_setting.is_rope[item]:
        remove_object(s, item, square)
    s.score(scorer, 1)


def remove_object(s: BoardState, token: int, square: int) -> None:
    """Remove an object from the game; that is progress (STALL-5)."""
    s.lift(token)
    s.remove(token, GONE)
    s.progress = True
    s.note(OBJECT_GONE, token)


def _rise(s: BoardState, token: int) -> None:
    """HEAL-3, HEAL-5, REGEN-2: make a character unwounded and block it until the end of the turn. Tokens lying on its square
    become its load again."""
    s.rise(token, BLOCKED)
    s.note(HEALED, token)


def refuse_heal(s: BoardState, actor: int, target: int) -> int:
    """HEAL-1, HEAL-2: a Cleric and a wounded character on an open adjacent square that nobody carries."""
    refusal = refuse_actor(s, actor)
    if refusal != LEGAL:
        return refusal
    if not s.setting.capabilities[actor] & HEALS:
        return NO_ABILITY
    if target >= s.setting.tokens or not s.setting.is_character[target]:
        return NOT_IN_THIS_GAME
    square = s.loc[target]
    if not 0 <= square < UNDER:
        return NOT_IN_PLAY
    if not s.status[target] & WOUNDED:
        return TARGET_NOT_WOUNDED
    here = s.loc[actor]
    if square == here:
        return HEALS_OTHERS_ONLY
    if square not in s.maze.ways_from(here):
        return NO_CONTACT
    return CARRIED_CANNOT_RISE if s.stand[square] >= 0 else LEGAL


def heal(s: BoardState, actor: int, target: int) -> None:
    begin_action(s, actor, actions.HEAL)
    _rise(s, target)
    finish_action(s)


def refuse_regenerate(s: BoardState, actor: int) -> int:
    """REGEN-1: a wounded Troll that was not wounded this turn and is not carried."""
    refusal = refuse_actor(s, actor)
    if refusal not in (LEGAL, ACTOR_WOUNDED):
        return refusal
    if not s.setting.capabilities[actor] & REGENERATES:
        return NO_ABILITY
    if refusal == LEGAL:
        return TARGET_NOT_WOUNDED
    if s.ap == 0:
        return NO_AP
    if s.status[actor] & HURT:
        return HURT_CANNOT_REGENERATE
    return CARRIED_CANNOT_RISE if s.stand[s.loc[actor]] >= 0 else LEGAL


def regenerate(s: BoardState, actor: int) -> None:
    begin_action(s, actor, actions.REGENERATE)
    _rise(s, actor)
    finish_action(s)
