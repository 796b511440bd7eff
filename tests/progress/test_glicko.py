"""Glicko-2 ratings."""

from __future__ import annotations

from random import Random

import pytest

from dungeon_twister.learning.progress.glicko import Rating, after_days, after_results, expected


def test_the_worked_example_of_the_paper() -> None:
    player = Rating(1500.0, 200.0, 0.06)
    results = [(Rating(1400.0, 30.0), 1.0), (Rating(1550.0, 100.0), 0.0), (Rating(1700.0, 300.0), 0.0)]
    rating = after_results(player, results)
    assert rating.value == pytest.approx(1464.06, abs=0.02)
    assert rating.deviation == pytest.approx(151.52, abs=0.02)
    assert rating.volatility == pytest.approx(0.05999, abs=0.00001)


def test_no_result_changes_nothing() -> None:
    assert after_results(Rating(1500.0), []) == Rating(1500.0)


def test_idle_days_only_make_a_rating_uncertain() -> None:
    rating = Rating(1500.0, 50.0)
    later = after_days(rating, 100.0)
    assert later.value == 1500.0
    assert 50.0 < later.deviation < 350.0
    assert after_days(rating, 1e6).deviation == 350.0
    assert after_days(rating, -1.0) == rating


def test_a_stronger_opponent_is_harder() -> None:
    player = Rating(1500.0, 50.0)
    chances = [expected(player, Rating(value, 50.0)) for value in (1300.0, 1500.0, 1700.0)]
    assert chances[0] > 0.5 > chances[2]
    assert chances[1] == pytest.approx(0.5)


@pytest.mark.parametrize("strength", [600, 900, 1200, 1600])
def test_ratings_of_simulated_players_lie_within_their_intervals(strength: int) -> None:
    """The interval holds the true strength in about 95 of 100 cases."""
    inside = 0
    for seed in range(60):
        rng, rating, truth = Random(seed), Rating(1000.0), Rating(float(strength), 0.0)
        for _ in range(60):
            opponent = Rating(rating.value + rng.uniform(-200, 200), 40.0)
            met = Rating(rng.gauss(opponent.value, opponent.deviation), 0.0)
            rating = after_results(rating, [(opponent, float(rng.random() < expected(truth, met)))])
        low, high = rating.interval
        inside += low <= strength <= high
        assert rating.deviation < 110.0
    assert inside >= 52
