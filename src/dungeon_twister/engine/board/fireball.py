"""The fireball (section 18)."""

from __future__ import annotations

from dungeon_twister.engine import actions
from dungeon_twister.engine.board.refusals import NO_WAND, NOBODY_TO_HIT
from dungeon_twister.engine.board.state import BoardState
from dungeon_twister.engine.board.turns import begin_action, finish_action, refuse_actor
from dungeon_twister.engine.board.wounds import eliminate, remove_object
from dungeon_twister.engine.events import FIREBALL as FIREBALL_THROWN
from dungeon_twister.engine.pieces import CASTS, FIREBALL
from dungeon_twister.engine.refusals import LEGAL, NOT_IN_THIS_GAME


def target_square(s: BoardState, start: int, compass: int) -> int:
    """FIRE-2 to FIRE-4: the first square in a straight line with a character on it, or -1."""
    square = s.maze.way[s.maze.side_towards(start, compass)]
    while square >= 0:
        if s.stand[square] >= 0 or s.down[square] >= 0:
            return square
        square = s.maze.way[s.maze.side_towards(square, compass)]
    return -1


def refuse_fireball(s: BoardState, actor: int, compass: int) -> int:
    """FIRE-1, FIRE-5: a Wizard with the Wand, and somebody to hit."""
    refusal = refuse_actor(s, actor)
    if refusal != LEGAL:
        return refusal
    if compass > 3:
        return NOT_IN_THIS_GAME
    item = s.item[s.loc[actor]]
    if item < 0 or not s.setting.capabilities[item] & FIREBALL or not s.setting.capabilities[actor] & CASTS:
        return NO_WAND
    return LEGAL if target_square(s, s.loc[actor], compass) >= 0 else NOBODY_TO_HIT


def throw_fireball(s: BoardState, actor: int, compass: int) -> None:
    """FIRE-6 to FIRE-9: the one hit and whom it carries are eliminated; their owner's opponent scores; the Wand is gone."""
    begin_action(s, actor, actions.FIRE)
    s.note(FIREBALL_THROWN, actor, compass)
    here = s.loc[actor]
    remove_object(s, s.item[here], here)
    square = target_square(s, here, compass)
    for token in (s.down[square], s.stand[square]):
        if token >= 0:
            eliminate(s, token, 1 - s.setting.owner[token])
    finish_action(s)
