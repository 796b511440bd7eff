"""The storage that a page gives the service."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol


class Disk(Protocol):
    """The storage of the browser: texts under keys."""

    async def read(self, prefix: str) -> list[tuple[str, str]]:
        """Return everything whose key begins with a prefix, by key."""
        ...

    async def write(self, texts: Mapping[str, str | None]) -> None:
        """Write everything or nothing; None deletes. Return when it is stored; OSError: it was not."""
        ...
