"""The fireball (section 18)."""

from __future__ import annotations

from dungeon_twister.rules.engine import actions
from dungeon_twister.rules.engine.board.events import FIREBALL as FIREBALL_THROWN
from dungeon_twister.rules.engine.board.refusals import ALLY_IN_THE_WAY, NO_WAND
from dungeon_twister.rules.engine.board.state import BoardState
from dungeon_twister.rules.engine.board.turns import begin_action, finish_action, refuse_actor
from dungeon_twister.rules.engine.board.wounds import eliminate, remove_object
from dungeon_twister.rules.engine.pieces import CASTS, FIREBALL
from dungeon_twister.rules.engine.refusals import LEGAL, NOT_IN_THIS_GAME
from dungeon_twister.rules.geometry.rooms import SLIT


def target_square(s: BoardState, start: int, compass: int) -> int:
    """FIRE-2 to FIRE-4: Return the first square in a straight line with a character on it, or -1."""
    side = s.maze.side_towards(start, compass)
    square = s.maze.beyond(side) if only_slits(s, side) else s.maze.open_beyond(side)
    while square >= 0:
        if s.stand[square] >= 0 or s.down[square] >= 0:
            return square
        square = s.maze.open_beyond(s.maze.side_towards(square, compass))
    return -1


def only_slits(s: BoardState, side: int) -> bool:
    """SLIT-2: Return whether only arrow slits bar the side of the square where the Wizard stands."""
    maze = s.maze
    if maze.beyond(side) < 0 or maze.open_beyond(side) >= 0:
        return False
    return all(maze.barrier_at(one) == SLIT or not maze.bars(one) for one in (side, maze.facing(side)))


def first_hit(s: BoardState, square: int) -> int:
    """Return the character that is hit first on a square: the one that stands there, or that lies there alone."""
    return s.stand[square] if s.stand[square] >= 0 else s.down[square]


def refuse_fireball(s: BoardState, actor: int, compass: int) -> int:
    """FIRE-1, FIRE-5: a Wizard with the Wand, in any direction, even if nobody is hit."""
    refusal = refuse_actor(s, actor)
    if refusal != LEGAL:
        return refusal
    if compass > 3:
        return NOT_IN_THIS_GAME
    item: int = s.item[s.loc[actor]]
    if item < 0 or not s.setting.capabilities[item] & FIREBALL or not s.setting.capabilities[actor] & CASTS:
        return NO_WAND
    square = target_square(s, s.loc[actor], compass)
    if square < 0:
        return LEGAL
    target = first_hit(s, square)
    ally = s.board_setting.side[target] == s.board_setting.side[actor] and s.setting.owner[target] != s.setting.owner[actor]
    return ALLY_IN_THE_WAY if ally else LEGAL  # TEAM-10


def throw_fireball(s: BoardState, actor: int, compass: int) -> None:
    """FIRE-5 to FIRE-9: eliminate the target and the wounded it carries; the opponent of their owner scores; the Wand is
    gone."""
    begin_action(s, actor, actions.FIRE)
    s.note(FIREBALL_THROWN, actor, compass)
    here = s.loc[actor]
    remove_object(s, s.item[here], here)
    square = target_square(s, here, compass)
    if square >= 0:
        hit: list[int] = [s.down[square], s.stand[square]]
        for token in hit:
            if token >= 0:
                eliminate(s, token, 1 - s.setting.owner[token] if s.setting.players == 2 else s.active)  # FIRE-7, MP-12
    finish_action(s)
