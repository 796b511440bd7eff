"""Glicko-2 ratings (Mark Glickman, "Example of the Glicko-2 system"): a strength with its uncertainty.

Each result is a rating period of its own, so that the rating changes after every game.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log, pi, sqrt
from typing import Final

SCALE: Final = 173.7178  # points of a unit of the internal scale
CENTRE: Final = 1500.0  # has no influence on results
TAU: Final = 0.5  # how fast the volatility may change
MOST_DEVIATION: Final = 350.0
PERIODS_PER_DAY: Final = 0.2  # idle days make a rating uncertain again: five days count as a period
ACCURACY: Final = 1e-6


@dataclass(frozen=True, slots=True)
class Rating:
    """A rating. The strength lies within two deviations with a probability of 95 %."""

    value: float
    deviation: float = MOST_DEVIATION
    volatility: float = 0.06

    @property
    def interval(self) -> tuple[float, float]:
        return self.value - 1.96 * self.deviation, self.value + 1.96 * self.deviation


def expected(rating: Rating, opponent: Rating) -> float:
    """Return the expected score against an opponent."""
    return _expected((rating.value - CENTRE) / SCALE, (opponent.value - CENTRE) / SCALE, opponent.deviation / SCALE)


def after_days(rating: Rating, days: float) -> Rating:
    """Return a rating after some idle days: it becomes more uncertain."""
    if days <= 0:
        return rating
    spread = sqrt(rating.deviation**2 + (SCALE * rating.volatility) ** 2 * days * PERIODS_PER_DAY)
    return Rating(rating.value, min(MOST_DEVIATION, spread), rating.volatility)


def after_results(rating: Rating, results: Sequence[tuple[Rating, float]]) -> Rating:
    """Return a rating after results against opponents: 1 for a win, 0.5 for a draw, 0 for a defeat."""
    if not results:
        return rating
    mu, phi = (rating.value - CENTRE) / SCALE, rating.deviation / SCALE
    precision = surprise = 0.0
    for opponent, score in results:
        other_mu, other_phi = (opponent.value - CENTRE) / SCALE, opponent.deviation / SCALE
        weight, chance = _weight(other_phi), _expected(mu, other_mu, other_phi)
        precision += weight**2 * chance * (1 - chance)
        surprise += weight * (score - chance)
    variance = 1 / precision
    volatility = _new_volatility(phi, rating.volatility, variance, variance * surprise)
    spread = phi**2 + volatility**2
    new_phi = 1 / sqrt(1 / spread + precision)
    new_mu = mu + new_phi**2 * surprise
    return Rating(CENTRE + SCALE * new_mu, min(MOST_DEVIATION, SCALE * new_phi), volatility)


def _weight(phi: float) -> float:
    """Return how much a result against an opponent counts: less if the opponent's rating is uncertain."""
    return 1 / sqrt(1 + 3 * phi**2 / pi**2)


def _expected(mu: float, other_mu: float, other_phi: float) -> float:
    return 1 / (1 + exp(-_weight(other_phi) * (mu - other_mu)))


def _new_volatility(phi: float, volatility: float, variance: float, delta: float) -> float:
    """Solve step 5 of the system by the Illinois algorithm."""
    start = log(volatility**2)

    def f(x: float) -> float:
        spread = phi**2 + variance + exp(x)
        return exp(x) * (delta**2 - spread) / (2 * spread**2) - (x - start) / TAU**2

    low = start
    if delta**2 > phi**2 + variance:
        high = log(delta**2 - phi**2 - variance)
    else:
        high = start - TAU
        while f(high) < 0:
            high -= TAU
    at_low, at_high = f(low), f(high)
    while abs(high - low) > ACCURACY:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = f(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return exp(low / 2)
