"""Numbers for hashes: the same in every process, on every machine, interpreted and compiled.

A hash is a sum of weighted numbers modulo 2**62, which compiled code does in machine words, and is stirred at the end.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    # For annotations only: a machine word where this is compiled; anywhere else an int.
    from mypy_extensions import i64 as i64

MASK: Final = (1 << 62) - 1
MOST: Final = 256  # weights of one list


def weights_of(name: str) -> list[int]:
    """Random odd numbers below 2**62 for the numbers of a list; the same for the same name."""
    return [_drawn(f"{name} {index}".encode()) | 1 for index in range(MOST)]


def digest_of(numbers: list[int]) -> int:
    """A number below 2**62 that tells lists apart."""
    return _drawn(",".join(map(str, numbers)).encode())


def _drawn(data: bytes) -> int:
    return int.from_bytes(blake2b(data, digest_size=8).digest(), "big") >> 2


def stirred(word: i64) -> i64:
    """Every bit of the result depends on every bit of the word; different words give different results."""
    word &= MASK
    word ^= word >> 31
    word = word * 0x2545F4914F6CDD1D & MASK
    word ^= word >> 29
    word = word * 0x1B873593CC9E2D51 & MASK
    return word ^ word >> 32


def widened(word: int) -> int:
    """62 bits as a 64-bit number: two of them are there twice."""
    return word << 2 | word >> 40 & 3
