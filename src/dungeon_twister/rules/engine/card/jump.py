"""Jumping over a pit (JMP)."""

from __future__ import annotations

from typing import Final

from dungeon_twister.rules.engine import actions
from dungeon_twister.rules.engine.actions import FIRST_SHIFT, SECOND_SHIFT
from dungeon_twister.rules.engine.card.leaving import leave
from dungeon_twister.rules.engine.card.movement import carry_to, has_space, is_exit, refuse_leaving
from dungeon_twister.rules.engine.card.refusals import (
    EXIT_BLOCKED,
    HAS_JUMP_CARDS,
    LANDING_HELD,
    NO_CARD_TO_SPEND,
    NO_JUMP_CARD,
    NO_PIT,
    TOO_MANY,
)
from dungeon_twister.rules.engine.card.state import CardState
from dungeon_twister.rules.engine.card.turns import begin_action, finish_action, refuse_actor
from dungeon_twister.rules.engine.events import COMBAT_SHOWN, STEPPED
from dungeon_twister.rules.engine.refusals import LEGAL, NOT_IN_THIS_GAME
from dungeon_twister.rules.engine.shared.duel import copies, spend
from dungeon_twister.rules.geometry.zone_plan import members

PLACE_MASK: Final = 255
CARD_SHIFT: Final = 8  # above the place: the combat card paid, or 0 for a jump card
BY_JUMP_CARD: Final[list[int]] = [0]
NO_CARDS: Final[list[int]] = []


def jump_choices(s: CardState, actor: int, cards: list[int], found: list[int]) -> None:
    """Add the jumps of a character. `cards` are the ways to pay."""
    reach = across(s, actor)
    if reach == 0:
        return
    # alone and free, it can land in any empty place; its own starting zone counts as one place
    free = s.entry[actor] < 0 and s.held[actor] == 0
    doubtful = reach & (s.occupied() | s.maze.plan.starting_zones[s.active]) if free else reach
    for place in members(reach):
        if doubtful >> place & 1 == 0 or refuse_landing(s, actor, place) == LEGAL:
            for card in cards:
                found.append(actions.JUMP | actor << FIRST_SHIFT | (place | card << CARD_SHIFT) << SECOND_SHIFT)


def payments(s: CardState) -> list[int]:
    """JMP-1, JMP-4: Return the ways to pay: a jump card (0), or, without one, a combat card other than the +0."""
    if s.jumps[s.active]:
        return BY_JUMP_CARD
    hand = s.combat_hand[s.active]
    return [card for card in range(1, 7) if hand >> 2 * card & 3] if hand > 3 else NO_CARDS  # more than the +0


def across(s: CardState, actor: int) -> int:
    """JMP-1, JMP-3, JMP-6: Return zones next to the same single pit, and the other end of a link over a pit. No ability
    helps."""
    return s.maze.leap(s.loc[actor])


def refuse_jump(s: CardState, actor: int, place: int, card: int) -> int:
    refusal = refuse_actor(s, actor)
    if refusal != LEGAL:
        return refusal
    if place >= s.maze.plan.places or card > 6:
        return NOT_IN_THIS_GAME
    if not across(s, actor) >> place & 1:
        return NO_PIT
    refusal = refuse_landing(s, actor, place)
    if refusal != LEGAL:
        return refusal
    if card == 0:
        return LEGAL if s.jumps[s.active] else NO_JUMP_CARD
    if s.jumps[s.active]:
        return HAS_JUMP_CARDS
    return LEGAL if copies(s.combat_hand[s.active], card) else NO_CARD_TO_SPEND


def refuse_landing(s: CardState, actor: int, place: int) -> int:
    """JMP-2, JMP-5, JMP-6: no unwounded enemy in the target, enough space, and no enemy that holds the character (MOV-13)."""
    refusal = refuse_leaving(s, actor, place)
    if refusal != LEGAL:
        return refusal
    if is_exit(s, s.active, place):
        return EXIT_BLOCKED if s.enemies_fit(s.active, place) else LEGAL
    if s.enemies_fit(s.active, place):
        return LANDING_HELD
    return LEGAL if has_space(s, actor, place) else TOO_MANY


def jump(s: CardState, actor: int, place: int, card: int) -> None:
    """JMP-1, JMP-4, JMP-5: spend the card and land with all carried items."""
    begin_action(s, actor, actions.JUMP)
    if card:
        spend(s, s.active, card)
        s.note(COMBAT_SHOWN, s.active, card, card)
    else:
        s.set_jumps(s.active, s.jumps[s.active] - 1)
        s.progress = True
    s.note(STEPPED, actor, place)
    if is_exit(s, s.active, place):
        leave(s, actor)
    else:
        carry_to(s, actor, place)
        s.set_entry(actor, -1)
    finish_action(s)
