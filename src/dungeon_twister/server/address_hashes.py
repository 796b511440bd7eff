"""Hashes of addresses, made with a secret key that changes every month.

The database keeps an address only as such a hash. An address is compared under the current key and the previous one. When a key
is deleted, its hashes can no longer be traced back to an address.
"""

from __future__ import annotations

from collections.abc import Sequence
from hmac import digest
from secrets import token_bytes
from typing import Final

DAY: Final = 86_400.0
KEY_NAME: Final = "addresses"
ROTATE_AFTER: Final = 30 * DAY  # a new key is made
FORGET_AFTER: Final = 2 * ROTATE_AFTER  # a key is deleted, and its hashes can no longer be compared


class AddressHasher:
    """Hashes addresses under the keys passed to `load`. Until then it has a random key of its own."""

    def __init__(self) -> None:
        self._keys: list[bytes] = [token_bytes(32)]  # the newest first
        self._in_use = self._keys[0]
        self._loaded = False

    def load(self, keys: Sequence[bytes]) -> None:
        """Take over the keys of the database, the newest first. A new key is used from the next
        `load` on: by then every process knows it."""
        if not self._loaded or self._in_use not in keys or keys[0] in self._keys:
            self._in_use = keys[0]
        self._keys = list(keys)
        self._loaded = True

    def hash(self, address: str) -> str:
        """Return the stored hash of an address; empty for no address."""
        return _hash(self._in_use, address)

    def all(self, address: str) -> list[str]:
        """Return the hashes of an address under every key, the one in use first."""
        others = [key for key in self._keys if key != self._in_use]
        return [_hash(key, address) for key in (self._in_use, *others)] if address else []

    def matches(self, address: str, kept: str) -> bool:
        """Return whether a stored hash is that of an address."""
        return bool(kept) and kept in self.all(address)


def _hash(key: bytes, address: str) -> str:
    return digest(key, address.encode(), "sha256").hex() if address else ""
