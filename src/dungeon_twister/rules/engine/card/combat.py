"""Close combat (section 16): targets, participants, results; shots and spears use the same ending."""

from __future__ import annotations

from typing import Final

from dungeon_twister.rules.engine import actions
from dungeon_twister.rules.engine.actions import FIRST_SHIFT, SECOND_SHIFT
from dungeon_twister.rules.engine.card.duel import begin_card_phase, laid_cards
from dungeon_twister.rules.engine.card.events import SHOT, SPEARED
from dungeon_twister.rules.engine.card.pieces import FATAL_BLOW, FIGHTS_FREE, HUNTS_UNDEAD, SPEAR, UNDEAD
from dungeon_twister.rules.engine.card.players import opponent
from dungeon_twister.rules.engine.card.refusals import (
    HURT_THIS_TURN,
    NO_COMBAT,
    NO_FREE_COMBAT,
    NOT_AN_ENEMY,
    NOT_IN_AREA,
    TARGET_CARRIED,
)
from dungeon_twister.rules.engine.card.state import CLOSE, FOUGHT, SPEARING, CardState
from dungeon_twister.rules.engine.card.turns import (
    begin_action,
    finish_action,
    is_able,
    refuse_able,
    refuse_actor,
    refuse_character,
)
from dungeon_twister.rules.engine.card.values import fighters_of, gear_of, side_total
from dungeon_twister.rules.engine.card.wounds import carried_by, eliminate, wound
from dungeon_twister.rules.engine.events import ATTACKED, COMBAT_SHOWN, OBJECT_GONE
from dungeon_twister.rules.engine.pieces import ARMOR, SWORD
from dungeon_twister.rules.engine.refusals import LEGAL
from dungeon_twister.rules.engine.shared.duel import spend
from dungeon_twister.rules.engine.state import GONE, HURT, UNDER, WOUNDED

TARGET_MASK: Final = 255
FREE: Final = 256  # above the target: the combat costs nothing (SAM-1)
EVENT_OF_MANNER: Final = (ATTACKED, SPEARED, SHOT)


# -- starting -----------------------------------------------------------------------------------------------------------


def attack_choices(s: CardState, actor: int, found: list[int]) -> None:
    area, enemy = s.maze.relations_of(s.loc[actor]).area, opponent(s.active)
    if not area & s.places_of[enemy]:
        return
    for target in s.men[enemy]:
        if 0 <= s.loc[target] < UNDER and area >> s.loc[target] & 1 and refuse_target(s, target) == LEGAL:
            add_combat(s, actions.ATTACK, actor, target, found)


def add_combat(s: CardState, kind: int, actor: int, target: int, found: list[int]) -> None:
    """SAM-1: add the paid combat, and the free one if the character still has it."""
    if s.ap:
        found.append(kind | actor << FIRST_SHIFT | target << SECOND_SHIFT)
    if has_free_combat(s, actor):
        found.append(kind | actor << FIRST_SHIFT | (target | FREE) << SECOND_SHIFT)


def has_free_combat(s: CardState, actor: int) -> bool:
    """SAM-1: Return whether the character still has its free combat of this turn."""
    return s.setting.capabilities[actor] & FIGHTS_FREE != 0 and not s.status[actor] & FOUGHT


def refuse_fighter(s: CardState, actor: int, free: bool) -> int:
    """CMB-3, CMB-6, SAM-1: able, and able to pay or to fight for free."""
    if not s.card_setting.combat_cards:
        return NO_COMBAT
    refusal = refuse_able(s, actor) if free else refuse_actor(s, actor)
    if refusal == LEGAL and free and not has_free_combat(s, actor):
        return NO_FREE_COMBAT
    return refusal


def refuse_target(s: CardState, target: int) -> int:
    """CMB-3 to CMB-5: an enemy in play, not carried, not wounded this turn."""
    refusal = refuse_character(s, target)
    if refusal != LEGAL:
        return refusal
    if s.setting.owner[target] == s.active:
        return NOT_AN_ENEMY
    if s.carrier[target] >= 0:
        return TARGET_CARRIED
    return HURT_THIS_TURN if s.status[target] & HURT else LEGAL


def refuse_attack(s: CardState, actor: int, target: int, free: bool) -> int:
    """CMB-1 to CMB-6."""
    refusal = refuse_fighter(s, actor, free)
    if refusal == LEGAL:
        refusal = refuse_target(s, target)
    if refusal != LEGAL:
        return refusal
    return LEGAL if s.maze.relations_of(s.loc[actor]).area >> s.loc[target] & 1 else NOT_IN_AREA


def attack(s: CardState, actor: int, target: int, free: bool) -> None:
    """CMB-7: attack; all able characters in the area take part."""
    declare(s, actions.ATTACK, actor, free)
    start(s, CLOSE, actor, target, bits(able_in(s, s.active, s.maze.relations_of(s.loc[actor]).area)) | defenders(s, target))


def declare(s: CardState, kind: int, actor: int, free: bool) -> None:
    begin_action(s, actor, kind, free)
    if free:
        s.mark(actor, FOUGHT)


def able_in(s: CardState, player: int, area: int) -> list[int]:
    """CMB-7: Return a player's characters in an area that are neither wounded nor spent."""
    return [man for man in s.men[player] if is_able(s, man) and area >> s.loc[man] & 1]


def defenders(s: CardState, target: int) -> int:
    """CMB-7, CMB-8: Return the target and all unwounded characters of its side in its area (spent ones defend, WND-8)."""
    area, owner = s.maze.relations_of(s.loc[target]).area, s.setting.owner[target]
    side = [man for man in s.men[owner] if s.in_play(man) and not s.status[man] & WOUNDED and area >> s.loc[man] & 1]
    return bits(side) | 1 << target


def bits(tokens: list[int]) -> int:
    mask = 0
    for token in tokens:
        mask |= 1 << token
    return mask


def start(s: CardState, manner: int, actor: int, target: int, fighters: int) -> None:
    """Start the combat with known participants; the card phase follows (CMB-10)."""
    s.manner = manner
    s.attacker = actor
    s.defender = target
    s.fighters = fighters
    s.note(EVENT_OF_MANNER[manner], actor, target, fighters)
    begin_card_phase(s)


# -- result -------------------------------------------------------------------------------------------------------------


def resolve(s: CardState) -> None:
    """CMB-13 to CMB-20: turn the cards up, compare the totals, apply the result to the losers."""
    attacker, defender = s.setting.owner[s.attacker], s.setting.owner[s.defender]
    ours, theirs = _turn_up(s, attacker), _turn_up(s, defender)
    if ours != theirs:
        loser, winner = (attacker, defender) if ours < theirs else (defender, attacker)
        _suffer(s, loser, winner)
        if s.manner == SPEARING and loser == attacker:
            _break_spear(s)
    s.forget_combat()
    finish_action(s)


def _turn_up(s: CardState, player: int) -> int:
    """CMB-13, CMB-14: show and discard the cards of a side, return the +0 to the hand, and return the side's total."""
    cards = laid_cards(s.chosen[player])
    s.set_chosen(player, -1)
    total = side_total(s, player) + sum(cards)
    for man in fighters_of(s, player):
        if gear_of(s, man):
            s.show_all(man, SWORD if player == s.setting.owner[s.attacker] else ARMOR)
    for card in cards:
        spend(s, player, card)
        s.note(COMBAT_SHOWN, player, card, total)
    return total


def _suffer(s: CardState, loser: int, winner: int) -> None:
    """CMB-18, CMB-19, RNG-9, SPR-6: wound or eliminate the losers, except shooters and the spear user."""
    losers = [man for man in fighters_of(s, loser) if not s.shooters >> man & 1]
    fatal = [man for man in losers if _fatal_blow(s, winner, man)]  # found before any loser is removed
    hunters = [man for man in fighters_of(s, winner) if s.abilities(man) & HUNTS_UNDEAD]
    doomed = [man for man in losers if s.status[man] & WOUNDED or man in fatal]
    for man in losers:
        victims = carried_by(s, man)
        if man in doomed:
            victims.append(man)
            eliminate(s, man)
        else:
            wound(s, man)
        if hunters:
            s.score(winner, sum(s.setting.capabilities[victim] & UNDEAD != 0 for victim in victims))  # PAL-4


def _fatal_blow(s: CardState, winner: int, loser: int) -> bool:
    """ASN-1 to ASN-3: Return whether an Assassin of the winning side fought hand to hand in the same area."""
    area = s.maze.relations_of(s.loc[loser]).area
    return any(
        s.abilities(man) & FATAL_BLOW and not s.shooters >> man & 1 and area >> s.loc[man] & 1 for man in fighters_of(s, winner)
    )


def _break_spear(s: CardState) -> None:
    """SPR-6: discard the spear; its user is unharmed."""
    for thing in s.things:
        if s.carrier[thing] == s.attacker and s.setting.capabilities[thing] & SPEAR:
            s.remove(thing, GONE)
            s.progress = True
            s.note(OBJECT_GONE, thing)
            return
