"""Ratings: how many points bots would take from each other, as differences on the scale of Elo, and how sure that is.

A game is worth one point, a draw is shared. Of two bots that are d points of rating apart the stronger one is expected to take
1 / (1 + 10^(-d/400)) of a point. With more than two sides one bot plays alone against copies of the other: then it is
1 / (1 + (sides - 1) * 10^(-d/400)), so that equal bots get their fair share (Luce's choice axiom).

The games of a pair meet the same rooms on exchanged seats, so they are not independent of each other. All intervals are taken
from how the points of whole pairs scatter ("pentanomial", from the five results that a pair of two games can have).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp, inf, log, log10, sqrt
from typing import Final

from dungeon_twister.ai.arena.matches import CONFIDENCE_95, wilson

SCALE: Final = 400 / log(10)  # points of rating for each unit of the natural logarithm of the odds
ROUNDS: Final = 200
LARGEST_STEP: Final = 2.0  # of Newton's method, in logarithms of odds: far from the solution it would overshoot
SMALLEST_STEP: Final = 1e-11
FARTHEST: Final = 50.0  # logarithms of odds: nobody is that far from anybody
PRIOR_PAIRS: Final = 2  # so much weight has "the games of a pair are independent" beside what the pairs show


@dataclass(frozen=True)
class Tally:
    """What one bot took from another: for each pair its points, divided by the games of the pair."""

    first: str
    second: str
    scores: Sequence[float]
    sides: int = 2  # as many games a pair has

    @property
    def games(self) -> int:
        return len(self.scores) * self.sides

    @property
    def score(self) -> float:
        return sum(self.scores) / len(self.scores)


@dataclass(frozen=True)
class Rating:
    """A rating and its 95 % interval. Where a bot has lost or won everything, one end is infinite and the rating is what half
    a point in one more game would give."""

    elo: float
    low: float
    high: float


def expected(elo: float, sides: int = 2) -> float:
    """The part of the points that somebody takes who is that much stronger."""
    return 1 / (1 + (sides - 1) * 10 ** (-elo / 400))


def elo_of(score: float, sides: int = 2) -> float:
    """How much stronger somebody is who takes that part of the points."""
    if score <= 0 or score >= 1:
        return inf if score >= 1 else -inf
    return 400 * log10(score * (sides - 1) / (1 - score))


# -- two bots -----------------------------------------------------------------------------------------------------------


def worth_of_games(scores: Sequence[float], sides: int = 2) -> float:
    """How many independent games with nothing but wins and losses tell as much as these pairs.

    It is the variance that independent games would have, divided by the one that is seen. Two pairs' worth of independence is
    mixed in on both sides: a few pairs that happen to be equal do not make a result certain.
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
    """The 95 % interval of the part of the points, by Wilson's score for so many independent games as the pairs are worth."""
    games = worth_of_games(scores, sides)
    return wilson(games * sum(scores) / len(scores), games) if scores else (0.0, 1.0)


# -- all bots together --------------------------------------------------------------------------------------------------


def fit(tallies: Sequence[Tally], anchor: str, anchored: float) -> dict[str, Rating]:
    """The ratings under which these results are likeliest (Bradley and Terry; a draw counts as half a win and half a loss),
    with the anchor where it is said to be. Bots that have not met the anchor, not even through others, get none.

    The intervals are those of the difference to the anchor, by the delta method with the variance of the pairs.
    """
    tallies = [tally for tally in tallies if tally.scores]
    names = _met(tallies, anchor)
    tallies = [tally for tally in tallies if tally.first in names]
    below, above = _bounded(tallies, anchor)
    sure = all(name in below and name in above for name in names)
    weighed = [_weighed(tally, sure) for tally in tallies]
    index = {name: number for number, name in enumerate(names[1:])}  # the anchor stands still
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
    """How high (sign 1) or low (-1) a rating can be, the others as they are, before the points that were taken lie 1.96
    deviations away from those to be expected. It is Wilson's interval, for several opponents at once."""
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
    """The anchor and all that are connected with it by games."""
    found = [anchor]
    for name in found:
        for tally in tallies:
            if name in (tally.first, tally.second):
                found += {tally.first, tally.second} - set(found)
    return [anchor, *sorted(found[1:])]


def _bounded(tallies: Sequence[Tally], anchor: str) -> tuple[set[str], set[str]]:
    """Who has taken a point from the anchor, or from somebody who has, and so on; and from whom the anchor has in this way.
    Of all others the likeliest rating is infinitely low, or infinitely high."""
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
    """Games and points of the first bot. Where some rating would be infinite, whoever took all or nothing is given one more
    game with the fair share."""
    games, points = float(tally.games), tally.score * tally.games
    if not sure and tally.score in (0.0, 1.0):
        return games + 1, points + 1 / tally.sides
    return games, points


def _solve(
    tallies: Sequence[Tally], weighed: Sequence[tuple[float, float]], index: Mapping[str, int]
) -> tuple[list[float], list[float]]:
    """The likeliest ratings, as logarithms of odds, by Newton's method, and their variances."""
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
    """Of the logarithm of the likelihood: its gradient, and its second derivatives with the sign changed."""
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
    """The covariance of the gradient, from how the pairs scatter."""
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
    """By Gauss and Jordan, with pivots; these matrices are small and positive definite."""
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
