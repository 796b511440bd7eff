"""End of the game: target, ties, players who cannot act, stalemate (section 21 of the board game rules)."""

from __future__ import annotations

from dungeon_twister.engine.events import GAME_OVER
from dungeon_twister.engine.options import FIRST_TO_TARGET, IMMEDIATE
from dungeon_twister.engine.state import State


def finish(s: State, winners: int) -> None:
    """The game is over; several winners share the win, which between two is a draw."""
    s.over = True
    s.winners = winners
    s.stack.clear()
    s.note(GAME_OVER, winners)


def watch_target(s: State) -> None:
    """After every action: remember who reached the target first, and stop at once with `immediate` (END-2, END-3, END-4)."""
    if s.reached == 0:
        target = s.setting.target
        for player, points in enumerate(s.vp):
            if points >= target:
                s.reached |= 1 << player
    if s.reached and s.setting.options.end_rule == IMMEDIATE:
        finish(s, leaders(s))


def leaders(s: State) -> int:
    """Those with the most VP; with `firstToTarget` the one who was there first if he is among them (END-2 to END-4)."""
    most = max(s.vp[player] for player in range(s.setting.players) if not s.resigned >> player & 1)
    tied = 0
    for player in range(s.setting.players):
        if s.vp[player] == most and not s.resigned >> player & 1:
            tied |= 1 << player
    if s.setting.options.tie_break == FIRST_TO_TARGET and tied & s.reached:
        return tied & s.reached
    return tied


def check_end_of_turn(s: State) -> bool:
    """END-2, STALL-3 and STALL-6, at the end of a turn."""
    if s.reached or nobody_left(s) or stalled(s):
        finish(s, leaders(s))
    return s.over


def nobody_left(s: State) -> bool:
    """STALL-3: no player has characters left."""
    for player in range(s.setting.players):  # noqa: SIM110 - a plain loop is quicker, and this runs after every action
        if s.has_characters(player):
            return False
    return True


def stalled(s: State) -> bool:
    """STALL-6: every player with characters left has had `stallLimit` turns without progress."""
    limit = s.setting.options.stall_limit
    if limit == 0:
        return False
    return all(s.idle[player] >= limit or not s.has_characters(player) for player in range(s.setting.players))


def count_idle_turn(s: State, player: int) -> None:
    """STALL-5, STALL-6: a turn with progress sets every count back; one without adds to its player's count."""
    if s.progress:
        for other in range(s.setting.players):
            s.idle[other] = 0
        s.progress = False
    else:
        s.idle[player] += 1


def next_player(s: State, player: int) -> int:
    """The next player clockwise who still has characters (STALL-4)."""
    players = s.setting.players
    for distance in range(1, players + 1):
        other = (player + distance) % players
        if s.has_characters(other) and not s.resigned >> other & 1:
            return other
    return player


def resign(s: State, player: int) -> None:
    """END-5: a player resigns at any time and the opponent wins."""
    s.resigned |= 1 << player
    finish(s, ((1 << s.setting.players) - 1) & ~s.resigned)
