"""The Telekineticist (TKN): an object moves by itself, and is put down or given to a character."""

from __future__ import annotations

from typing import Final

from dungeon_twister.rules.engine.actions import FIRST_SHIFT, SECOND_SHIFT
from dungeon_twister.rules.engine.card import actions as card_actions
from dungeon_twister.rules.engine.card.events import LIFTED, RECEIVED
from dungeon_twister.rules.engine.card.handling import hand_to, lay_down
from dungeon_twister.rules.engine.card.pieces import MOVES_OBJECTS
from dungeon_twister.rules.engine.card.refusals import (
    CARRIED_AWAY,
    NO_ABILITY,
    NO_TRANSPORT,
    NOT_HERE,
    NOTHING_CHANGES,
    OBJECT_OUT_OF_REACH,
    RECEIVER_CARRIES,
    RECEIVER_WOUNDED,
    TOO_FAR,
)
from dungeon_twister.rules.engine.card.state import CardState
from dungeon_twister.rules.engine.card.turns import begin_action, finish_action, refuse_actor, refuse_character
from dungeon_twister.rules.engine.refusals import LEGAL, NOT_IN_THIS_GAME
from dungeon_twister.rules.engine.state import WOUNDED
from dungeon_twister.rules.geometry.zone_plan import LETTER_COUNT

NOBODY: Final[list[int]] = []
PLACE_SHIFT: Final = 8  # above the object: the spot where it ends; above that the receiver + 1, or 0
RECEIVER_SHIFT: Final = 16
THING_MASK: Final = 255
SPOT_MASK: Final = 255


def lift_choices(s: CardState, actor: int, found: list[int]) -> None:
    place = s.loc[actor]
    first = place - place % LETTER_COUNT  # zone of her room
    beyond = first + LETTER_COUNT if place < s.maze.plan.zones else first
    occupied, zones = s.occupied(), s.maze.plan.zones
    for thing in s.things:
        holder, lies = s.carrier[thing], s.loc[thing]
        if holder == actor or (holder < 0 and first <= lies < beyond):
            for spot in ends(s, actor, thing):
                lifting = card_actions.LIFT | actor << FIRST_SHIFT | (thing | spot << PLACE_SHIFT) << SECOND_SHIFT
                if holder >= 0 or lies != spot:
                    found.append(lifting)
                if spot < zones and occupied >> spot & 1 == 0:
                    continue  # nobody is there
                for receiver in everybody_at(s, spot):
                    if refuse_end(s, actor, thing, spot, receiver) == LEGAL:
                        found.append(lifting | (receiver + 1) << RECEIVER_SHIFT + SECOND_SHIFT)


def in_reach(s: CardState, actor: int, thing: int) -> bool:
    """TKN-1, TKN-4: Return whether an object is in her hands, or lies in any zone of her room."""
    holder, place = s.carrier[thing], s.loc[actor]
    if holder >= 0 or place >= s.maze.plan.zones:
        return holder == actor
    return s.in_play(thing) and s.loc[thing] // LETTER_COUNT == place // LETTER_COUNT


def ends(s: CardState, actor: int, thing: int) -> list[int]:
    """TKN-2: Return the zones and starting zones the object can reach."""
    return s.maze.drift(s.loc[actor] if s.carrier[thing] == actor else s.loc[thing])


def everybody_at(s: CardState, spot: int) -> list[int]:
    if not (s.count_at(0, spot) or s.count_at(1, spot)):
        return NOBODY
    return [man for men in s.men for man in men if s.in_play(man) and s.spot(s.loc[man]) == spot]


def refuse_end(s: CardState, actor: int, thing: int, spot: int, receiver: int) -> int:
    """TKN-2, TKN-2a, TKN-3: something must change; a receiver is unwounded, carries nothing and is not a Ghost."""
    if receiver == s.carrier[thing] and (receiver >= 0 or s.loc[thing] == spot):
        return NOTHING_CHANGES
    if receiver < 0:
        return LEGAL
    if s.carrier[receiver] >= 0:
        return CARRIED_AWAY
    if s.status[receiver] & WOUNDED:
        return RECEIVER_WOUNDED
    if s.held[receiver]:
        return RECEIVER_CARRIES
    return LEGAL if s.card_setting.strength[receiver] else NO_TRANSPORT


def refuse_lift(s: CardState, actor: int, thing: int, spot: int, receiver: int) -> int:
    """TKN-1 to TKN-4."""
    refusal = refuse_actor(s, actor)
    if refusal != LEGAL:
        return refusal
    if not s.setting.capabilities[actor] & MOVES_OBJECTS:
        return NO_ABILITY
    if thing >= s.setting.tokens or s.setting.is_character[thing] or spot >= s.maze.plan.places or s.spot(spot) != spot:
        return NOT_IN_THIS_GAME
    if not in_reach(s, actor, thing):
        return OBJECT_OUT_OF_REACH
    if spot not in ends(s, actor, thing):
        return TOO_FAR
    if receiver >= 0:
        refusal = refuse_character(s, receiver)
        if refusal != LEGAL:
            return refusal
        if s.spot(s.loc[receiver]) != spot:
            return NOT_HERE
    return refuse_end(s, actor, thing, spot, receiver)


def lift_object(s: CardState, actor: int, thing: int, spot: int, receiver: int) -> None:
    begin_action(s, actor, card_actions.LIFT)
    s.note(LIFTED, actor, thing, spot)
    if receiver >= 0:
        hand_to(s, thing, receiver)
        s.note(RECEIVED, receiver, thing)
    else:
        lay_down(s, thing, spot)
    finish_action(s)
