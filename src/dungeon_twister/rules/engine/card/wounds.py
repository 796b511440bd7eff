"""Wounds, elimination, healing, regeneration (WND, VP-3 to VP-5, CLE, TRO)."""

from __future__ import annotations

from dungeon_twister.rules.engine import actions
from dungeon_twister.rules.engine.actions import FIRST_SHIFT, SECOND_SHIFT
from dungeon_twister.rules.engine.card.handling import lay_down, objects_of
from dungeon_twister.rules.engine.card.movement import release
from dungeon_twister.rules.engine.card.players import opponent
from dungeon_twister.rules.engine.card.refusals import (
    CARRIED_AWAY,
    HURT_CANNOT_RISE,
    NO_ABILITY,
    NO_AP,
    NOT_BESIDE,
    TARGET_NOT_WOUNDED,
)
from dungeon_twister.rules.engine.card.state import CardState
from dungeon_twister.rules.engine.card.turns import begin_action, finish_action, refuse_actor, refuse_character, refuse_own
from dungeon_twister.rules.engine.events import ELIMINATED, HEALED
from dungeon_twister.rules.engine.events import WOUNDED as WAS_WOUNDED
from dungeon_twister.rules.engine.pieces import HEALS, REGENERATES
from dungeon_twister.rules.engine.refusals import LEGAL
from dungeon_twister.rules.engine.state import BLOCKED, GONE, HURT, WOUNDED


def wound(s: CardState, token: int) -> None:
    """WND-3, WND-7: wound a character; it stays in its place with its objects, and the wounded it carries are eliminated."""
    for man in carried_by(s, token):
        eliminate(s, man)
    s.fall(token, HURT)
    s.note(WAS_WOUNDED, token)
    release(s, s.loc[token], s.setting.owner[token])


def eliminate(s: CardState, token: int) -> None:
    """WND-5 to WND-7, VP-3, VP-4: eliminate a character with the wounded it carries; the opponent scores; its objects stay."""
    owner, place = s.setting.owner[token], s.loc[token]
    for man in carried_by(s, token):
        eliminate(s, man)
    for thing in objects_of(s, token):
        lay_down(s, thing, place)
    s.remove(token, GONE)
    s.progress = True
    s.note(ELIMINATED, token, opponent(owner))
    s.score(opponent(owner), 1)
    release(s, place, owner)


def carried_by(s: CardState, token: int) -> list[int]:
    return [man for man in s.men[s.setting.owner[token]] if s.carrier[man] == token] if s.held[token] else []


# -- healing ------------------------------------------------------------------------------------------------------------


def patients(s: CardState, healer: int) -> list[int]:
    """CLE-1, CLE-2: Return the wounded lying in the healer's place, friend or foe."""
    spot, places = s.spot(s.loc[healer]), s.maze.plan.places
    if spot < s.maze.plan.zones and s.crowd[spot] == s.fit[spot] and s.crowd[places + spot] == s.fit[places + spot]:
        return []  # no wounded there
    return [
        man
        for men in s.men
        for man in men
        if s.status[man] & WOUNDED and s.carrier[man] < 0 and s.in_play(man) and s.spot(s.loc[man]) == spot
    ]


def heal_choices(s: CardState, actor: int, found: list[int]) -> None:
    for patient in patients(s, actor):
        found.append(actions.HEAL | actor << FIRST_SHIFT | patient << SECOND_SHIFT)


def refuse_heal(s: CardState, actor: int, patient: int) -> int:
    """CLE-1 to CLE-3."""
    refusal = refuse_actor(s, actor)
    if refusal != LEGAL:
        return refusal
    if not s.setting.capabilities[actor] & HEALS:
        return NO_ABILITY
    refusal = refuse_character(s, patient)
    if refusal != LEGAL:
        return refusal
    if not s.status[patient] & WOUNDED:
        return TARGET_NOT_WOUNDED
    if s.spot(s.loc[patient]) != s.spot(s.loc[actor]):
        return NOT_BESIDE
    return CARRIED_AWAY if s.carrier[patient] >= 0 else LEGAL


def heal(s: CardState, actor: int, patient: int) -> None:
    begin_action(s, actor, actions.HEAL)
    _rise(s, patient)


def refuse_regenerate(s: CardState, actor: int) -> int:
    """TRO-1, TRO-2: the only action of a wounded character, but not in the turn of the wound nor while carried."""
    refusal = refuse_own(s, actor)
    if refusal != LEGAL:
        return refusal
    if not s.setting.capabilities[actor] & REGENERATES:
        return NO_ABILITY
    if not s.status[actor] & WOUNDED:
        return TARGET_NOT_WOUNDED
    if s.status[actor] & HURT:
        return HURT_CANNOT_RISE
    if s.carrier[actor] >= 0:
        return CARRIED_AWAY
    return LEGAL if s.ap else NO_AP


def regenerate(s: CardState, actor: int) -> None:
    begin_action(s, actor, actions.REGENERATE)
    _rise(s, actor)


def _rise(s: CardState, token: int) -> None:
    """WND-8: remove the wound; the character is spent for this turn."""
    s.rise(token, BLOCKED)
    s.note(HEALED, token)
    finish_action(s)
