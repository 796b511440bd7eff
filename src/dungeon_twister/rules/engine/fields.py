"""The fields of a state, each declared once: key, equality, hash, bytes and pickling follow from the declaration.

A state class has a table of its fields (`KERNEL` in `state.py`, `BOARD` in `board/state.py`) and a list of those attributes
that are no part of what the rules remember, with the reason. A test walks `__slots__` and fails on an attribute that is in
neither, or that copy, key, hash or bytes forget.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from dungeon_twister.rules.geometry.hashing import MASK, hash_weights

if TYPE_CHECKING:
    from dungeon_twister.rules.geometry.hashing import i64

NUMBER: Final = 0
FLAG: Final = 1  # true or false
BITS: Final = 2  # a set of tokens, players or rooms, of any size
LIST: Final = 3  # as many numbers as the setting says
FREE: Final = 4  # a list that grows and shrinks
OTHER: Final = 5  # what the state itself takes apart into numbers, as a maze

HALF: Final = 31  # bits of a set that are weighed together
LOW: Final = (1 << HALF) - 1
FLOOR: Final = 64  # above all negative numbers in lists: an entry always counts, so a list is never taken for a shorter one


class Field:
    """One field. `kept`: its part of the hash is kept up to date by the setters of the state, and only by them."""

    name: str
    kind: int
    kept: bool
    weights: list[int]
    weight: i64  # the first of them, for a single number

    def __init__(self, name: str, kind: int, kept: bool = False) -> None:
        self.name = name
        self.kind = kind
        self.kept = kept
        self.weights = hash_weights(name)
        self.weight = self.weights[0]

    def __reduce__(self) -> tuple[object, ...]:
        return Field, (self.name, self.kind, self.kept)


def weighed(field: Field, numbers: list[int]) -> int:
    """What a field adds to the hash, worked out in full. (OTHER fields add a digest, which is not our business.)"""
    if field.kind in (NUMBER, FLAG):
        return weighed_list(field.weights, [numbers[0] - FLOOR])
    if field.kind == BITS:
        return weighed_bits(field.weights, numbers[0])
    return weighed_list(field.weights, numbers)


def weighed_list(weights: list[int], numbers: list[int]) -> int:
    total: i64 = 0
    for index, number in enumerate(numbers):
        weight: i64 = weights[index]
        total += weight * (number + FLOOR)
    return total & MASK


def weighed_bits(weights: list[int], bits: int) -> int:
    """The same for a set: in parts, because high bits of one number would hardly count."""
    total: i64 = 0
    index = 0
    while bits:
        weight: i64 = weights[index]
        total += weight * (bits & LOW)
        bits >>= HALF
        index += 1
    return total & MASK
