"""The opening books for the setup: the value of each piece on the starting line, and hidden at each depth.

`training/setup_fit.py` fits them to games with random setups; they are in `content/board/opening.toml` and
`content/card/opening.toml`. Choices contain chance, so that an opponent who knows the book cannot tell what lies where.
"""

from __future__ import annotations

import tomllib
from functools import lru_cache
from importlib.resources import files
from random import Random
from typing import Final

from dungeon_twister.rules.engine.setting import Setting

DEPTHS: Final = 4  # steps of depth between the player's own line and the exits


class SetupPlace:
    """A choice of the setup: a piece, by its sign, and the depth where it is hidden."""

    __slots__ = ("choice", "depth", "sign")

    def __init__(self, choice: int, sign: str, depth: int) -> None:
        self.choice = choice
        self.sign = sign
        self.depth = depth


class OpeningBook:
    """The value of each piece on the starting line and under a room of each depth, in hundredths of a won game."""

    def __init__(self, starter: dict[str, float], hidden: dict[str, list[float]], chance: float) -> None:
        self.starter = starter
        self.hidden = hidden
        self.chance = chance  # size of the random term added to every value

    def starting(self, sign: str, rng: Random) -> float:
        """Return the value of a character on the starting line, compared with hiding it."""
        row = self.hidden[sign]
        return self.starter[sign] - sum(row) / len(row) + self.chance * rng.random()

    def having(self, sign: str, rng: Random) -> float:
        """Return the value of having a piece at all: as a starter, or hidden at its best depth."""
        worth = max(self.hidden[sign])
        if sign in self.starter:
            worth = max(worth, self.starter[sign])
        return worth + self.chance * rng.random()

    def laying(self, places: list[SetupPlace], rng: Random) -> int:
        """Return the choice that gains most over the average place of its piece, as good places fill up."""
        sums: dict[str, float] = {}
        numbers: dict[str, int] = {}
        for place in places:
            sums[place.sign] = sums.get(place.sign, 0.0) + self.hidden[place.sign][place.depth]
            numbers[place.sign] = numbers.get(place.sign, 0) + 1
        best, chosen = 0.0, -1
        for place in places:
            mean = sums[place.sign] / numbers[place.sign]
            worth = self.hidden[place.sign][place.depth] - mean + self.chance * rng.random()
            if chosen < 0 or worth > best:
                best, chosen = worth, place.choice
        return chosen


def knows_all(book: OpeningBook, setting: Setting) -> bool:
    """Return whether a book has every piece of a setting."""
    for piece in setting.pieces:
        if piece.sign not in book.hidden or (piece.character and piece.sign not in book.starter):
            return False
    return True


def depth_number(depth: float) -> int:
    """Return the step of depth for a depth between 0 (the player's own line) and 1 (the exits)."""
    return min(DEPTHS - 1, int(depth * DEPTHS))


def read_opening_book(text: str) -> OpeningBook:
    """Parse the text of a book."""
    data = tomllib.loads(text)
    starter = {str(sign): float(worth) for sign, worth in data["starter"].items()}
    hidden = {str(sign): [float(worth) for worth in row] for sign, row in data["hidden"].items()}
    for sign, row in hidden.items():
        if len(row) != DEPTHS:
            raise ValueError(f"there are {DEPTHS} depths, not {len(row)} as of {sign!r}")
    return OpeningBook(starter, hidden, float(data["chance"]))


@lru_cache(maxsize=32)
def opening_book(game: str, part: float) -> OpeningBook | None:
    """Return the book of a game (`board`, `card`), or None if `part` is 0. The smaller `part`, the more chance counts."""
    if part <= 0:
        return None
    book = read_opening_book(files("dungeon_twister.content").joinpath(game, "opening.toml").read_text("utf-8"))
    return OpeningBook(book.starter, book.hidden, book.chance / part)
