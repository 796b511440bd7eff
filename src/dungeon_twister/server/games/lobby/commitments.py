"""Commitments to secrets, made before a game is created (docs/fairness.md).

A secret is derived from a promise, which the client keeps, and a key of the server. Any process on
the database can open it, and nothing is stored in between. Only used commitments are stored for a
while.
"""

from __future__ import annotations

from collections.abc import Callable
from hmac import new as hmac
from secrets import token_hex
from typing import TYPE_CHECKING, Final

from dungeon_twister.game.record.commit_reveal import commitment, new_secret
from dungeon_twister.server.protocol import Promised
from dungeon_twister.server.store import SEAL_KEY, SEAL_SECONDS

if TYPE_CHECKING:
    from dungeon_twister.server.store import Store

HEADING: Final = "dungeon-twister seal"
NONCE_BYTES: Final = 16
LONGEST_PROMISE: Final = 64
CACHE_SECONDS: Final = 600.0  # for which the current key is not read again


class Commitments:
    """Makes commitments and opens each once. A promise is valid for `SEAL_SECONDS`."""

    def __init__(self, store: Store, now: Callable[[], float]) -> None:
        self._store = store
        self._now = now
        self._key = b""
        self._read_at = 0.0

    async def reserve(self) -> Promised:
        """Make a commitment to a new secret."""
        promise = f"{int(self._now()):x}-{token_hex(NONCE_BYTES)}"
        return Promised(commitment(_secret(await self._current_key(), promise)), promise)

    async def take(self, wanted: str, promise: str) -> tuple[str, str]:
        """Return the secret of a commitment and the commitment, which the new game must mark as
        used.

        A promise that is unknown, used or too old gives a new secret; the client notices that.
        """
        if wanted and 0 < len(promise) <= LONGEST_PROMISE and self._is_fresh(promise):
            for key in await self._store.keys.all(SEAL_KEY):
                secret = _secret(key, promise)
                if commitment(secret) == wanted and not await self._store.seal_used(wanted):
                    return secret, wanted
        return new_secret(), ""

    async def _current_key(self) -> bytes:
        now = self._now()
        if not self._key or not 0 <= now - self._read_at < CACHE_SECONDS:
            self._key = await self._store.keys.current(SEAL_KEY, now, rotate_after=SEAL_SECONDS)
            self._read_at = now
        return self._key

    def _is_fresh(self, promise: str) -> bool:
        """Return whether a promise is recent. Its time cannot be forged: the secret and the
        commitment are derived from it."""
        try:
            return self._now() - int(promise.partition("-")[0], 16) < SEAL_SECONDS
        except ValueError:
            return False


def _secret(key: bytes, promise: str) -> str:
    """Derive the secret of a promise: 64 hexadecimal digits."""
    return hmac(key, f"{HEADING} {promise}".encode(), "sha256").hexdigest()
