"""End of the board game: target, ties, stalemate (section 21)."""

from __future__ import annotations

from typing import Final

from dungeon_twister.rules.engine.board.options import FIRST_TO_TARGET, IMMEDIATE
from dungeon_twister.rules.engine.board.state import BoardState
from dungeon_twister.rules.engine.pieces import TREASURE
from dungeon_twister.rules.engine.shared.ending import (
    NOBODY,
    OUT_OF_REACH,
    STALL,
    TARGET,
    TURNS,
    everybody,
    finish,
    nobody_left,
)
from dungeon_twister.rules.engine.state import SUPPLY

WARNED: Final = 5  # the end by standstill is announced when no player has more turns left before it (STALL-6)


def points(s: BoardState, player: int) -> int:
    """Return a player's VP; in teams the sum of both allies (TEAM-1)."""
    team = s.board_setting.team_of
    return sum(vp for other, vp in enumerate(s.vp) if team[other] == team[player])


def watch_target(s: BoardState) -> None:
    """After every action, remember who reached the target first; with `immediate`, end the game (END-2, END-3, END-4)."""
    if s.board_setting.board_scenario.turns:
        return  # the number of turns is fixed (RACE-11)
    if s.reached == 0:
        target = s.setting.target
        if s.board_setting.has_teams or _somebody_has(s, target):
            for player in range(s.setting.players):
                if points(s, player) >= target and not _is_out(s, player):
                    s.reached |= 1 << player
    if s.reached and s.board_setting.board_options.end_rule == IMMEDIATE:
        finish(s, leaders(s), TARGET)
    elif s.board_setting.by_apex and not _target_in_reach(s):
        finish(s, everybody(s), OUT_OF_REACH)  # PYR-24


def _somebody_has(s: BoardState, points: int) -> bool:
    for vp in s.vp:  # noqa: SIM110 - a plain loop is quicker, and this runs after every action
        if vp >= points:
            return True
    return False


def _target_in_reach(s: BoardState) -> bool:
    """PYR-24: Return whether any player can still reach the target with all characters and Treasures that are left."""
    treasures = sum(
        s.setting.capabilities[token] & TREASURE != 0 and s.loc[token] >= SUPPLY for token in range(s.setting.tokens)
    )
    for player in range(s.setting.players):
        men = [token for token in s.setting.characters_of[player] if s.loc[token] >= SUPPLY]
        most = sum(s.setting.exit_vp[token] for token in men) + min(treasures, len(men))
        if s.vp[player] + most >= s.setting.target and not s.resigned >> player & 1:
            return True
    return False


def leaders(s: BoardState) -> int:
    """Return the players with the most VP; with `firstToTarget`, of these the one who was first (END-2 to END-4)."""
    standing = [player for player in range(s.setting.players) if not _is_out(s, player)]
    most = max(points(s, player) for player in standing)
    tied = 0
    for player in standing:
        if points(s, player) == most and not s.resigned >> player & 1:
            tied |= 1 << player
    if s.board_setting.board_options.tie_break == FIRST_TO_TARGET and tied & s.reached:
        return tied & s.reached
    return tied


def _is_out(s: BoardState, player: int) -> bool:
    """MP-17 e: a player who has resigned cannot win, unless an ally goes on for the team."""
    team = s.board_setting.team_of
    return all(s.resigned >> other & 1 for other in range(s.setting.players) if team[other] == team[player])


def check_end_of_turn(s: BoardState) -> bool:
    """END-2, STALL-3 and STALL-6: check the end at the end of a turn; a race ends after its last turn (RACE-9, RACE-12,
    RACE-13)."""
    if _last_turn(s) or s.reached or nobody_left(s):
        finish_with_leaders(s)
    elif not s.board_setting.board_scenario.turns and stalled(s):
        finish(s, everybody(s) if s.board_setting.by_apex else leaders(s), STALL)
    return s.over


def finish_with_leaders(s: BoardState) -> None:
    """End the game with the leaders. If several reasons hold, the order is: turns over, target reached, no characters left."""
    finish(s, leaders(s), TURNS if _last_turn(s) else TARGET if s.reached else NOBODY)


def _last_turn(s: BoardState) -> bool:
    """RACE-9: Return whether this is the last turn of a scenario with a fixed number of turns."""
    return 0 < s.board_setting.board_scenario.turns <= s.turn


def stalled(s: BoardState) -> bool:
    """STALL-6: Return whether every player with characters left has had `stallLimit` turns without progress."""
    limit = s.board_setting.stall_limit
    if limit == 0:
        return False
    return all(s.idle[player] >= limit or not s.has_characters(player) for player in range(s.setting.players))


def turns_to_standstill(s: BoardState) -> int:
    """STALL-6: Return how many more turns without progress end the game, if no player has more than five of them left; else
    0."""
    limit, idle, total = s.board_setting.stall_limit, s.idle, 0
    if limit == 0 or s.board_setting.board_scenario.turns or s.over or s.progress:
        return 0
    for player in range(s.setting.players):
        if s.has_characters(player):
            left = limit - idle[player]
            if left > WARNED:
                return 0
            total += max(0, left)
    return total if any(idle) else 0


def count_idle_turn(s: BoardState, player: int) -> None:
    """STALL-5, STALL-6: after a turn with progress, reset all counts; after one without, add to the count of its player."""
    if s.progress:
        for other in range(s.setting.players):
            s.set_idle(other, 0)
        s.progress = False
    else:
        s.set_idle(player, s.idle[player] + 1)
