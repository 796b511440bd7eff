"""Hash functions: the same numbers on every machine, and bits that are well mixed."""

from __future__ import annotations

from random import Random

import pytest

from dungeon_twister.rules.geometry.hashing import MASK, MOST, digest_of, hash_weights, mix_bits, to_u64

pytestmark = pytest.mark.both_ways


def test_the_numbers_are_those_of_every_version() -> None:
    """Other processes and machines compare hashes, and so do records of games."""
    assert [mix_bits(word) for word in (0, 1, MASK, 1 << 40)] == [
        0,
        179049675873525628,
        2900306422805313055,
        896253672423886881,
    ]
    assert hash_weights("loc")[:2] == [935473906338678289, 2558282914163988933]
    assert [digest_of(numbers) for numbers in ([], [1, -2, 30])] == [4119008146064567469, 2217274443884595244]


def test_every_bit_of_a_word_changes_half_of_the_mixed_bits() -> None:
    rng = Random(1)
    words = [rng.getrandbits(62) for _ in range(200)]
    for bit in range(62):
        changed = [int(mix_bits(word) ^ mix_bits(word ^ 1 << bit)).bit_count() for word in words]
        assert 28 < sum(changed) / len(changed) < 34


def test_weights_are_odd_and_differ() -> None:
    weights = [*hash_weights("loc"), *hash_weights("status")]
    assert len(set(weights)) == len(weights) == 2 * MOST
    assert all(weight & 1 and 0 < weight <= MASK for weight in weights)


@pytest.mark.parametrize(
    ("word", "wide"), [(0, 0), (1, 4), (1 << 40, 1 << 42 | 1), (3 << 40 | 5, 3 << 42 | 23), (MASK, (1 << 64) - 1)]
)
def test_a_wide_number_repeats_two_bits(word: int, wide: int) -> None:
    assert to_u64(word) == wide
