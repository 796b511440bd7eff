"""Ranged combat (RNG, XBW, BOW, SHI) and the Telescoping spear (SPR)."""

from __future__ import annotations

from dungeon_twister.rules.engine.actions import FIRST_SHIFT, SECOND_SHIFT
from dungeon_twister.rules.engine.card import actions as card_actions
from dungeon_twister.rules.engine.card.combat import (
    able_in,
    add_combat,
    bits,
    declare,
    defenders,
    refuse_fighter,
    refuse_target,
    start,
)
from dungeon_twister.rules.engine.card.pieces import BOW, SHIELD, SHOOTS, SPEAR
from dungeon_twister.rules.engine.card.players import opponent
from dungeon_twister.rules.engine.card.refusals import (
    ENEMY_BESIDE,
    HAS_FIRED,
    NO_ABILITY,
    NO_SPEAR,
    NO_WEAPON,
    NOT_SEEN,
    OUT_OF_REACH,
    SHIELDED,
    SPEAR_HELD_UP,
    TARGET_BESIDE,
    TARGET_TOO_NEAR,
)
from dungeon_twister.rules.engine.card.state import FIRED, SHOOTING, SHOWN, SPEARING, CardState
from dungeon_twister.rules.engine.card.turns import is_able
from dungeon_twister.rules.engine.refusals import LEGAL
from dungeon_twister.rules.engine.state import UNDER
from dungeon_twister.rules.geometry.zone_plan import mask_of

# -- common to shots and spear ------------------------------------------------------------------------------------------


def enemy_in_zone(s: CardState, actor: int) -> bool:
    """RNG-2, SPR-2: Return whether an enemy, wounded or not, is in the own zone. Contact across the starting line does not
    count."""
    return s.crowd[opponent(s.setting.owner[actor]) * s.maze.plan.places + s.loc[actor]] > 0


def targets(s: CardState, reach: int) -> list[int]:
    """Return the enemies at places of a mask that may be attacked (CMB-4, CMB-5)."""
    return [
        man
        for man in s.men[opponent(s.active)]
        if 0 <= s.loc[man] < UNDER and reach >> s.loc[man] & 1 and refuse_target(s, man) == LEGAL
    ]


# -- shots --------------------------------------------------------------------------------------------------------------


def has_weapon(s: CardState, token: int, kind: int) -> int:
    """RNG-1: Return LEGAL, or why the character cannot shoot with that weapon now."""
    if kind == card_actions.BOW:
        return LEGAL if s.carries(token, BOW) else NO_WEAPON
    if not s.setting.capabilities[token] & SHOOTS:
        return NO_ABILITY
    return HAS_FIRED if s.status[token] & FIRED else LEGAL


def in_sight(s: CardState, actor: int, occupied: int) -> int:
    """RNG-3: Return the places that the shooter sees, except its own."""
    place = s.loc[actor]
    return s.maze.sees(place, occupied) & ~mask_of(place)


def shoot_choices(s: CardState, actor: int, has_bow: bool, found: list[int]) -> None:
    """Add the shots of a character. `has_bow`: the actor carries a Bow."""
    place, enemy = s.loc[actor], opponent(s.active)
    if not s.maze.clear_view(place) & s.places_of[enemy] & ~mask_of(place):
        return
    crossbow = has_weapon(s, actor, card_actions.SHOOT) == LEGAL
    if not (crossbow or has_bow) or enemy_in_zone(s, actor):
        return
    for target in targets(s, in_sight(s, actor, s.occupied())):
        if not known_shield(s, target):
            shot = actor << FIRST_SHIFT | target << SECOND_SHIFT
            if crossbow:
                found.append(card_actions.SHOOT | shot)
            if has_bow:
                found.append(card_actions.BOW | shot)


def known_shield(s: CardState, target: int) -> bool:
    """RNG-3, OPT-13: Return whether a Large shield forbids the shot; a secret one does only after it was shown this turn."""
    return s.held[target] > 0 and any(
        s.carrier[thing] == target
        and s.setting.capabilities[thing] & SHIELD
        and (not s.card_setting.secret or s.status[thing] & SHOWN)
        for thing in s.things
    )


def refuse_shot(s: CardState, kind: int, actor: int, target: int) -> int:
    """RNG-1 to RNG-3."""
    refusal = refuse_fighter(s, actor, False)
    if refusal == LEGAL:
        refusal = has_weapon(s, actor, kind)
    if refusal == LEGAL:
        refusal = refuse_target(s, target)
    if refusal != LEGAL:
        return refusal
    if s.loc[actor] == s.loc[target]:
        return TARGET_BESIDE
    if enemy_in_zone(s, actor):
        return ENEMY_BESIDE
    if not in_sight(s, actor, s.occupied()) >> s.loc[target] & 1:
        return NOT_SEEN
    return SHIELDED if known_shield(s, target) else LEGAL


def shoot(s: CardState, kind: int, actor: int, target: int) -> None:
    """RNG-4 to RNG-6: shoot. A hidden shield is only shown, and nothing else happens (OPT-13)."""
    if s.card_setting.secret and _show_shield(s, target):
        return
    declare(s, kind, actor, False)
    shooters = [actor, *joining_shooters(s, actor, target)]
    s.crossbows = bits([man for man in shooters if has_weapon(s, man, card_actions.SHOOT) == LEGAL])
    if kind == card_actions.BOW:
        s.crossbows &= ~(1 << actor)
    for man in shooters:
        if s.crossbows >> man & 1:
            s.mark(man, FIRED)  # RNG-5, XBW-2
        else:
            s.show_all(man, BOW)
    s.shooters = bits(shooters)
    hand_to_hand = [man for man in able_in(s, s.active, s.maze.relations_of(s.loc[target]).area) if not s.shooters >> man & 1]
    defending = defenders(s, target) if hand_to_hand else 1 << target
    start(s, SHOOTING, actor, target, s.shooters | bits(hand_to_hand) | defending)


def joining_shooters(s: CardState, actor: int, target: int) -> list[int]:
    """RNG-4, RNG-5: Return every other able friend with a loaded crossbow or a Bow who could shoot at the target."""
    occupied = s.occupied()
    return [
        man
        for man in s.men[s.active]
        if man != actor
        and is_able(s, man)
        and (has_weapon(s, man, card_actions.SHOOT) == LEGAL or has_weapon(s, man, card_actions.BOW) == LEGAL)
        and not enemy_in_zone(s, man)
        and in_sight(s, man, occupied) >> s.loc[target] & 1
    ]


def _show_shield(s: CardState, target: int) -> bool:
    """OPT-13: show a hidden Large shield of the target. True if there is one."""
    for thing in s.things:
        if s.carrier[thing] == target and s.setting.capabilities[thing] & SHIELD:
            s.mark(thing, SHOWN)
            s.show(thing)
            return True
    return False


# -- spear --------------------------------------------------------------------------------------------------------------


def spear_choices(s: CardState, actor: int, found: list[int]) -> None:
    if s.carries(actor, SPEAR) and not enemy_in_zone(s, actor):
        for target in targets(s, s.maze.spear(s.loc[actor])):
            add_combat(s, card_actions.SPEAR, actor, target, found)


def refuse_spear(s: CardState, actor: int, target: int, free: bool) -> int:
    """SPR-1 to SPR-4."""
    refusal = refuse_fighter(s, actor, free)
    if refusal != LEGAL:
        return refusal
    if not s.carries(actor, SPEAR):
        return NO_SPEAR
    refusal = refuse_target(s, target)
    if refusal != LEGAL:
        return refusal
    if s.loc[actor] == s.loc[target]:
        return TARGET_TOO_NEAR
    if enemy_in_zone(s, actor):
        return SPEAR_HELD_UP
    return LEGAL if s.maze.spear(s.loc[actor]) >> s.loc[target] & 1 else OUT_OF_REACH


def spear(s: CardState, actor: int, target: int, free: bool) -> None:
    """SPR-5: the spear user fights, with all characters of both sides in the target's area."""
    declare(s, card_actions.SPEAR, actor, free)
    s.shooters = 1 << actor
    s.show_all(actor, SPEAR)
    others = able_in(s, s.active, s.maze.relations_of(s.loc[target]).area)
    start(s, SPEARING, actor, target, 1 << actor | bits(others) | defenders(s, target))
