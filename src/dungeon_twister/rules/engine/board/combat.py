"""Combat and group combat (sections 14 and 15)."""

from __future__ import annotations

from dungeon_twister.rules.engine import actions
from dungeon_twister.rules.engine.board import alliances
from dungeon_twister.rules.engine.board.movement import on_shared_line
from dungeon_twister.rules.engine.board.refusals import (
    HURT_THIS_TURN,
    NO_CONTACT,
    NOT_AN_ENEMY,
    NOT_IN_PLAY,
    PEACE_ON_LINE,
    ROOMS_STILL_HIDDEN,
    TARGET_IS_CARRIED,
)
from dungeon_twister.rules.engine.board.state import BoardState
from dungeon_twister.rules.engine.board.turns import begin_action, finish_action, refuse_actor
from dungeon_twister.rules.engine.board.wounds import eliminate, wound
from dungeon_twister.rules.engine.decisions import CHOOSE_COMBAT, frame
from dungeon_twister.rules.engine.events import ATTACKED
from dungeon_twister.rules.engine.pieces import ARMOR, SWORD
from dungeon_twister.rules.engine.refusals import LEGAL, NOT_IN_THIS_GAME
from dungeon_twister.rules.engine.shared.duel import reveal_cards
from dungeon_twister.rules.engine.state import BLOCKED, HURT, UNDER, WOUNDED


def refuse_attack(s: BoardState, actor: int, target: int) -> int:
    """COMBAT-1 to COMBAT-4: an enemy in contact, not wounded this turn, not carried."""
    refusal = refuse_actor(s, actor)
    if refusal != LEGAL:
        return refusal
    if target >= s.setting.tokens or not s.setting.is_character[target]:
        return NOT_IN_THIS_GAME
    if s.board_setting.side[target] == s.board_setting.team_of[s.active]:
        return NOT_AN_ENEMY
    square = s.loc[target]
    if not 0 <= square < UNDER:
        return NOT_IN_PLAY
    if square not in s.maze.ways_from(s.loc[actor]):
        return NO_CONTACT
    if s.status[target] & WOUNDED and s.stand[square] >= 0:
        return TARGET_IS_CARRIED
    return HURT_THIS_TURN if s.status[target] & HURT else refuse_peace(s, target)


def refuse_peace(s: BoardState, target: int) -> int:
    """LINE-4 b, ALLY-6: no attacks on a shared line, nor, in a `quiet` scenario, before all rooms are revealed."""
    scenario = s.board_setting.board_scenario
    if scenario.quiet and -1 in s.maze.room_of:
        return ROOMS_STILL_HIDDEN
    if scenario.shared and on_shared_line(s, target):
        return PEACE_ON_LINE
    return LEGAL


def attack(s: BoardState, actor: int, target: int) -> None:
    """COMBAT-5, COMBAT-6: find the participants, then let both players choose a card in secret."""
    begin_action(s, actor, actions.ATTACK)
    s.attacker = actor
    s.defender = target
    if not s.board_setting.board_scenario.joins:
        lay_cards(s, participants(s, actor, target))
    elif alliances.ask_to_join(s):
        lay_cards(s, alliances.participants(s))


def join(s: BoardState, side: int) -> None:
    """ALLY-22, ALLY-25: lay the cards when everybody has decided."""
    if alliances.join(s, side):
        lay_cards(s, alliances.participants(s))


def lay_cards(s: BoardState, fighters: int) -> None:
    """COMBAT-6, ALLY-25: each player with a participant chooses a card in secret; the attacker is asked first."""
    s.fighters = fighters
    s.note(ATTACKED, s.attacker, s.defender, fighters)
    first, owners = s.setting.owner[s.attacker], [s.setting.owner[token] for token in fighting(s)]
    for distance in range(s.setting.players - 1, -1, -1):
        player = (first + distance) % s.setting.players
        if player in owners and s.resigned >> player & 1:
            s.set_chosen(player, 0)  # MP-17 a
        elif player in owners:
            s.stack.append(frame(CHOOSE_COMBAT, player))


def fighting(s: BoardState) -> list[int]:
    return [token for token in range(s.setting.tokens) if s.fighters >> token & 1]


def attacks(s: BoardState, player: int) -> bool:
    """Return whether a player is on the attacking side."""
    return s.sides[player] == alliances.ATTACK if s.sides else player == s.setting.owner[s.attacker]


def participants(s: BoardState, actor: int, target: int) -> int:
    """GROUP-1 to GROUP-5: extend the participants of the two colours by contact until nothing changes, as bits. Shared lines
    add nobody (LINE-4 b); only the attacker may stand there (LINE-4 c)."""
    owner = s.setting.owner
    colours = (owner[actor], owner[target])
    found = 1 << actor | 1 << target
    waiting = [actor, target]
    while waiting:
        fighter = waiting.pop()
        for square in s.maze.ways_from(s.loc[fighter]):
            other: int = s.stand[square] if square >= 0 else -1
            if (
                other >= 0
                and not found >> other & 1
                and owner[other] in colours
                and owner[other] != owner[fighter]
                and not s.status[other] & BLOCKED
                and not (s.board_setting.board_scenario.shared and on_shared_line(s, other))
            ):
                found |= 1 << other
                waiting.append(other)
    return found


def side_value(s: BoardState, player: int, attacking: bool) -> int:
    """COMBAT-7, COMBAT-10, COMBAT-11: combat values, Swords of attackers, Armor of defenders; without the card."""
    bonus = SWORD if attacking else ARMOR
    total = 0
    for token in fighters_of(s, player):
        if not s.status[token] & WOUNDED:
            total += s.setting.combat[token]
        item: int = s.item[s.loc[token]]
        if item >= 0 and s.setting.capabilities[item] & bonus:
            total += 1
    return total


def fighters_of(s: BoardState, player: int) -> list[int]:
    return [token for token in s.setting.characters_of[player] if s.fighters >> token & 1]


def resolve(s: BoardState) -> None:
    """COMBAT-7, COMBAT-12 to COMBAT-18: compare, wound and eliminate the losers, score, end the action."""
    players = [player for player in range(s.setting.players) if fighters_of(s, player)]
    players.sort(key=lambda player: (player - s.active) % s.setting.players)
    values = [side_value(s, player, attacks(s, player)) for player in players]
    cards = reveal_cards(s, players, values)
    totals = [0, 0]
    for player, value, card in zip(players, values, cards, strict=True):
        totals[0 if attacks(s, player) else 1] += value + card
    if totals[0] != totals[1]:
        _suffer(s, [player for player in players if attacks(s, player) == (totals[0] < totals[1])])
    forget_combat(s)
    finish_action(s)


def _suffer(s: BoardState, losers: list[int]) -> None:
    """COMBAT-13 to COMBAT-18: the effects on the losers; in a combat with allies every winner scores for each victim
    (ALLY-8)."""
    winners = [player for player in range(s.setting.players) if fighters_of(s, player) and player not in losers]
    scorer = -1 if s.board_setting.wounds_score else winners[0]
    for token in [token for player in losers for token in fighters_of(s, player)]:
        victims = 1 + (s.stand[s.loc[token]] == token and s.down[s.loc[token]] >= 0)  # with carried wounded (COMBAT-15)
        if s.status[token] & WOUNDED:
            eliminate(s, token, scorer)
        else:
            wound(s, token, scorer)
        if s.board_setting.wounds_score:
            for player in winners:
                s.score(player, victims)


def forget_combat(s: BoardState) -> None:
    s.attacker = -1
    s.defender = -1
    s.fighters = 0
    s.sides = []
    s.asked = []
