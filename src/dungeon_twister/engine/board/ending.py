"""End of the board game: target, ties, stalemate (section 21)."""

from __future__ import annotations

from dungeon_twister.engine.board.options import FIRST_TO_TARGET, IMMEDIATE
from dungeon_twister.engine.board.state import BoardState
from dungeon_twister.engine.shared.ending import finish, most_points, nobody_left


def watch_target(s: BoardState) -> None:
    """After every action: remember who reached the target first, and stop at once with `immediate` (END-2, END-3, END-4)."""
    if s.reached == 0:
        target = s.setting.target
        for player, points in enumerate(s.vp):
            if points >= target:
                s.reached |= 1 << player
    if s.reached and s.board.switches.end_rule == IMMEDIATE:
        finish(s, leaders(s))


def leaders(s: BoardState) -> int:
    """Those with the most VP; with `firstToTarget` the one who was there first if he is among them (END-2 to END-4)."""
    tied = most_points(s)
    if s.board.switches.tie_break == FIRST_TO_TARGET and tied & s.reached:
        return tied & s.reached
    return tied


def check_end_of_turn(s: BoardState) -> bool:
    """END-2, STALL-3 and STALL-6, at the end of a turn."""
    if s.reached or nobody_left(s) or stalled(s):
        finish(s, leaders(s))
    return s.over


def stalled(s: BoardState) -> bool:
    """STALL-6: every player with characters left has had `stallLimit` turns without progress."""
    limit = s.board.switches.stall_limit
    if limit == 0:
        return False
    return all(s.idle[player] >= limit or not s.has_characters(player) for player in range(s.setting.players))


def count_idle_turn(s: BoardState, player: int) -> None:
    """STALL-5, STALL-6: a turn with progress sets every count back; one without adds to its player's count."""
    if s.progress:
        for other in range(s.setting.players):
            s.idle[other] = 0
        s.progress = False
    else:
        s.idle[player] += 1
