"""A state as bytes: a version, the numbers of its key with as few bytes as they need, and a checksum.

The bytes hold everything, including hidden information. They are for caches and for processes that serve the same game, never
for a player. The checksum detects damage and bytes of another setting; it does not protect against deliberate manipulation.
"""

from __future__ import annotations

from typing import Final
from zlib import crc32

VERSION: Final = 1
CHECK: Final = 4  # bytes of the checksum
SHORTEST: Final = 1 + CHECK


class BytesError(ValueError):
    """Bytes that are not a state of this setting, with the reason as a sentence."""


def packed(rows: list[list[int]], mark: str) -> bytes:
    """Pack rows of numbers as bytes. The same mark is needed to unpack them."""
    out = bytearray([VERSION])
    for row in rows:
        _write(out, len(row))
        for number in row:
            _write(out, 2 * number if number >= 0 else -2 * number - 1)
    return bytes(out) + _check(bytes(out), mark)


def _write(out: bytearray, number: int) -> None:
    """Write seven bits per byte, the lowest first; the eighth bit says that more follow."""
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    out.append(number)


def _check(data: bytes, mark: str) -> bytes:
    return crc32(mark.encode(), crc32(data)).to_bytes(CHECK, "big")


def unpacked(data: bytes, mark: str) -> list[list[int]]:
    """Unpack the rows of numbers, or raise a BytesError that says what is wrong."""
    if len(data) < SHORTEST:
        raise BytesError(f"a state has more than {len(data)} bytes")
    if data[0] != VERSION:
        raise BytesError(f"these bytes are of version {data[0]}; this software reads version {VERSION}")
    body = data[:-CHECK]
    if _check(body, mark) != data[-CHECK:]:
        raise BytesError("these bytes are damaged, or a state of another scenario or with other options")
    numbers = _numbers(body)
    rows: list[list[int]] = []
    at = 0
    while at < len(numbers):
        end = at + 1 + numbers[at]
        if end > len(numbers):
            raise BytesError("these bytes end in the middle of a state")
        rows.append([number // 2 if number % 2 == 0 else -(number + 1) // 2 for number in numbers[at + 1 : end]])
        at = end
    return rows


def _numbers(body: bytes) -> list[int]:
    found: list[int] = []
    number = shift = 0
    for byte in body[1:]:
        number |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            found.append(number)
            number = shift = 0
    if shift:
        raise BytesError("these bytes end in the middle of a number")
    return found
