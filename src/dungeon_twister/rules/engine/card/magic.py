"""Scrolls and broken walls: Fireball (FIR), Inversion (INV), and the Golem (GLM)."""

from __future__ import annotations

from dungeon_twister.rules.engine import actions
from dungeon_twister.rules.engine.actions import FIRST_SHIFT, SECOND_SHIFT
from dungeon_twister.rules.engine.card import actions as card_actions
from dungeon_twister.rules.engine.card.events import BURNED, INVERTED, WALLS_BROKEN
from dungeon_twister.rules.engine.card.pieces import BREAKS_WALLS, INVERSION
from dungeon_twister.rules.engine.card.refusals import (
    NO_ABILITY,
    NO_SCROLL,
    NOT_IN_ROOM,
    NOT_NEXT_ROOM,
    NOT_ONESELF,
    NOT_SEEN,
    TARGET_CARRIED,
    WALLS_USED_UP,
)
from dungeon_twister.rules.engine.card.state import WALLS_USED, CardState
from dungeon_twister.rules.engine.card.turns import begin_action, finish_action, refuse_actor, refuse_character
from dungeon_twister.rules.engine.card.wounds import eliminate
from dungeon_twister.rules.engine.events import OBJECT_GONE
from dungeon_twister.rules.engine.pieces import CASTS, FIREBALL
from dungeon_twister.rules.engine.refusals import LEGAL, NOT_IN_THIS_GAME
from dungeon_twister.rules.engine.state import GONE
from dungeon_twister.rules.geometry.zone_plan import LETTER_COUNT


def scroll_of(s: CardState, token: int, capability: int) -> int:
    """OBJ-5: Return the scroll with this capability that a magic user carries, or -1."""
    if s.setting.capabilities[token] & CASTS:
        for thing in s.things:
            if s.carrier[thing] == token and s.setting.capabilities[thing] & capability:
                return thing
    return -1


def use_up(s: CardState, actor: int, kind: int, capability: int) -> None:
    """Show and discard the scroll, which is progress (END-5)."""
    scroll = scroll_of(s, actor, capability)
    begin_action(s, actor, kind)
    s.show(scroll)
    s.remove(scroll, GONE)
    s.progress = True
    s.note(OBJECT_GONE, scroll)


# -- fireball -----------------------------------------------------------------------------------------------------------


def fireball_choices(s: CardState, actor: int, found: list[int]) -> None:
    if scroll_of(s, actor, FIREBALL) >= 0:
        seen = s.maze.sees(s.loc[actor], s.occupied())
        for men in s.men:
            for target in men:
                if target != actor and s.in_play(target) and s.carrier[target] < 0 and seen >> s.loc[target] & 1:
                    found.append(actions.FIRE | actor << FIRST_SHIFT | target << SECOND_SHIFT)


def refuse_fireball(s: CardState, actor: int, target: int) -> int:
    """FIR-1, FIR-2: any other character in sight or in the same place, friend or foe; shields do not help."""
    refusal = refuse_actor(s, actor)
    if refusal != LEGAL:
        return refusal
    if scroll_of(s, actor, FIREBALL) < 0:
        return NO_SCROLL
    refusal = refuse_character(s, target)
    if refusal != LEGAL:
        return refusal
    if target == actor:
        return NOT_ONESELF
    if s.carrier[target] >= 0:
        return TARGET_CARRIED
    return LEGAL if s.maze.sees(s.loc[actor], s.occupied()) >> s.loc[target] & 1 else NOT_SEEN


def throw_fireball(s: CardState, actor: int, target: int) -> None:
    """FIR-1, VP-3, VP-4: eliminate the target and the wounded it carries."""
    use_up(s, actor, actions.FIRE, FIREBALL)
    s.note(BURNED, actor, target)
    eliminate(s, target)
    finish_action(s)


# -- inversion ----------------------------------------------------------------------------------------------------------


def inversion_choices(s: CardState, actor: int, found: list[int]) -> None:
    if s.loc[actor] < s.maze.plan.zones and scroll_of(s, actor, INVERSION) >= 0:
        for tile in s.maze.neighbours(s.loc[actor] // LETTER_COUNT):
            found.append(card_actions.INVERT | actor << FIRST_SHIFT | tile << SECOND_SHIFT)


def refuse_inversion(s: CardState, actor: int, tile: int) -> int:
    """INV-1, INV-2: the caster's room and one next to it, face up or not."""
    refusal = refuse_actor(s, actor)
    if refusal != LEGAL:
        return refusal
    if scroll_of(s, actor, INVERSION) < 0:
        return NO_SCROLL
    if tile >= s.maze.plan.tiles:
        return NOT_IN_THIS_GAME
    if s.loc[actor] >= s.maze.plan.zones:
        return NOT_IN_ROOM
    return LEGAL if tile in s.maze.neighbours(s.loc[actor] // LETTER_COUNT) else NOT_NEXT_ROOM


def invert(s: CardState, actor: int, tile: int) -> None:
    """INV-1, LNK-3: swap two rooms; all cards and markers move with their room, stations stay."""
    use_up(s, actor, card_actions.INVERT, INVERSION)
    own = s.loc[actor] // LETTER_COUNT
    s.maze = s.maze.swapped(own, tile)
    s.note(INVERTED, actor, own, tile)
    finish_action(s)


# -- walls --------------------------------------------------------------------------------------------------------------


def refuse_walls(s: CardState, actor: int) -> int:
    """GLM-1, GLM-4: once per game, in a room."""
    refusal = refuse_actor(s, actor)
    if refusal != LEGAL:
        return refusal
    if not s.setting.capabilities[actor] & BREAKS_WALLS:
        return NO_ABILITY
    if s.status[actor] & WALLS_USED:
        return WALLS_USED_UP
    return LEGAL if s.loc[actor] < s.maze.plan.zones else NOT_IN_ROOM


def break_walls(s: CardState, actor: int) -> None:
    """GLM-1 to GLM-3: break walls, slits and the portcullis of the room, but not those of its neighbours."""
    begin_action(s, actor, card_actions.BREAK_WALLS)
    s.mark(actor, WALLS_USED)
    s.maze = s.maze.with_walls_broken(s.loc[actor] // LETTER_COUNT)
    s.progress = True
    s.note(WALLS_BROKEN, actor, s.loc[actor] // LETTER_COUNT)
    finish_action(s)
