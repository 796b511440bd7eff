"""From what a position is worth to how likely it is won: a logistic curve, fitted to games of the bots.

`training/share_fit.py` plays the games and fits the curve; training/README.md has the fits.
"""

from __future__ import annotations

from math import exp, log
from typing import Final

from dungeon_twister.ai.search.game_adapter import GameAdapter
from dungeon_twister.rules.engine.by_edition import ByEdition
from dungeon_twister.rules.engine.state import State

# hundredths of a victory point by which a lead makes a win e times as likely as a loss
SCALES: Final = ByEdition(board=370.0, card=140.0)
SCALE_OF_SEVERAL: Final = 225.0  # with three and four players
STEEPEST: Final = 40.0


def scale_of(s: State) -> float:
    """The scale of the game that a position is of."""
    return SCALES.of(s) if s.setting.players == 2 else SCALE_OF_SEVERAL


def win_probability(adapter: GameAdapter, s: State, value: float) -> float:
    """The share of winning of a player to whom a position is worth so much. Where nobody is ahead, each side has as much."""
    return logistic(value / scale_of(s) - log(max(1, len(sides_of(adapter, s)) - 1)))


def logistic(x: float) -> float:
    """A number from 0 to 1."""
    return 1 / (1 + exp(-max(-STEEPEST, min(STEEPEST, x))))


def sides_of(adapter: GameAdapter, s: State) -> list[list[int]]:
    """Those who win together: teams, or each player for himself."""
    found: list[list[int]] = []
    for player in range(s.setting.players):
        side = next((side for side in found if adapter.are_allies(side[0], player)), None)
        if side is None:
            found.append([player])
        else:
            side.append(player)
    return found


def win_probabilities(adapter: GameAdapter, s: State, player: int, share: float) -> dict[str, float]:
    """The shares of all players, if one of them has this one: allies have the same, and what is left goes to the others as
    the position looks for each of them."""
    sides = sides_of(adapter, s)
    others = [side for side in sides if player not in side]
    weights = [exp(max(-STEEPEST, min(STEEPEST, adapter.value(s, side[0]) / scale_of(s)))) for side in others]
    found: dict[int, float] = {}
    for side in sides:
        part = share if player in side else (1 - share) * weights[others.index(side)] / sum(weights)
        for one in side:
            found[one] = round(part, 4)
    return {colour: found[number] for number, colour in enumerate(s.setting.colours)}
