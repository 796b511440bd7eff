"""The Pickpocket (PIC)."""

from __future__ import annotations

from typing import Final

from dungeon_twister.rules.engine.actions import FIRST_SHIFT, SECOND_SHIFT
from dungeon_twister.rules.engine.card import actions as card_actions
from dungeon_twister.rules.engine.card.decisions import OBJECT_DRAW
from dungeon_twister.rules.engine.card.events import STOLE
from dungeon_twister.rules.engine.card.handling import hand_to, has_free_hands, objects_of
from dungeon_twister.rules.engine.card.pieces import STEALS
from dungeon_twister.rules.engine.card.players import opponent
from dungeon_twister.rules.engine.card.refusals import (
    CARRIED_AWAY,
    HANDS_FULL,
    HIDDEN_OBJECT,
    NO_ABILITY,
    NOT_AN_ENEMY,
    NOT_BESIDE,
    NOTHING_TO_STEAL,
)
from dungeon_twister.rules.engine.card.state import CardState
from dungeon_twister.rules.engine.card.turns import begin_action, finish_action, refuse_actor, refuse_character
from dungeon_twister.rules.engine.decisions import CHANCE, frame, frame_argument
from dungeon_twister.rules.engine.refusals import LEGAL, NOT_IN_THIS_GAME

VICTIM_MASK: Final = 255
OBJECT_SHIFT: Final = 8  # above the victim: the object + 1, or 0 if the thief does not see it
THIEF_SHIFT: Final = 8  # in the frame of a draw, above the victim: the thief


def steal_choices(s: CardState, actor: int, found: list[int]) -> None:
    if not has_free_hands(s, actor):
        return
    for victim in s.men[opponent(s.active)]:
        if s.loc[victim] == s.loc[actor] and s.carrier[victim] < 0:
            things = objects_of(s, victim)
            for thing in things[:1] if s.card_setting.secret else things:
                picked = 0 if s.card_setting.secret else thing + 1
                found.append(card_actions.STEAL | actor << FIRST_SHIFT | (victim | picked << OBJECT_SHIFT) << SECOND_SHIFT)


def refuse_steal(s: CardState, actor: int, victim: int, thing: int) -> int:
    """PIC-1, PIC-2, OPT-12: an object of an enemy in the very same place; secret objects are taken unseen."""
    refusal = refuse_actor(s, actor)
    if refusal != LEGAL:
        return refusal
    if not s.setting.capabilities[actor] & STEALS:
        return NO_ABILITY
    refusal = refuse_character(s, victim)
    if refusal != LEGAL:
        return refusal
    if s.setting.owner[victim] == s.active:
        return NOT_AN_ENEMY
    if s.loc[victim] != s.loc[actor]:
        return NOT_BESIDE
    if s.carrier[victim] >= 0:
        return CARRIED_AWAY
    if not has_free_hands(s, actor):
        return HANDS_FULL
    if s.card_setting.secret and thing >= 0:
        return HIDDEN_OBJECT
    if thing < 0:
        return NOT_IN_THIS_GAME if not s.card_setting.secret else LEGAL if objects_of(s, victim) else NOTHING_TO_STEAL
    return LEGAL if thing in objects_of(s, victim) else NOTHING_TO_STEAL


def steal(s: CardState, actor: int, victim: int, thing: int) -> None:
    begin_action(s, actor, card_actions.STEAL)
    things = objects_of(s, victim)
    if thing < 0 and len(things) > 1:
        s.stack.append(frame(OBJECT_DRAW, CHANCE, victim | actor << THIEF_SHIFT))
    else:
        get(s, actor, victim, things[0] if thing < 0 else thing)


def finish_theft(s: CardState, thing: int) -> None:
    """OPT-12: finish a theft after chance has drawn the object."""
    argument = frame_argument(s.stack.pop())
    get(s, argument >> THIEF_SHIFT, argument & VICTIM_MASK, thing)


def get(s: CardState, actor: int, victim: int, thing: int) -> None:
    hand_to(s, thing, actor)
    s.note(STOLE, actor, thing, victim)
    finish_action(s)
