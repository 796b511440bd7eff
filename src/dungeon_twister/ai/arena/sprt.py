"""Is a change an improvement? Wald's sequential test of two ratings, on the results of whole pairs.

For both ratings the likeliest distribution of the results of a pair is found that has the mean which that rating expects; the
logarithm of the ratio of their likelihoods (LLR) is followed from pair to pair until it leaves the bounds. So nothing has to be
assumed about draws or about how the two games of a pair depend on each other.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import log
from typing import Final

from dungeon_twister.ai.arena.ratings import expected

RISK: Final = 0.05  # of either wrong decision
TRACE: Final = 1e-3  # the weight of a result that has not been seen: without it some means would be impossible
ROUNDS: Final = 100
ENOUGH: Final = 1e-10
ACCEPTED: Final = "accepted"
REJECTED: Final = "rejected"
LARGEST_ELO: Final = 1000


@dataclass(frozen=True)
class Question:
    """Which of two differences in rating is the true one: is `first` ahead of `second` by elo0, or by elo1?"""

    first: str
    second: str
    elo0: float
    elo1: float

    @property
    def upper(self) -> float:
        """From here on elo1 is accepted."""
        return log((1 - RISK) / RISK)

    @property
    def lower(self) -> float:
        return -self.upper


@dataclass(frozen=True)
class Verdict:
    """How the test stands: the LLR, the pairs it rests on, and the decision, if there is one."""

    question: Question
    llr: float
    pairs: int
    decision: str = ""  # ACCEPTED: the first bot is stronger by elo1; REJECTED: by elo0 only


class Test:
    """Follows the results of pairs in the order in which they were planned, and stops listening at the first decision: which
    pair happens to be finished first must not matter."""

    __test__ = False  # this is not a test of pytest

    def __init__(self, question: Question, sides: int = 2) -> None:
        self._question, self._sides = question, sides
        self._counts: dict[float, int] = {}
        self.verdict = Verdict(question, 0.0, 0)

    def add(self, score: float) -> None:
        """The points of the first bot in the next pair, divided by its games."""
        if self.verdict.decision:
            return
        self._counts[score] = self._counts.get(score, 0) + 1
        asked = self._question
        ratio = llr(self._counts, expected(asked.elo0, self._sides), expected(asked.elo1, self._sides))
        decision = ACCEPTED if ratio >= asked.upper else REJECTED if ratio <= asked.lower else ""
        self.verdict = Verdict(asked, ratio, self.verdict.pairs + 1, decision)


def llr(counts: Mapping[float, int], mean0: float, mean1: float) -> float:
    """The logarithm of the ratio of the likelihoods of two means, given how often each result of a pair was seen."""
    seen = {score: float(count) for score, count in counts.items()}
    for end in (0.0, 1.0):
        seen[end] = seen.get(end, 0.0) or TRACE
    total = sum(seen.values())
    parts = [(score, count / total) for score, count in seen.items()]
    tilt0, tilt1 = _tilt(parts, mean0), _tilt(parts, mean1)
    return total * sum(part * log((1 + tilt0 * (score - mean0)) / (1 + tilt1 * (score - mean1))) for score, part in parts)


def _tilt(parts: list[tuple[float, float]], mean: float) -> float:
    """The likeliest distribution with a mean is each part / (1 + tilt * (score - mean)): the tilt, by Newton's method, and by
    halving where that would leave the bounds."""
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
