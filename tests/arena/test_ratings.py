"""Ratings and their intervals, held against known values and against brute force."""

from __future__ import annotations

from math import inf, log10
from random import Random

import pytest

from dungeon_twister.ai.arena.ratings import Rating, Tally, elo_of, expected, fit, score_interval, worth_of_games
from dungeon_twister.ai.win_rates import wilson

CORRELATED = {0.0: 10, 0.25: 10, 0.5: 60, 0.75: 30, 1.0: 40}  # pairs of two games: points, divided by two -> weight


def drawn(weights: dict[float, int], count: int, rng: Random) -> list[float]:
    return rng.choices(list(weights), list(weights.values()), k=count)


def resampled(scores: list[float], rng: Random, times: int = 1000) -> tuple[float, float]:
    """The 95 % interval of the mean by brute force."""
    means = sorted(sum(rng.choices(scores, k=len(scores))) / len(scores) for _ in range(times))
    return means[times // 40], means[-times // 40]


@pytest.mark.parametrize(
    ("score", "elo"), [(0.5, 0.0), (0.75, 190.849), (0.9, 381.697), (0.25, -190.849), (0.64, 99.951), (0.0, -inf), (1.0, inf)]
)
def test_elo_of_a_score(score: float, elo: float) -> None:
    assert elo_of(score) == pytest.approx(elo, abs=0.001)
    assert expected(elo) == pytest.approx(score, abs=1e-5)


def test_equal_bots_get_their_fair_share() -> None:
    for sides in (2, 3, 4):
        assert expected(0, sides) == pytest.approx(1 / sides)
        assert elo_of(1 / sides, sides) == pytest.approx(0)
        assert elo_of(expected(123, sides), sides) == pytest.approx(123)


def test_two_bots() -> None:
    rated = fit([Tally("good", "greedy", [0.75] * 50 + [1.0, 0.5] * 25)], "greedy", 1000)
    assert rated["greedy"] == Rating(1000, 1000, 1000)
    assert rated["good"].elo == pytest.approx(1190.849, abs=0.001)
    assert rated["good"].low < rated["good"].elo < rated["good"].high


def test_the_anchor_may_be_either_bot() -> None:
    scores = [0.75] * 40 + [0.25] * 20
    one = fit([Tally("a", "b", scores)], "b", 1000)["a"]
    other = fit([Tally("a", "b", scores)], "a", 1000)["b"]
    assert other.elo - 1000 == pytest.approx(1000 - one.elo)
    assert other.high - other.elo == pytest.approx(one.elo - one.low)


def test_the_fit_is_the_likeliest() -> None:
    """At the maximum everybody has as many points as were to be expected."""
    rng = Random(1)
    tallies = [
        Tally("a", "b", drawn(CORRELATED, 80, rng)),
        Tally("b", "c", drawn({0.0: 3, 0.5: 4, 1.0: 1}, 50, rng)),
        Tally("a", "c", drawn({0.25: 1, 0.5: 1, 0.75: 2}, 60, rng)),
        Tally("d", "c", drawn({0.0: 6, 1 / 3: 1, 1.0: 1}, 60, rng), sides=3),
    ]
    rated = fit(tallies, "b", 1000)
    for name in "abcd":
        over = 0.0
        for tally in tallies:
            if name in (tally.first, tally.second):
                chance = expected(rated[tally.first].elo - rated[tally.second].elo, tally.sides)
                over += (tally.score - chance) * tally.games * (1 if name == tally.first else -1)
        assert over == pytest.approx(0, abs=1e-6), name


def test_ratings_of_results_that_fit_exactly() -> None:
    true = {"a": 1200.0, "b": 1000.0, "c": 900.0}
    tallies = [Tally(x, y, [expected(true[x] - true[y])] * 10) for x, y in ("ab", "bc", "ac")]
    rated = fit(tallies, "b", 1000)
    assert {name: rating.elo for name, rating in rated.items()} == pytest.approx(true)


@pytest.mark.parametrize("seed", range(3))
def test_the_interval_is_that_of_brute_force(seed: int) -> None:
    """The pairs scatter more or less than independent games would; the interval follows."""
    rng = Random(seed)
    scores = drawn(CORRELATED, 300, rng)
    low, high = score_interval(scores)
    brute_low, brute_high = resampled(scores, rng)
    assert high - low == pytest.approx(brute_high - brute_low, rel=0.12)
    assert (low, high) == pytest.approx((brute_low, brute_high), abs=0.006)
    rating = fit([Tally("a", "b", scores)], "b", 0)["a"]
    assert rating.high - rating.low == pytest.approx(elo_of(brute_high) - elo_of(brute_low), rel=0.13)


def test_pairs_that_depend_on_each_other_tell_more_or_less_than_games() -> None:
    """All pairs 1:1 says more about equal strength than games at random; all pairs 2:0 or 0:2 say half as much."""
    balanced, copies = [0.5] * 90 + [0.0, 1.0] * 5, [0.0, 1.0] * 50
    assert worth_of_games(balanced) > 3 * 200
    assert worth_of_games(copies) == pytest.approx(100, rel=0.05)
    independent = [0.0] * 50 + [0.5] * 100 + [1.0] * 50
    assert worth_of_games(independent) == pytest.approx(400, rel=0.02)
    assert score_interval(independent) == pytest.approx(wilson(200, 400), abs=0.001)


def test_few_pairs_make_nothing_certain() -> None:
    assert score_interval([]) == (0.0, 1.0)
    low, high = score_interval([0.5])
    assert low < 0.2 and high > 0.8
    assert score_interval([1.0] * 10) == pytest.approx(wilson(20, 20))


def test_who_lost_everything_has_no_lower_end() -> None:
    """The upper one is Wilson's."""
    rated = fit([Tally("weak", "greedy", [0.0] * 6), Tally("good", "greedy", [1.0] * 6)], "greedy", 1000)
    weak, good = rated["weak"], rated["good"]
    assert weak.low == -inf and good.high == inf
    assert weak.high == pytest.approx(1000 + elo_of(wilson(0, 12)[1]), abs=0.01)
    assert good.low == pytest.approx(2000 - weak.high, abs=0.01)
    assert weak.elo == pytest.approx(1000 + 400 * log10(0.5 / 12.5), abs=0.01)  # half a point in 13 games
    assert weak.elo < weak.high


def test_points_may_be_taken_through_others() -> None:
    """`a` never took a point from `c`, but from `b`, who did: all ratings are finite."""
    tallies = [Tally("a", "c", [0.0] * 4), Tally("a", "b", [0.5] * 4), Tally("b", "c", [0.5, 0.25] * 4)]
    rated = fit(tallies, "c", 1000)
    assert all(rating.low > -inf and rating.high < inf for rating in rated.values())


def test_who_has_not_met_the_anchor_has_no_rating() -> None:
    tallies = [Tally("a", "b", [0.5]), Tally("c", "d", [0.5]), Tally("a", "d", [])]
    assert set(fit(tallies, "a", 1000)) == {"a", "b"}
    assert fit([], "a", 1000) == {"a": Rating(1000, 1000, 1000)}
