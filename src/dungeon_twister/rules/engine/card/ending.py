"""Victory points and the end of the game (section 17)."""

from __future__ import annotations

from typing import Final

from dungeon_twister.rules.engine.card.players import opponent
from dungeon_twister.rules.engine.card.state import CardState
from dungeon_twister.rules.engine.shared.ending import NOBODY, STALL, TARGET, everybody, finish, most_points, nobody_left

QUIET_LIMIT: Final = 40  # END-5


def check_victory(s: CardState) -> bool:
    """END-1, END-4: check for a winner after every action, even in the middle of the turn."""
    target = s.setting.target
    for player in range(s.setting.players):
        if s.vp[player] >= target:
            finish(s, 1 << player, TARGET)
            return True
    if nobody_left(s):
        finish(s, most_points(s), NOBODY)
    return s.over


def count_turn(s: CardState) -> bool:
    """END-5: count the turns without progress, including skipped ones. True when this ends the game."""
    if s.progress:
        s.progress = False
        s.quiet = 0
        s.acted = 0
        return False
    s.quiet += 1
    if s.quiet >= QUIET_LIMIT:
        winners = most_points(s)
        for player in range(s.setting.players):
            if winners == 1 << player and locked_out(s, opponent(player)):
                winners = everybody(s)
                break
        finish(s, winners, STALL)
    return s.over


def locked_out(s: CardState, player: int) -> bool:
    """END-5: Return whether the player could not act in any of these turns and still has characters hidden in rooms."""
    return not s.acted >> player & 1 and has_hidden(s, player)


def has_hidden(s: CardState, player: int) -> bool:
    return any(s.loc[man] >= 0 and not s.in_play(man) for man in s.men[player])
