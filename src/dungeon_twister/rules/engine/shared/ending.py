"""End of a game, as far as both games share it: the reason, most points, players without characters, resigning."""

from __future__ import annotations

from typing import Final

from dungeon_twister.rules.engine.events import GAME_OVER
from dungeon_twister.rules.engine.state import State

# reasons of the end; not 0, which `State.ended` is until then
TARGET: Final = 1
STALL: Final = 2  # too many turns without progress
NOBODY: Final = 3  # no player has characters left
RESIGNED: Final = 4  # one of two players
TOO_EARLY: Final = 5  # one of several players resigned during the setup: no result
LEFT_OVER: Final = 6  # all but one player, or one team, have resigned
TURNS: Final = 7  # a scenario's last turn is over
OUT_OF_REACH: Final = 8  # nobody can reach the target any more
DRAW: Final = 9  # agreed
ENDINGS: Final = ("", "target", "stall", "nobody", "resigned", "too-early", "left-over", "turns", "out-of-reach", "draw")


def finish(s: State, winners: int, reason: int) -> None:
    """End the game with a reason. Several winners share the win; between two players this is a draw."""
    s.over = True
    s.ended = reason
    s.winners = winners
    s.stack.clear()
    s.note(GAME_OVER, winners)


def end_reason(s: State) -> str:
    """Return the code of the reason for the end, which has a sentence in the catalogues; empty while the game goes on."""
    return ENDINGS[s.ended]


def everybody(s: State) -> int:
    """Return all players who have not resigned, as bits."""
    return ((1 << s.setting.players) - 1) & ~s.resigned


def agree_on_draw(s: State) -> None:
    """End the game; all remaining players share the win."""
    finish(s, everybody(s), DRAW)


def most_points(s: State) -> int:
    """Return the players with the most victory points, of those who have not resigned, as bits."""
    most = max(s.vp[player] for player in range(s.setting.players) if not s.resigned >> player & 1)
    tied = 0
    for player in range(s.setting.players):
        if s.vp[player] == most and not s.resigned >> player & 1:
            tied |= 1 << player
    return tied


def nobody_left(s: State) -> bool:
    """Return whether no player has characters left."""
    for player in range(s.setting.players):  # noqa: SIM110 - a plain loop is quicker, and this runs after every action
        if s.has_characters(player):
            return False
    return True


def next_player(s: State, player: int) -> int:
    """Return the next player clockwise who still has characters."""
    players = s.setting.players
    for distance in range(1, players + 1):
        other = (player + distance) % players
        if s.has_characters(other) and not s.resigned >> other & 1:
            return other
    return player


def resign(s: State, player: int) -> None:
    """Resign at any time; the opponent wins."""
    s.resigned |= 1 << player
    finish(s, everybody(s), RESIGNED)
