"""Combat and group combat (sections 14 and 15)."""

from __future__ import annotations

from dungeon_twister.engine import actions
from dungeon_twister.engine.board.refusals import HURT_THIS_TURN, NO_CONTACT, NOT_AN_ENEMY, NOT_IN_PLAY, TARGET_IS_CARRIED
from dungeon_twister.engine.board.state import BoardState
from dungeon_twister.engine.board.turns import begin_action, finish_action, refuse_actor
from dungeon_twister.engine.board.wounds import eliminate, wound
from dungeon_twister.engine.decisions import CHOOSE_COMBAT, frame
from dungeon_twister.engine.events import ATTACKED
from dungeon_twister.engine.pieces import ARMOR, SWORD
from dungeon_twister.engine.refusals import LEGAL, NOT_IN_THIS_GAME
from dungeon_twister.engine.shared.duel import reveal_cards
from dungeon_twister.engine.state import BLOCKED, HURT, UNDER, WOUNDED


def refuse_attack(s: BoardState, actor: int, target: int) -> int:
    """COMBAT-1 to COMBAT-4: an enemy in contact, not wounded this turn, not carried."""
    refusal = refuse_actor(s, actor)
    if refusal != LEGAL:
        return refusal
    if target >= s.setting.tokens or not s.setting.is_character[target]:
        return NOT_IN_THIS_GAME
    if s.setting.owner[target] == s.active:
        return NOT_AN_ENEMY
    square = s.loc[target]
    if not 0 <= square < UNDER:
        return NOT_IN_PLAY
    here = s.loc[actor] * 4
    if square not in s.maze.way[here : here + 4]:
        return NO_CONTACT
    if s.status[target] & WOUNDED and s.stand[square] >= 0:
        return TARGET_IS_CARRIED
    return HURT_THIS_TURN if s.status[target] & HURT else LEGAL


def attack(s: BoardState, actor: int, target: int) -> None:
    """COMBAT-5, COMBAT-6: find the participants, then both choose a card, unseen by each other."""
    begin_action(s, actor, actions.ATTACK)
    s.attacker = actor
    s.defender = target
    s.fighters = participants(s, actor, target)
    s.note(ATTACKED, actor, target, s.fighters)
    s.stack.append(frame(CHOOSE_COMBAT, s.setting.owner[target]))
    s.stack.append(frame(CHOOSE_COMBAT, s.setting.owner[actor]))


def participants(s: BoardState, actor: int, target: int) -> int:
    """GROUP-1 to GROUP-5: the fixed point of contact between the two colours, as bits."""
    owner, way = s.setting.owner, s.maze.way
    colours = (owner[actor], owner[target])
    found = 1 << actor | 1 << target
    waiting = [actor, target]
    while waiting:
        fighter = waiting.pop()
        here = s.loc[fighter] * 4
        for side in range(here, here + 4):
            square = way[side]
            other = s.stand[square] if square >= 0 else -1
            if (
                other >= 0
                and not found >> other & 1
                and owner[other] in colours
                and owner[other] != owner[fighter]
                and not s.status[other] & BLOCKED
            ):
                found |= 1 << other
                waiting.append(other)
    return found


def side_value(s: BoardState, player: int, attacking: bool) -> int:
    """COMBAT-7, COMBAT-10, COMBAT-11: combat values, Swords of attackers, Armor of defenders; the card not yet counted."""
    bonus = SWORD if attacking else ARMOR
    total = 0
    for token in fighters_of(s, player):
        if not s.status[token] & WOUNDED:
            total += s.setting.combat[token]
        item = s.item[s.loc[token]]
        if item >= 0 and s.setting.capabilities[item] & bonus:
            total += 1
    return total


def fighters_of(s: BoardState, player: int) -> list[int]:
    return [token for token in s.setting.characters_of[player] if s.fighters >> token & 1]


def resolve(s: BoardState) -> None:
    """COMBAT-7, COMBAT-12 to COMBAT-18: compare, wound and eliminate the losers, score, end the action."""
    attacker = s.setting.owner[s.attacker]
    defender = s.setting.owner[s.defender]
    cards = reveal_cards(s, [attacker, defender], [side_value(s, attacker, True), side_value(s, defender, False)])
    ours = side_value(s, attacker, True) + cards[0]
    theirs = side_value(s, defender, False) + cards[1]
    if ours != theirs:
        loser, winner = (attacker, defender) if ours < theirs else (defender, attacker)
        for token in fighters_of(s, loser):
            if s.status[token] & WOUNDED:
                eliminate(s, token, winner)
            else:
                wound(s, token, winner)
    s.attacker = -1
    s.defender = -1
    s.fighters = 0
    finish_action(s)
