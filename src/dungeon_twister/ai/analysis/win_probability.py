"""Win probability from the value of a position: a logistic curve, fitted to games of the bots.

`training/share_fit.py` plays the games and fits the curve; training/README.md has the fits.
"""

from __future__ import annotations

from math import exp, log
from typing import Final

from dungeon_twister.ai.search.game_adapter import GameAdapter
from dungeon_twister.rules.engine.state import State

SCALE_OF_SEVERAL: Final = 600.0  # as `win_scale` of the adapter, with three and four players
STEEPEST: Final = 40.0


def scale_of(adapter: GameAdapter, s: State) -> float:
    """Return the lead that makes a win e times as likely as a loss, in hundredths of a victory point."""
    return adapter.win_scale if s.setting.players == 2 else SCALE_OF_SEVERAL


def win_probability(adapter: GameAdapter, s: State, value: float) -> float:
    """Return the win probability of a player for whom the position has this value. In an even position all sides have equal
    probabilities."""
    return logistic(value / scale_of(adapter, s) - log(max(1, len(sides_of(adapter, s)) - 1)))


def planned_win_probability(adapter: GameAdapter, s: State, value: float) -> float:
    """Return the win probability of a player whose plan for the turn has this value. The plan that looks best looks better than
    it is, because it was chosen for that."""
    optimism = adapter.optimism if s.setting.players == 2 else 0.0
    return win_probability(adapter, s, value - optimism)


def logistic(x: float) -> float:
    """Return the logistic function of x, between 0 and 1."""
    return 1 / (1 + exp(-max(-STEEPEST, min(STEEPEST, x))))


def sides_of(adapter: GameAdapter, s: State) -> list[list[int]]:
    """Return the sides: players who win together, or single players."""
    found: list[list[int]] = []
    for player in range(s.setting.players):
        side = next((side for side in found if adapter.are_allies(side[0], player)), None)
        if side is None:
            found.append([player])
        else:
            side.append(player)
    return found


def win_probabilities(adapter: GameAdapter, s: State, player: int, share: float) -> dict[str, float]:
    """Return the win probabilities of all players, given that of one player.

    Allies have the same probability. The rest is divided among the other sides by the value of the position for each.
    """
    sides = sides_of(adapter, s)
    others = [side for side in sides if player not in side]
    weights = [exp(max(-STEEPEST, min(STEEPEST, adapter.value(s, side[0]) / scale_of(adapter, s)))) for side in others]
    found: dict[int, float] = {}
    for side in sides:
        part = share if player in side else (1 - share) * weights[others.index(side)] / sum(weights)
        for one in side:
            found[one] = round(part, 4)
    return {colour: found[number] for number, colour in enumerate(s.setting.colours)}
