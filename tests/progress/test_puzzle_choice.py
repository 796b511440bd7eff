"""The choice of the next puzzle: at the learner's level, and again if it failed."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from dungeon_twister.learning.progress import Entry, first_rating, next_puzzle, rate
from dungeon_twister.learning.progress.glicko import Rating, expected
from dungeon_twister.learning.progress.puzzle_choice import EASY_ONES, game_of
from dungeon_twister.learning.puzzles import Puzzle, load_puzzles
from tests.amounts import some

DAY = 86_400.0
TRIES = 60  # puzzles that a solver takes
STRENGTHS = some([850.0, 1100.0, 1300.0, 1500.0])
RATINGS = {puzzle.number: first_rating(puzzle) for puzzle in load_puzzles()}


def attempt(puzzle: Puzzle, score: float, at: float) -> Entry:
    return Entry(f"p{puzzle.number}-{at}", at, "puzzle", str(puzzle.number), score, game=game_of(puzzle))


@cache
def solver(strength: float, seed: int) -> tuple[list[Entry], int]:
    """Let a solver of a known strength take the puzzles that are offered; return the attempts and how many were solved."""
    rng, solved = Random(seed), 0
    entries: list[Entry] = []
    puzzles = [puzzle for puzzle in load_puzzles() if game_of(puzzle) == "board"]
    by_number = {puzzle.number: puzzle for puzzle in puzzles}
    truth = {number: Rating(rng.gauss(one.value, one.deviation), 0.0) for number, one in RATINGS.items()}
    for at in range(TRIES):
        # all attempts are made on one day, so that nothing comes back
        offered = next_puzzle(puzzles, RATINGS, rate(entries, RATINGS), entries, float(at))
        assert offered is not None and not offered.due
        score = float(rng.random() < expected(Rating(strength, 0.0), truth[offered.number]))
        entries.append(attempt(by_number[offered.number], score, float(at)))
        solved += score >= 1 and at >= 15  # the first ones find the level
    return entries, solved


@pytest.mark.parametrize("strength", STRENGTHS)
def test_simulated_solvers_solve_what_is_offered_in_55_to_75_percent(strength: float) -> None:
    runs = [solver(strength, seed) for seed in range(12)]
    assert 0.55 <= sum(solved for _, solved in runs) / (12 * 45) <= 0.75


@pytest.mark.parametrize("strength", STRENGTHS)
def test_simulated_solvers_get_ratings_within_their_intervals(strength: float) -> None:
    inside = 0
    for seed in range(12):
        entries, _ = solver(strength, seed)
        low, high = rate(entries, RATINGS)["puzzles", "board"].current.interval
        inside += low <= strength <= high
    assert inside >= 10


def test_a_failed_puzzle_comes_back_after_longer_and_longer_times() -> None:
    puzzle, *others = load_puzzles()[:10]
    entries = [attempt(puzzle, 0.0, 0.0)]

    def offered(days: float) -> int:
        found = next_puzzle([puzzle, *others], RATINGS, rate(entries, RATINGS), entries, days * DAY)
        assert found is not None
        return found.number if found.due else 0

    assert offered(0.5) == 0
    now = 0.0
    for interval in (1.0, 3.0, 7.0, 21.0):
        assert offered(now + interval - 0.1) == 0
        now += interval
        assert offered(now) == puzzle.number
        entries.append(attempt(puzzle, 1.0, now * DAY))
    assert offered(now + 1000) == 0


def test_solved_puzzles_and_the_one_that_is_shown_are_not_offered() -> None:
    puzzles = load_puzzles()[:3]
    entries = [attempt(puzzles[0], 1.0, 0.0)]
    found = next_puzzle(puzzles, RATINGS, {}, entries, 1.0, puzzles[1].number)
    assert found is not None and found.number == puzzles[2].number
    assert next_puzzle(puzzles[:2], RATINGS, {}, entries, 1.0, puzzles[1].number) is None


def test_the_first_puzzles_are_easy_ones_for_two_players() -> None:
    by_number = {puzzle.number: puzzle for puzzle in load_puzzles()}
    entries: list[Entry] = []
    for at in range(12):
        found = next_puzzle(load_puzzles(), RATINGS, rate(entries, RATINGS), entries, float(at))
        assert found is not None
        puzzle = by_number[found.number]
        assert game_of(puzzle) == "board"
        assert at >= EASY_ONES or (puzzle.family, puzzle.grade) == ("base", 1)
        entries.append(attempt(puzzle, 1.0, float(at)))
    assert max(by_number[int(entry.name)].grade for entry in entries) > 1


def test_puzzles_of_the_card_game_come_when_it_was_played_or_is_wished_for() -> None:
    cards = [puzzle for puzzle in load_puzzles() if game_of(puzzle) == "card"]
    found = next_puzzle(cards, RATINGS, {}, [], 0.0)
    assert found is not None and found.number in {puzzle.number for puzzle in cards if puzzle.grade == 1}
    entries = [Entry("g", 0.0, "game", "1", 1.0, game="card")]
    entries += [attempt(puzzle, 1.0, 0.0) for puzzle in load_puzzles() if game_of(puzzle) == "board"]
    found = next_puzzle(load_puzzles(), RATINGS, {}, entries, 1.0)
    assert found is not None and found.number in {puzzle.number for puzzle in cards}


def test_harder_grades_have_higher_ratings() -> None:
    means = []
    for grade in range(1, 6):
        values = [RATINGS[puzzle.number].value for puzzle in load_puzzles() if puzzle.grade == grade]
        means.append(sum(values) / len(values))
    assert means == sorted(means)
