"""Rows of numbers behave alike as lists and as native vectors."""

from __future__ import annotations

import pytest

from dungeon_twister.rules.geometry.rows import empty_rows, floats_of, numbers_of, zero_floats, zeros
from dungeon_twister.rules.geometry.zone_plan import mask_of

pytestmark = pytest.mark.both_ways


def test_a_copy_changes_alone() -> None:
    row = numbers_of([3, -1, 4])
    other = row[:]
    other[1] = 7
    assert (list(row), list(other), len(row)) == ([3, -1, 4], [3, 7, 4], 3)
    assert row != other and row == numbers_of([3, -1, 4]) and 4 in row and 5 not in row


def test_new_rows() -> None:
    assert (list(zeros(3)), list(zero_floats(2)), list(floats_of([0.5]))) == ([0, 0, 0], [0.0, 0.0], [0.5])
    table = empty_rows(2)
    table[1] = numbers_of([8])
    assert [list(row) for row in table] == [[], [8]]


def test_every_place_has_its_mask() -> None:
    places = numbers_of(list(range(62)))
    assert [mask_of(place) for place in places] == [1 << place for place in range(62)]
