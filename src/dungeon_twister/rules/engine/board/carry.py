"""Objects, wounded characters, carrying (section 8): take, put down, swap, all free and part of a journey.

Carrying means sharing the square (CARRY-2): tokens that lie with an unwounded character of one's own are its load. So taking,
putting down and swapping on its square also mean taking from it, giving to it and exchanging with it (CARRY-9).
"""

from __future__ import annotations

from dungeon_twister.rules.engine import actions
from dungeon_twister.rules.engine.actions import FIRST_SHIFT
from dungeon_twister.rules.engine.board.events import FELL, SWAPPED
from dungeon_twister.rules.engine.board.pits import has_hold, rope_on
from dungeon_twister.rules.engine.board.refusals import (
    FRIEND_WOULD_FALL,
    HANDS_EMPTY,
    HANDS_FULL,
    HANDS_FULL_OVER_PIT,
    NOT_HERE,
    NOT_ON_PIT,
    NOT_WITH_ENEMY,
    ROPE_NEEDS_HOLD,
    SAME_KIND_TWICE,
    SEEN_BEFORE,
    TOO_MANY_TOKENS,
    WOUNDED_ENEMY,
    WOUNDED_WOULD_FALL,
)
from dungeon_twister.rules.engine.board.state import BoardState
from dungeon_twister.rules.engine.board.wounds import eliminate
from dungeon_twister.rules.engine.events import DROPPED, TOOK
from dungeon_twister.rules.engine.pieces import CLIMBS
from dungeon_twister.rules.engine.refusals import LEGAL
from dungeon_twister.rules.geometry.rooms import PIT


def bearer_of(s: BoardState, token: int) -> int:
    """Return the bearer of a token on a square: the character that stands there (CARRY-2), during a journey only the traveller
    that took the token up; or -1."""
    if s.mover >= 0 and token in (s.mover, s.load):
        return s.mover if token == s.load else -1
    bearer = s.stand[s.loc[token]]
    return bearer if bearer != token else -1


def handling_choices(s: BoardState) -> list[int]:
    """Return what the traveller may take, put down or swap on its square, before looking ahead to the end of the journey."""
    found: list[int] = []
    if s.load < 0:
        for token in s.tokens_lying_on(s.at):
            if refuse_take(s, token) == LEGAL:
                found.append(actions.TAKE | token << FIRST_SHIFT)
    else:
        if refuse_drop(s) == LEGAL:
            found.append(actions.DROP)
        for token in s.tokens_lying_on(s.at):
            if refuse_swap(s, token) == LEGAL:
                found.append(actions.SWAP | token << FIRST_SHIFT)
    return found


def makes_heap(s: BoardState, choice: int) -> bool:
    """CARRY-18a: Return whether the choice leaves the load on a square with another token of its kind."""
    if s.load < 0:
        return False
    kept = s.down[s.at] if s.setting.is_character[s.load] else s.item[s.at]
    return kept >= 0 and (choice == actions.DROP or actions.first_of(choice) != kept)


def refuse_take(s: BoardState, token: int) -> int:
    """CARRY-5, CARRY-9, CARRY-11, PIT-9: with empty hands, a token on this square, even a friend's or a wounded character's
    load."""
    if s.load >= 0:
        return HANDS_FULL
    refusal = _refuse_touching(s, token)
    if refusal != LEGAL:
        return refusal
    if s.seen >> (token + 1) & 1:
        return SEEN_BEFORE
    if s.maze.terrain[s.at] == PIT and token == s.item[s.at]:
        return _refuse_without_rope(s, token)
    return LEGAL


def refuse_drop(s: BoardState) -> int:
    """CARRY-6, CARRY-10, PIT-8, PIT-10: leave the load; a friend and a pit never hold more than one token (CARRY-18a)."""
    if s.load < 0:
        return HANDS_EMPTY
    at = s.at
    friend: int = s.stand[at]
    if friend >= 0 and s.setting.owner[friend] != s.setting.owner[s.mover]:
        return NOT_WITH_ENEMY
    pit = s.maze.terrain[at] == PIT
    if (friend >= 0 or pit) and (s.down[at] if s.setting.is_character[s.load] else s.item[at]) >= 0:
        return SAME_KIND_TWICE
    if friend >= 0 and (s.down[at] >= 0 or s.item[at] >= 0):
        return TOO_MANY_TOKENS
    if s.seen & 1:
        return SEEN_BEFORE
    if pit and friend < 0:
        return _refuse_leaving_on_pit(s)
    return LEGAL


def refuse_swap(s: BoardState, token: int) -> int:
    """CARRY-8, CARRY-9, CARRY-11: exchange the load for a token on the same square; on a pit only with a friend (PIT-9)."""
    if s.load < 0:
        return HANDS_EMPTY
    refusal = _refuse_touching(s, token)
    if refusal != LEGAL:
        return refusal
    at = s.at
    if s.seen >> (token + 1) & 1:
        return SEEN_BEFORE
    if s.maze.terrain[at] != PIT:
        return LEGAL
    if s.stand[at] < 0:
        return HANDS_FULL_OVER_PIT
    if token == s.item[at] and not s.board_setting.is_rope[s.load]:
        return _refuse_without_rope(s, token)
    return LEGAL


def _refuse_touching(s: BoardState, token: int) -> int:
    """CARRY-12, CARRY-13: only tokens of this square, not where an unwounded enemy stands, and no wounded enemy."""
    if token != s.item[s.at] and token != s.down[s.at] and not (token in s.surplus and s.loc[token] == s.at):
        return NOT_HERE
    owner = s.setting.owner[s.mover]
    other: int = s.stand[s.at]
    if other >= 0 and s.setting.owner[other] != owner:
        return NOT_WITH_ENEMY
    if s.setting.is_character[token] and s.board_setting.side[token] != s.board_setting.side[s.mover]:
        return WOUNDED_ENEMY
    return LEGAL


def _refuse_leaving_on_pit(s: BoardState) -> int:
    """PIT-8, PIT-10: on a pit only the Rope may stay without a bearer, and only with its hold."""
    if not s.board_setting.is_rope[s.load]:
        return NOT_ON_PIT
    return LEGAL if has_hold(s, s.at, s.setting.owner[s.mover]) else ROPE_NEEDS_HOLD


def _refuse_without_rope(s: BoardState, token: int) -> int:
    """CARRY-17, PIT-14: refuse to take a Rope that a friend on the pit needs."""
    if not s.board_setting.is_rope[token]:
        return LEGAL
    friend: int = s.stand[s.at]
    if friend >= 0 and not s.setting.capabilities[friend] & CLIMBS:
        return FRIEND_WOULD_FALL
    wounded: int = s.down[s.at]
    if friend < 0 and wounded >= 0 and s.board_setting.side[wounded] == s.board_setting.side[s.mover]:
        return WOUNDED_WOULD_FALL
    return LEGAL


def take(s: BoardState, token: int) -> None:
    s.lift(token)
    _hold(s, token)
    s.note(TOOK, s.mover, token)
    _let_fall(s)


def drop(s: BoardState) -> None:
    s.note(DROPPED, s.mover, s.load)
    s.put(s.load, s.at)
    s.load = -1
    s.seen |= 1


def swap(s: BoardState, token: int) -> None:
    """Put the load down and take the other token at the same moment."""
    laid = s.load
    s.note(SWAPPED, s.mover, laid, token)
    s.lift(token)
    s.put(laid, s.at)
    _hold(s, token)
    _let_fall(s)


def _hold(s: BoardState, token: int) -> None:
    s.load = token
    s.seen |= 1 << (token + 1)


def _let_fall(s: BoardState) -> None:
    """PIT-13: a wounded enemy whose Rope was taken falls at once; the taker's owner scores."""
    wounded: int = s.down[s.at]
    if wounded >= 0 and s.stand[s.at] < 0 and s.maze.terrain[s.at] == PIT and not rope_on(s, s.at):
        s.note(FELL, wounded)
        eliminate(s, wounded, s.setting.owner[s.mover])
        s.seen = 1 << (s.load + 1)  # the Rope was with the fallen, so putting it down repeats nothing (CARRY-19)
