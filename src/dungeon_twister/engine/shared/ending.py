"""End of a game, as far as every game has it: who has most points, who cannot act any more, resigning."""

from __future__ import annotations

from dungeon_twister.engine.events import GAME_OVER
from dungeon_twister.engine.state import State


def finish(s: State, winners: int) -> None:
    """The game is over; several winners share the win, which between two is a draw."""
    s.over = True
    s.winners = winners
    s.stack.clear()
    s.note(GAME_OVER, winners)


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
    finish(s, ((1 << s.setting.players) - 1) & ~s.resigned)
