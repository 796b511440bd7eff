"""Which finished games count for a rating. The server and the terminal ask here."""

from __future__ import annotations

from collections.abc import Sequence

from dungeon_twister.learning.progress.entries import DRAWN, GAME, LOST, WON, Entry


def game_entry(
    name: str, at: float, colour: str, winners: Sequence[str], bots: Sequence[str], game: str, scenario: str, even: bool
) -> Entry:
    """Return the entry of a finished game of one person, who had a colour, against bots.

    `even`: nobody had an advantage, and the game began as a built-in scenario does. Only even games of two are rated.
    """
    drawn = not winners or len(winners) > len(bots)
    score = DRAWN if drawn else WON if colour in winners else LOST
    return Entry(f"game-{name}", at, GAME, name, score, even and len(bots) == 1, game, scenario[:64], list(bots))
