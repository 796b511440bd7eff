"""The fields of a state, each declared once: key, equality, hash, bytes and pickling follow from the declaration.

A state class has a table of its fields (`KERNEL` in `state.py`, `BOARD` in `board/state.py`) and a list of the attributes that
are not part of what the rules remember, each with the reason. A test walks `__slots__` and fails on an attribute that is in
neither list, or that copy, key, hash or bytes omit.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from dungeon_twister.rules.geometry.hashing import MASK, hash_weights
from dungeon_twister.rules.geometry.rows import numbers_of
from dungeon_twister.rules.geometry.vectors import Numbers

if TYPE_CHECKING:
    from dungeon_twister.rules.geometry.vectors import i64

NUMBER: Final = 0
FLAG: Final = 1  # true or false
BITS: Final = 2  # a set of tokens, players or rooms, of any size
LIST: Final = 3  # a list whose length follows from the setting
FREE: Final = 4  # a list of variable length
OTHER: Final = 5  # a value that the state itself converts to numbers, such as a maze

HALF: Final = 31  # bits of a set that share one weight
LOW: Final = (1 << HALF) - 1
FLOOR: Final = 64  # makes list entries positive: each counts in the hash, so lists of different length differ


class StateField:
    """One field. If `kept`, the setters of the state, and only they, keep its part of the hash up to date."""

    name: str
    kind: int
    kept: bool
    weights: Numbers
    weight: i64  # the first weight, for a single number

    def __init__(self, name: str, kind: int, kept: bool = False) -> None:
        self.name = name
        self.kind = kind
        self.kept = kept
        self.weights = numbers_of(hash_weights(name))
        self.weight = self.weights[0]

    def __reduce__(self) -> tuple[object, ...]:
        return StateField, (self.name, self.kind, self.kept)


def weighed(field: StateField, numbers: list[int]) -> int:
    """Compute a field's contribution to the hash from scratch. (OTHER fields contribute a digest, computed elsewhere.)"""
    if field.kind in (NUMBER, FLAG):
        return weighed_list(field.weights, [numbers[0] - FLOOR])
    if field.kind == BITS:
        return weighed_bits(field.weights, numbers[0])
    return weighed_list(field.weights, numbers)


def weighed_list(weights: Numbers, numbers: list[int]) -> int:
    total: i64 = 0
    for index, number in enumerate(numbers):
        weight: i64 = weights[index]
        total += weight * (number + FLOOR)
    return total & MASK


def weighed_bits(weights: Numbers, bits: int) -> int:
    """Compute the contribution of a set. Each part has its own weight, as the high bits of one number would hardly count."""
    total: i64 = 0
    index = 0
    while bits:
        weight: i64 = weights[index]
        total += weight * (bits & LOW)
        bits >>= HALF
        index += 1
    return total & MASK
