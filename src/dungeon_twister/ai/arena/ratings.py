"""Ratings: the expected scores of bots against each other, as differences on the Elo scale, with confidence intervals.

A game is worth one point; a draw is shared. If two bots are d rating points apart, the stronger one is expected to score
1 / (1 + 10^(-d/400)). With more than two sides, where one bot plays alone against copies of the other, it is
1 / (1 + (sides - 1) * 10^(-d/400)), so that equal bots get their fair share (Luce's choice axiom).

The games of a pair have the same rooms on exchanged seats, so they are not independent. All intervals are computed from the
variance of the scores of whole pairs ("pentanomial", from the five results of a pair of two games).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp, inf, log, log10, sqrt
from typing import Final

from dungeon_twister.ai.win_rates import CONFIDENCE_95, wilson

SCALE: Final = 400 / log(10)  # rating points for each unit of the natural logarithm of the odds
ROUNDS: Final = 200
LARGEST_STEP: Final = 2.0  # of Newton's method, in logarithms of odds: far from the solution it would overshoot
SMALLEST_STEP: Final = 1e-11
FARTHEST: Final = 50.0  # limit of differences, in logarithms of odds
PRIOR_PAIRS: Final = 2  # pseudo-count of pairs with independent games


@dataclass(frozen=True)
class Tally:
    """The results of one bot against another: the score of each pair per game."""

    first: str
    second: str
    scores: Sequence[float]
    sides: int = 2  # also the number of games of a pair

    @property
    def games(self) -> int:
        return len(self.scores) * self.sides

    @property
    def score(self) -> float:
        return sum(self.scores) / len(self.scores)


@dataclass(frozen=True)
class Rating:
    """A rating and its 95 % interval.

    For a bot that has lost or won everything, one end is infinite, and the rating is computed with half a point from one more
    game.
    """

    elo: float
    low: float
    high: float


def expected(elo: float, sides: int = 2) -> float:
    """Return the expected score with this advantage in rating."""
    return 1 / (1 + (sides - 1) * 10 ** (-elo / 400))


def elo_of(score: float, sides: int = 2) -> float:
    """Return the advantage in rating at which this score is expected."""
    if score <= 0 or score >= 1:
        return inf if score >= 1 else -inf
    return 400 * log10(score * (sides - 1) / (1 - score))


# -- two bots -----------------------------------------------------------------------------------------------------------


def worth_of_games(scores: Sequence[float], sides: int = 2) -> float:
    """Return the effective sample size: the number of independent games without draws that give as much information.

    It is the variance that independent games would have, divided by the observed one. A prior of `PRIOR_PAIRS` independent
    pairs is added to both: a few pairs that happen to be equal do not make a result certain.
    """
    count = len(scores)
    if count == 0:
        return 0.0
    mean = sum(scores) / count
    softened = (mean * count * sides + 0.5) / (count * sides + 1)
    prior = PRIOR_PAIRS * softened * (1 - softened) / sides
    independent = count * mean * (1 - mean) / sides
    seen = sum((score - mean) ** 2 for score in scores) * (count / (count - 1) if count > 1 else 1.0)
    return count * sides * (independent + prior) / (seen + prior)


def score_interval(scores: Sequence[float], sides: int = 2) -> tuple[float, float]:
    """Return the 95 % interval of the score, by Wilson's score with the effective sample size of the pairs."""
    games = worth_of_games(scores, sides)
    return wilson(games * sum(scores) / len(scores), games) if scores else (0.0, 1.0)


# -- all bots together --------------------------------------------------------------------------------------------------


def fit(tallies: Sequence[Tally], anchor: str, anchored: float) -> dict[str, Rating]:
    """Return the maximum-likelihood ratings (Bradley-Terry; a draw is half a win and half a loss), given that of the anchor.

    Bots that are not connected to the anchor by games, directly or through others, get none. The intervals are those of the
    difference to the anchor, by the delta method with the variance of the pairs.
    """
    tallies = [tally for tally in tallies if tally.scores]
    names = _met(tallies, anchor)
    tallies = [tally for tally in tallies if tally.first in names]
    below, above = _bounded(tallies, anchor)
    sure = all(name in below and name in above for name in names)
    weighed = [_weighed(tally, sure) for tally in tallies]
    index = {name: number for number, name in enumerate(names[1:])}  # the anchor is fixed
    theta, variance = _solve(tallies, weighed, index)
    found = {anchor: Rating(anchored, anchored, anchored)}
    for name, number in index.items():
        elo, half = anchored + SCALE * theta[number], CONFIDENCE_95 * SCALE * sqrt(max(variance[number], 0.0))
        low, high = elo - half, elo + half
        if name not in below:
            low, high = -inf, anchored + SCALE * _end(name, 1, tallies, index, theta)
        elif name not in above:
            low, high = anchored + SCALE * _end(name, -1, tallies, index, theta), inf
        found[name] = Rating(elo, low, high)
    return found


def _end(name: str, sign: int, tallies: Sequence[Tally], index: Mapping[str, int], theta: Sequence[float]) -> float:
    """Return the upper (sign 1) or lower (-1) end of the interval of a rating, with the other ratings fixed.

    There the score is 1.96 deviations away from the expected one. It is Wilson's interval, for several opponents at once.
    """
    own, number = [tally for tally in tallies if name in (tally.first, tally.second)], index[name]
    low, high = 0.0, FARTHEST
    for _ in range(ROUNDS):
        middle = (low + high) / 2
        moved = [*theta[:number], theta[number] + sign * middle, *theta[number + 1 :]]
        away, variance = 0.0, 0.0
        for tally in own:
            chance = _chance(tally, index, moved)
            away += (tally.games * chance - tally.score * tally.games) * (1 if name == tally.first else -1)
            variance += tally.games**2 * chance * (1 - chance) / worth_of_games(tally.scores, tally.sides)
        if sign * away < CONFIDENCE_95 * sqrt(variance):
            low = middle
        else:
            high = middle
    return theta[number] + sign * (low + high) / 2


def _met(tallies: Sequence[Tally], anchor: str) -> list[str]:
    """Return the anchor and all bots connected with it by games."""
    found = [anchor]
    for name in found:
        for tally in tallies:
            if name in (tally.first, tally.second):
                found += {tally.first, tally.second} - set(found)
    return [anchor, *sorted(found[1:])]


def _bounded(tallies: Sequence[Tally], anchor: str) -> tuple[set[str], set[str]]:
    """Return the bots with a finite lower bound, and those with a finite upper bound.

    A bot is bounded below if it took a point from the anchor, or from another bot of that kind; above if the anchor took one
    from it in the same way. All other maximum-likelihood ratings are infinite.
    """
    took: list[tuple[str, str]] = []
    for tally in tallies:
        took += [(tally.first, tally.second)] * (tally.score > 0) + [(tally.second, tally.first)] * (tally.score < 1)
    return _reached([(loser, winner) for winner, loser in took], anchor), _reached(took, anchor)


def _reached(arrows: Sequence[tuple[str, str]], start: str) -> set[str]:
    found = [start]
    for name in found:
        found += {to for at, to in arrows if at == name} - set(found)
    return set(found)


def _weighed(tally: Tally, sure: bool) -> tuple[float, float]:
    """Return the games and points of the first bot.

    Where some rating would be infinite, a bot that took all or nothing gets one more game with the fair share.
    """
    games, points = float(tally.games), tally.score * tally.games
    if not sure and tally.score in (0.0, 1.0):
        return games + 1, points + 1 / tally.sides
    return games, points


def _solve(
    tallies: Sequence[Tally], weighed: Sequence[tuple[float, float]], index: Mapping[str, int]
) -> tuple[list[float], list[float]]:
    """Return the maximum-likelihood ratings, as logarithms of odds, by Newton's method, and their variances."""
    theta = [0.0] * len(index)
    for _ in range(ROUNDS):
        slope, bend = _derivatives(tallies, weighed, index, theta)
        inverse = _inverse(bend)
        step = [sum(one * value for one, value in zip(row, slope, strict=True)) for row in inverse]
        longest = max((abs(value) for value in step), default=0.0)
        shrink = min(1.0, LARGEST_STEP / longest) if longest else 1.0
        theta = [value + shrink * change for value, change in zip(theta, step, strict=True)]
        if longest < SMALLEST_STEP:
            break
    _, bend = _derivatives(tallies, weighed, index, theta)
    inverse = _inverse(bend)
    noise = _noise(tallies, weighed, index, theta)
    return theta, [_form(row, noise) for row in inverse]


def _chance(tally: Tally, index: Mapping[str, int], theta: Sequence[float]) -> float:
    ahead = sum(sign * theta[index[name]] for name, sign in ((tally.first, 1), (tally.second, -1)) if name in index)
    return 1 / (1 + (tally.sides - 1) * exp(-ahead))


def _derivatives(
    tallies: Sequence[Tally], weighed: Sequence[tuple[float, float]], index: Mapping[str, int], theta: Sequence[float]
) -> tuple[list[float], list[list[float]]]:
    """Return the gradient of the log-likelihood, and its negated second derivatives."""
    slope = [0.0] * len(index)
    bend = [[0.0] * len(index) for _ in index]
    for tally, (games, points) in zip(tallies, weighed, strict=True):
        chance = _chance(tally, index, theta)
        for name, sign in ((tally.first, 1), (tally.second, -1)):
            if name in index:
                slope[index[name]] += sign * (points - games * chance)
        _add_square(bend, tally, index, games * chance * (1 - chance))
    return slope, bend


def _noise(
    tallies: Sequence[Tally], weighed: Sequence[tuple[float, float]], index: Mapping[str, int], theta: Sequence[float]
) -> list[list[float]]:
    """Return the covariance of the gradient, from the variance of the pairs."""
    noise = [[0.0] * len(index) for _ in index]
    for tally, (games, _) in zip(tallies, weighed, strict=True):
        chance = _chance(tally, index, theta)
        worth = worth_of_games(tally.scores, tally.sides) / tally.games
        _add_square(noise, tally, index, games * chance * (1 - chance) / worth)
    return noise


def _add_square(matrix: list[list[float]], tally: Tally, index: Mapping[str, int], weight: float) -> None:
    there = [(index[name], sign) for name, sign in ((tally.first, 1), (tally.second, -1)) if name in index]
    for row, one in there:
        for column, other in there:
            matrix[row][column] += one * other * weight


def _form(row: Sequence[float], matrix: Sequence[Sequence[float]]) -> float:
    return sum(row[one] * row[other] * value for one, line in enumerate(matrix) for other, value in enumerate(line))


def _inverse(matrix: Sequence[Sequence[float]]) -> list[list[float]]:
    """Invert a matrix by Gauss-Jordan elimination with pivots; these matrices are small and positive definite."""
    size = len(matrix)
    work = [[*row, *(float(number == column) for column in range(size))] for number, row in enumerate(matrix)]
    for column in range(size):
        pivot = max(range(column, size), key=lambda row: abs(work[row][column]))
        work[column], work[pivot] = work[pivot], work[column]
        divisor = work[column][column]
        work[column] = [value / divisor for value in work[column]]
        for row in range(size):
            if row != column and work[row][column]:
                factor = work[row][column]
                work[row] = [value - factor * own for value, own in zip(work[row], work[column], strict=True)]
    return [row[size:] for row in work]
