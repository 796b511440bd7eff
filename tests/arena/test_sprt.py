"""The sequential test: its ratio against brute force, its decisions on simulated matches."""

from __future__ import annotations

from itertools import product
from math import log
from random import Random

import pytest

from dungeon_twister.ai.arena.ratings import expected
from dungeon_twister.ai.arena.sprt import ACCEPTED, REJECTED, Hypotheses, Test, llr

QUESTION = Hypotheses("new", "old", 0, 50)


def test_the_bounds_are_those_of_five_per_cent() -> None:
    assert QUESTION.upper == pytest.approx(2.944, abs=0.001)
    assert QUESTION.lower == -QUESTION.upper


def best(counts: dict[float, int], mean: float, steps: int = 400) -> float:
    """The logarithm of the largest likelihood of three results with that mean, by trying them all."""
    low, middle, high = (counts.get(score, 0) for score in (0.0, 0.5, 1.0))
    found = -1e9
    for number in range(1, steps):
        draw = number / steps
        win = mean - draw / 2
        loss = 1 - draw - win
        if win > 0 and loss > 0:
            found = max(found, low * log(loss) + middle * log(draw) + high * log(win))
    return found


@pytest.mark.parametrize(("low", "middle", "high"), list(product((5, 20), (10, 60), (8, 25))))
def test_the_ratio_is_that_of_the_likeliest_distributions(low: int, middle: int, high: int) -> None:
    counts = {0.0: low, 0.5: middle, 1.0: high}
    mean0, mean1 = expected(0), expected(50)
    assert llr(counts, mean0, mean1) == pytest.approx(best(counts, mean1) - best(counts, mean0), abs=0.02)


def test_near_the_middle_it_is_that_of_the_normal_distribution() -> None:
    counts = {0.0: 100, 0.25: 220, 0.5: 400, 0.75: 240, 1.0: 120}
    total = sum(counts.values())
    mean = sum(score * count for score, count in counts.items()) / total
    variance = sum((score - mean) ** 2 * count for score, count in counts.items()) / total
    mean0, mean1 = expected(0), expected(5)
    normal = total * (mean1 - mean0) * (2 * mean - mean0 - mean1) / (2 * variance)
    assert llr(counts, mean0, mean1) == pytest.approx(normal, rel=0.01)


def test_a_few_wins_decide_nothing() -> None:
    test = Test(Hypotheses("new", "old", 0, 10))
    for _ in range(5):
        test.add(1.0)
    assert 0 < test.verdict.llr < 0.5 and not test.verdict.decision


def simulated(elo: float, rng: Random, most: int = 3000) -> Test:
    """A match of pairs whose two games depend on each other (the same rooms), with draws."""
    test = Test(Hypotheses("new", "old", 0, 100))
    for _ in range(most):
        chance = expected(elo + 200) if rng.random() < 0.5 else expected(elo - 200)
        points = sum(0.5 if rng.random() < 0.1 else float(rng.random() < chance) for _ in range(2))
        test.add(points / 2)
        if test.verdict.decision:
            break
    return test


@pytest.mark.parametrize(("elo", "decision"), [(-100, REJECTED), (260, ACCEPTED)])
def test_simulated_matches_are_decided_rightly(elo: float, decision: str) -> None:
    rng = Random(elo)
    found = [simulated(elo, rng).verdict for _ in range(20)]
    assert all(verdict.decision == decision for verdict in found)
    assert sum(verdict.pairs for verdict in found) / 20 < 200


def test_the_risk_is_kept() -> None:
    """A bot that is not stronger is taken for one in about 5 of 100 matches: certainly not in 8 of 40."""
    rng = Random(3)
    assert sum(simulated(0, rng).verdict.decision == ACCEPTED for _ in range(40)) < 8


def test_nothing_is_heard_after_the_decision() -> None:
    test = Test(QUESTION)
    for _ in range(300):
        test.add(0.75)
        test.add(1.0)
    decided = test.verdict
    assert decided.decision == ACCEPTED and decided.pairs < 600
    test.add(0.0)
    assert test.verdict == decided


def test_one_against_several() -> None:
    """The fair share of three is a third: to take half of the points is to be stronger."""
    test = Test(QUESTION, sides=3)
    for _ in range(100):
        test.add(1 / 3)
        test.add(2 / 3)
    assert test.verdict.decision == ACCEPTED
