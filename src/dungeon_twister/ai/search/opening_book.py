"""What was learnt of setups, for either game: what a piece is worth on the starting line, and hidden at each depth.

The tables are `content/board/opening.toml` and `content/card/opening.toml`, made by `training/setup_fit.py` out of games whose
setups were drawn at random. Choices are mixed with chance, so that nobody who knows the tables knows what lies where.
"""

from __future__ import annotations

import tomllib
from functools import lru_cache
from importlib.resources import files
from random import Random
from typing import Final

from dungeon_twister.rules.engine.setting import Setting

DEPTHS: Final = 4  # parts of the way from the own line to the exits that a table tells apart


class SetupPlace:
    """A choice of the setup: a piece, by its sign, hidden so deep."""

    __slots__ = ("choice", "depth", "sign")

    def __init__(self, choice: int, sign: str, depth: int) -> None:
        self.choice = choice
        self.sign = sign
        self.depth = depth


class OpeningBook:
    """For each sign what it is worth on the starting line, and under a room of each depth; in hundredths of a game won."""

    def __init__(self, starter: dict[str, float], hidden: dict[str, list[float]], chance: float) -> None:
        self.starter = starter
        self.hidden = hidden
        self.chance = chance  # how much chance counts beside that

    def starting(self, sign: str, rng: Random) -> float:
        """How much one wants a character on the starting line rather than hidden."""
        row = self.hidden[sign]
        return self.starter[sign] - sum(row) / len(row) + self.chance * rng.random()

    def having(self, sign: str, rng: Random) -> float:
        """How much one wants a piece at all: as a starter, or hidden where it is best."""
        worth = max(self.hidden[sign])
        if sign in self.starter:
            worth = max(worth, self.starter[sign])
        return worth + self.chance * rng.random()

    def laying(self, places: list[SetupPlace], rng: Random) -> int:
        """The choice of the piece that loses most if it is not laid where it is best now; the rooms fill up."""
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
    """Does a table know every piece of a setting?"""
    for piece in setting.pieces:
        if piece.sign not in book.hidden or (piece.character and piece.sign not in book.starter):
            return False
    return True


def depth_number(depth: float) -> int:
    """Which of the depths of a table that is; 0 is at the own line, 1 at the exits."""
    return min(DEPTHS - 1, int(depth * DEPTHS))


def read_opening_book(text: str) -> OpeningBook:
    """The table of a file's text."""
    data = tomllib.loads(text)
    starter = {str(sign): float(worth) for sign, worth in data["starter"].items()}
    hidden = {str(sign): [float(worth) for worth in row] for sign, row in data["hidden"].items()}
    for sign, row in hidden.items():
        if len(row) != DEPTHS:
            raise ValueError(f"there are {DEPTHS} depths, not {len(row)} as of {sign!r}")
    return OpeningBook(starter, hidden, float(data["chance"]))


@lru_cache(maxsize=32)
def opening_book(game: str, part: float) -> OpeningBook | None:
    """The table of a game (`board`, `card`) for somebody who knows this part of it: chance counts the more, the less he knows.
    None for who knows nothing."""
    if part <= 0:
        return None
    book = read_opening_book(files("dungeon_twister.content").joinpath(game, "opening.toml").read_text("utf-8"))
    return OpeningBook(book.starter, book.hidden, book.chance / part)
