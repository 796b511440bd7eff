"""Wald's sequential test of two ratings, on the results of whole pairs. It decides whether a change is an improvement.

For each rating, the test takes the likeliest distribution of pair results with the expected mean. It follows the logarithm of
the likelihood ratio (LLR) from pair to pair until it leaves the bounds. So it assumes nothing about draws, or about how the two
games of a pair depend on each other.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import log
from typing import Final

from dungeon_twister.ai.arena.ratings import expected

RISK: Final = 0.05  # probability of either error
TRACE: Final = 1e-3  # the weight of a result that has not occurred: without it some means would be impossible
ROUNDS: Final = 100
ENOUGH: Final = 1e-10
ACCEPTED: Final = "accepted"
REJECTED: Final = "rejected"
LARGEST_ELO: Final = 1000


@dataclass(frozen=True)
class Hypotheses:
    """The two hypotheses: `first` is ahead of `second` by elo0, or by elo1."""

    first: str
    second: str
    elo0: float
    elo1: float

    @property
    def upper(self) -> float:
        """Return the LLR from which elo1 is accepted."""
        return log((1 - RISK) / RISK)

    @property
    def lower(self) -> float:
        return -self.upper


@dataclass(frozen=True)
class Verdict:
    """The state of the test: the LLR, the number of pairs, and the decision, if there is one."""

    hypotheses: Hypotheses
    llr: float
    pairs: int
    decision: str = ""  # ACCEPTED: the first bot is stronger by elo1; REJECTED: by elo0 only


class Test:
    """Follows the results of pairs in their planned order, and ends at the first decision.

    The order in which pairs happen to finish must not matter.
    """

    __test__ = False  # not a test for pytest to collect

    def __init__(self, hypotheses: Hypotheses, sides: int = 2) -> None:
        self._hypotheses, self._sides = hypotheses, sides
        self._counts: dict[float, int] = {}
        self.verdict = Verdict(hypotheses, 0.0, 0)

    def add(self, score: float) -> None:
        """Add the score of the first bot in the next pair, per game."""
        if self.verdict.decision:
            return
        self._counts[score] = self._counts.get(score, 0) + 1
        asked = self._hypotheses
        ratio = llr(self._counts, expected(asked.elo0, self._sides), expected(asked.elo1, self._sides))
        decision = ACCEPTED if ratio >= asked.upper else REJECTED if ratio <= asked.lower else ""
        self.verdict = Verdict(asked, ratio, self.verdict.pairs + 1, decision)


def llr(counts: Mapping[float, int], mean0: float, mean1: float) -> float:
    """Return the log-likelihood ratio of two means, given the counts of the pair results."""
    seen = {score: float(count) for score, count in counts.items()}
    for end in (0.0, 1.0):
        seen[end] = seen.get(end, 0.0) or TRACE
    total = sum(seen.values())
    parts = [(score, count / total) for score, count in seen.items()]
    tilt0, tilt1 = _tilt(parts, mean0), _tilt(parts, mean1)
    return total * sum(part * log((1 + tilt0 * (score - mean0)) / (1 + tilt1 * (score - mean1))) for score, part in parts)


def _tilt(parts: list[tuple[float, float]], mean: float) -> float:
    """Return the tilt of the likeliest distribution with a mean: each part / (1 + tilt * (score - mean)).

    It is computed by Newton's method, and by bisection where that would leave the bounds.
    """
    low, high = -1 / (1 - mean), 1 / mean
    tilt = 0.0
    for _ in range(ROUNDS):
        value, slope = 0.0, 0.0
        for score, part in parts:
            off = (score - mean) / (1 + tilt * (score - mean))
            value += part * off
            slope -= part * off * off
        step = -value / slope
        if abs(step) < ENOUGH:
            break
        low, high = (tilt, high) if value > 0 else (low, tilt)
        tilt = tilt + step if low < tilt + step < high else (low + high) / 2
    return tilt
