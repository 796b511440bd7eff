"""What was told last of a game that is looked at again and again, as a server does.

Most of a view is as it was before the last choice. A part that is made of the same as when it was told last is told by the same
object: it is not made again, whoever sends views sees at once that it has not changed, and viewers who may know the same share
it. Nothing is told through a lens that would not be told without one: what a part is made of stands beside it, and a test
compares both ways.
"""

from __future__ import annotations

from typing import Any, Final

NOT_SEEN: Final = -99  # no place
EVERYBODY: Final = -9  # for parts that are the same for all viewers


class Seen:
    """The tokens in play that everybody knows: of each what its view was made from, and the view; in this maze, with these
    lists of marks and ties, which a state never changes in place."""

    def __init__(self) -> None:
        self.maze: object = None
        self.marks: object = None
        self.ties: object = None
        self.entries: object = None
        self.places: list[int] = []
        self.holders: list[int] = []
        self.views: list[Any] = []
        self.told: list[Any] = []

    def begin(self, tokens: int, maze: object, marks: object, ties: object = None, entries: object = None) -> None:
        """Forget everything, unless it was seen in this maze with these lists."""
        if self.maze is maze and self.marks is marks and self.ties is ties and self.entries is entries:
            return
        self.maze, self.marks, self.ties, self.entries = maze, marks, ties, entries
        self.places = [NOT_SEEN] * tokens
        self.holders = [NOT_SEEN] * tokens
        self.views = [None] * tokens
        self.told = []


class Lens:
    """The parts of a game's views as they were told last, each with what it was made of."""

    def __init__(self) -> None:
        self._told: dict[tuple[str, int, int], tuple[object, Any]] = {}
        self.tokens = Seen()

    def again(self, part: str, viewer: int, number: int, basis: object) -> Any:
        """A part as it was told last, if it would be made of the same now; else None."""
        known = self._told.get((part, viewer, number))
        return known[1] if known is not None and known[0] == basis else None

    def tell(self, part: str, viewer: int, number: int, basis: object, told: Any) -> Any:
        """Keep a part for the next time."""
        self._told[part, viewer, number] = (basis, told)
        return told


def same(lens: Lens | None, part: str, viewer: int, told: Any) -> Any:
    """A part that is made anew each time; the one that was told last, if they are equal."""
    if lens is None:
        return told
    known = lens.again(part, viewer, 0, told)
    return lens.tell(part, viewer, 0, told, told) if known is None else known
