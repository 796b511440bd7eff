"""End of a game, as far as every game has it: why it is over, who has most points, who cannot act any more, resigning."""

from __future__ import annotations

from typing import Final

from dungeon_twister.rules.engine.events import GAME_OVER
from dungeon_twister.rules.engine.state import State

# why a game is over. Not 0, which `State.ended` is until then.
TARGET: Final = 1
STALL: Final = 2  # too many turns without progress
NOBODY: Final = 3  # no player has characters left
RESIGNED: Final = 4  # one of two
TOO_EARLY: Final = 5  # one of several has resigned in the setup: no result
LEFT_OVER: Final = 6  # all but one, or one team, have resigned
TURNS: Final = 7  # a scenario's last turn is over
OUT_OF_REACH: Final = 8  # nobody can come to the target any more
DRAW: Final = 9  # agreed
ENDINGS: Final = ("", "target", "stall", "nobody", "resigned", "too-early", "left-over", "turns", "out-of-reach", "draw")


def finish(s: State, winners: int, reason: int) -> None:
    """The game is over, and why; several winners share the win, which between two is a draw."""
    s.over = True
    s.ended = reason
    s.winners = winners
    s.stack.clear()
    s.note(GAME_OVER, winners)


def end_reason(s: State) -> str:
    """Why a game is over, as a code that everybody who tells it has a sentence for; empty while it is not."""
    return ENDINGS[s.ended]


def everybody(s: State) -> int:
    """All players who have not resigned, as bits."""
    return ((1 << s.setting.players) - 1) & ~s.resigned


def agree_on_draw(s: State) -> None:
    """All players who are left share the win."""
    finish(s, everybody(s), DRAW)


def most_points(s: State) -> int:
    """Those with the most victory points among the players who have not resigned, as bits."""
    most = max(s.vp[player] for player in range(s.setting.players) if not s.resigned >> player & 1)
    tied = 0
    for player in range(s.setting.players):
        if s.vp[player] == most and not s.resigned >> player & 1:
            tied |= 1 << player
    return tied


def nobody_left(s: State) -> bool:
    """No player has characters left."""
    for player in range(s.setting.players):  # noqa: SIM110 - a plain loop is quicker, and this runs after every action
        if s.has_characters(player):
            return False
    return True


def next_player(s: State, player: int) -> int:
    """The next player clockwise who still has characters."""
    players = s.setting.players
    for distance in range(1, players + 1):
        other = (player + distance) % players
        if s.has_characters(other) and not s.resigned >> other & 1:
            return other
    return player


def resign(s: State, player: int) -> None:
    """A player resigns at any time and the opponent wins."""
    s.resigned |= 1 << player
    finish(s, everybody(s), RESIGNED)
