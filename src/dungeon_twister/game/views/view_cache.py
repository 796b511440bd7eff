"""Cache of view parts for one game.

A part whose inputs have not changed is returned as the same object, so that it is neither rebuilt nor sent again. Viewers with
the same knowledge share it. Each part is stored with its inputs, and a test compares views with and without the cache.
Without it a choice costs the server 1.3 times as much (docs/data/caches.md).
"""

from __future__ import annotations

from typing import Any, Final

NOT_SEEN: Final = -99  # not a place
EVERYBODY: Final = -9  # for parts that are the same for all viewers


class TokenCache:
    """Cache of the views of the tokens that everybody knows, with their inputs.

    It holds for one maze and one set of lists of marks and ties, which a state never changes in place.
    """

    def __init__(self) -> None:
        self.maze: object = None
        self.marks: object = None
        self.ties: object = None
        self.entries: object = None
        self.places: list[int] = []
        self.holders: list[int] = []
        self.views: list[Any] = []
        self.ordered: list[Any] = []

    def reset_unless(self, tokens: int, maze: object, marks: object, ties: object = None, entries: object = None) -> None:
        """Empty the cache, unless it holds for this maze and these lists."""
        if self.maze is maze and self.marks is marks and self.ties is ties and self.entries is entries:
            return
        self.maze, self.marks, self.ties, self.entries = maze, marks, ties, entries
        self.places = [NOT_SEEN] * tokens
        self.holders = [NOT_SEEN] * tokens
        self.views = [None] * tokens
        self.ordered = []


class ViewCache:
    """The latest parts of the views of one game, each with its inputs."""

    def __init__(self) -> None:
        self._parts: dict[tuple[str, int, int], tuple[object, Any]] = {}
        self.tokens = TokenCache()

    def get(self, part: str, viewer: int, number: int, basis: object) -> Any:
        """Return the cached part if its inputs are equal, otherwise None."""
        known = self._parts.get((part, viewer, number))
        return known[1] if known is not None and known[0] == basis else None

    def put(self, part: str, viewer: int, number: int, basis: object, value: Any) -> Any:
        """Store a part with its inputs, and return it."""
        self._parts[part, viewer, number] = (basis, value)
        return value


def reuse_if_equal(cache: ViewCache | None, part: str, viewer: int, value: Any) -> Any:
    """Return the cached part if it equals the new one, otherwise store and return the new one."""
    if cache is None:
        return value
    known = cache.get(part, viewer, 0, value)
    return cache.put(part, viewer, 0, value, value) if known is None else known
