"""The turn and its action points (section 11), and who may act (ACT-1, CONV-5)."""

from __future__ import annotations

from typing import Final

from dungeon_twister.rules.engine.card.ending import check_victory, count_turn
from dungeon_twister.rules.engine.card.events import TURN_SKIPPED
from dungeon_twister.rules.engine.card.players import opponent
from dungeon_twister.rules.engine.card.refusals import (
    ACTOR_SPENT,
    ACTOR_WOUNDED,
    NO_AP,
    NOT_IN_PLAY,
    NOT_YOURS,
)
from dungeon_twister.rules.engine.card.state import LASTING, CardState
from dungeon_twister.rules.engine.decisions import ACT, frame
from dungeon_twister.rules.engine.events import ACTION_BEGAN, TURN_BEGAN, TURN_ENDED
from dungeon_twister.rules.engine.refusals import LEGAL, NOT_IN_THIS_GAME
from dungeon_twister.rules.engine.state import BLOCKED, WOUNDED

FIRST_AP: Final = 2  # AP-2
AP_PER_TURN: Final = 3
MOST_KEPT: Final = 3  # AP-4


def begin_turn(s: CardState, player: int) -> None:
    """AP-1 to AP-3: gain points and add those kept."""
    s.active = player
    s.turn += 1
    s.ap = s.kept_ap[player] + (FIRST_AP if s.turn == 1 else AP_PER_TURN)
    s.set_kept_ap(player, 0)
    s.stack.append(frame(ACT, player))
    s.note(TURN_BEGAN, player, s.turn)


def end_turn(s: CardState) -> None:
    """AP-4, STA-3, MOV-15: keep at most 3 points, remove the marks of the turn, and begin the other player's turn."""
    player = s.active
    s.stack.pop()
    s.set_kept_ap(player, min(s.ap, MOST_KEPT))
    s.ap = 0
    s.late = False
    if s.marked:
        s.clear_entries()
        s.clear_marks(LASTING)
    s.note(TURN_ENDED, player)
    if not count_turn(s):
        _next_turn(s, opponent(player))


def _next_turn(s: CardState, player: int) -> None:
    """END-3: skip a player without characters; the turn still counts."""
    if s.has_characters(player):
        begin_turn(s, player)
        return
    s.turn += 1
    s.note(TURN_SKIPPED, player)
    if not count_turn(s):
        begin_turn(s, opponent(player))


def refuse_character(s: CardState, token: int) -> int:
    """Refuse a token that is not a character in play."""
    if token >= s.setting.tokens or not s.setting.is_character[token]:
        return NOT_IN_THIS_GAME
    return LEGAL if s.in_play(token) else NOT_IN_PLAY


def refuse_own(s: CardState, token: int) -> int:
    """ACT-1: only characters of the active player act."""
    if token >= s.setting.tokens or not s.setting.is_character[token]:
        return NOT_IN_THIS_GAME
    if s.setting.owner[token] != s.active:
        return NOT_YOURS
    return LEGAL if s.in_play(token) else NOT_IN_PLAY


def refuse_able(s: CardState, token: int) -> int:
    """CONV-5: an own character in play, unwounded and not spent."""
    refusal = refuse_own(s, token)
    if refusal != LEGAL:
        return refusal
    if s.status[token] & WOUNDED:
        return ACTOR_WOUNDED
    return ACTOR_SPENT if s.status[token] & BLOCKED else LEGAL


def refuse_actor(s: CardState, token: int) -> int:
    """CONV-5, ACT-1: able, and there is a point to pay with."""
    refusal = refuse_able(s, token)
    if refusal != LEGAL:
        return refusal
    return LEGAL if s.ap else NO_AP


def is_able(s: CardState, token: int) -> bool:
    return s.in_play(token) and not s.status[token] & (WOUNDED | BLOCKED)


def begin_action(s: CardState, token: int, kind: int, free: bool = False) -> None:
    """ACT-1: pay the action when it is declared; a free combat costs nothing (SAM-1)."""
    if not free:
        s.ap -= s.setting.costs[kind]
    s.acted |= 1 << s.active
    s.note(ACTION_BEGAN, token, kind)


def finish_action(s: CardState) -> None:
    """END-1, END-4: check for a winner after every action. The end of the turn is checked before the next action."""
    check_victory(s)
