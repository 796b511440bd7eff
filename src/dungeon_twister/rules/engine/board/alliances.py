"""Group combat with allies (ALLY-20 to ALLY-24): who may join which side, who is asked when, who takes part."""

from __future__ import annotations

from typing import Final

from dungeon_twister.rules.engine import actions
from dungeon_twister.rules.engine.board import actions as board_actions
from dungeon_twister.rules.engine.board.decisions import JOINING
from dungeon_twister.rules.engine.board.events import JOINED
from dungeon_twister.rules.engine.board.refusals import CANNOT_JOIN
from dungeon_twister.rules.engine.board.state import BoardState
from dungeon_twister.rules.engine.decisions import frame
from dungeon_twister.rules.engine.refusals import LEGAL, NOT_IN_THIS_GAME
from dungeon_twister.rules.engine.state import BLOCKED, UNDER

OUT: Final = 0
ATTACK: Final = 1
DEFENCE: Final = 2
SIDES: Final = ("no", "attack", "defence")


def in_contact(s: BoardState, token: int, other: int) -> bool:
    return s.loc[other] in s.maze.ways_from(s.loc[token])


def fit(s: BoardState, player: int) -> list[int]:
    """Return a player's unwounded, unblocked characters on the board."""
    men = [token for token in s.setting.characters_of[player] if 0 <= s.loc[token] < UNDER and not s.status[token] & BLOCKED]
    return [token for token in men if s.stand[s.loc[token]] == token]


def helpers(s: BoardState, player: int) -> list[int]:
    """ALLY-21: K(c), a player's characters in contact with the attacker or the target."""
    return [token for token in fit(s, player) if in_contact(s, token, s.attacker) or in_contact(s, token, s.defender)]


def open_sides(s: BoardState, player: int) -> int:
    """ALLY-21: Return the sides a player may join now, as bits of ATTACK and DEFENCE."""
    sides = 0
    for side, enemy, leader in ((ATTACK, DEFENCE, s.defender), (DEFENCE, ATTACK, s.attacker)):
        enemies = [leader] + [token for other, on in enumerate(s.sides) if on == enemy for token in fit(s, other)]
        if any(in_contact(s, token, other) for token in helpers(s, player) for other in enemies):
            sides |= side
    return sides


def ask_to_join(s: BoardState) -> bool:
    """ALLY-20, ALLY-22: put the two leaders' players on their sides, then ask the others. True if there is nobody to ask."""
    sides = {s.setting.owner[s.attacker]: ATTACK, s.setting.owner[s.defender]: DEFENCE}
    s.sides = [sides.get(player, OUT) for player in range(s.setting.players)]
    s.asked = [0] * s.setting.players
    return ask_next(s)


def ask_next(s: BoardState) -> bool:
    """ALLY-22: ask the next player who may join a side that was not open when last asked. True if nobody is left to ask."""
    for distance in range(1, s.setting.players):
        player = (s.active + distance) % s.setting.players
        if s.sides[player] == OUT and open_sides(s, player) & ~s.asked[player]:
            s.stack.append(frame(JOINING, player))
            return False
    return True


def join_choices(s: BoardState) -> list[int]:
    sides = open_sides(s, s.decider())
    return [actions.pack(board_actions.JOIN, side) for side in (OUT, ATTACK, DEFENCE) if side == OUT or sides & side]


def refuse_join(s: BoardState, side: int) -> int:
    if side > DEFENCE:
        return NOT_IN_THIS_GAME
    return LEGAL if side == OUT or open_sides(s, s.decider()) & side else CANNOT_JOIN


def join(s: BoardState, side: int) -> bool:
    """ALLY-22: a player who has joined stays. True if nobody is left to ask."""
    player = s.decider()
    s.stack.pop()
    s.asked = [asked | open_sides(s, player) if p == player else asked for p, asked in enumerate(s.asked)]
    s.sides = [side if p == player else on for p, on in enumerate(s.sides)]
    s.note(JOINED, player, side)
    return ask_next(s)


def participants(s: BoardState) -> int:
    """ALLY-23: the two leaders, all helpers of the joined players, and, repeatedly, their characters in contact with an enemy
    participant; as bits."""
    found = [s.attacker, s.defender]
    for player, side in enumerate(s.sides):
        if side != OUT:
            found += [token for token in helpers(s, player) if token not in found]
    grown = True
    while grown:
        grown = False
        for player, side in enumerate(s.sides):
            for token in fit(s, player) if side != OUT else []:
                enemies = [other for other in found if s.sides[s.setting.owner[other]] != side]
                if token not in found and any(in_contact(s, token, other) for other in enemies):
                    found.append(token)
                    grown = True
    return sum(1 << token for token in found)
