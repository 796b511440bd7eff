"""Hash functions with equal results in every process, on every machine, interpreted and compiled.

A hash is a weighted sum modulo 2**62, which compiled code computes in machine words, with a final mixing of its bits.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from dungeon_twister.rules.geometry.vectors import i64

MASK: Final = (1 << 62) - 1
MOST: Final = 256  # weights of one list


def hash_weights(name: str) -> list[int]:
    """Return random odd numbers below 2**62, the weights of a list. The same name gives the same weights."""
    return [_drawn(f"{name} {index}".encode()) | 1 for index in range(MOST)]


def digest_of(numbers: list[int]) -> int:
    """Return a hash below 2**62 of a list of numbers."""
    return _drawn(",".join(map(str, numbers)).encode())


def _drawn(data: bytes) -> int:
    return int.from_bytes(blake2b(data, digest_size=8).digest(), "big") >> 2


def mix_bits(word: i64) -> i64:
    """Mix the bits of a word: every bit of the result depends on every bit of the word. The function is a bijection."""
    word &= MASK
    word ^= word >> 31
    word = word * 0x2545F4914F6CDD1D & MASK
    word ^= word >> 29
    word = word * 0x1B873593CC9E2D51 & MASK
    return word ^ word >> 32


def to_u64(word: int) -> int:
    """Widen 62 bits to a 64-bit number, with two of them repeated."""
    return word << 2 | word >> 40 & 3
