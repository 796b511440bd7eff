"""The learned part of the evaluation: corrections fitted to games, which are added to the hand-made values.

Every number is in hundredths of a victory point and belongs to one feature of one player. The value of a position is the sum of
the player less that of the opponent. `training/evaluation_fit.py` fits the numbers and writes `content/board/evaluation.toml`.
"""

from __future__ import annotations

import tomllib
from functools import lru_cache
from importlib.resources import files
from typing import Final

from dungeon_twister.rules.engine.board.setting import BoardSetting
from dungeon_twister.rules.geometry.rows import floats_of
from dungeon_twister.rules.geometry.vectors import Floats

ABLE_KNOTS: Final = [0.5, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0, 11.0, 15.0]  # action points to the exit
WOUNDED_KNOTS: Final = [1.0, 3.0, 6.0, 11.0]
RACE_KNOTS: Final = [0.0, 1.0, 2.0, 3.0, 5.0, 7.0, 10.0, 14.0, 20.0, 30.0]
OUT_OF_REACH: Final = 31  # in the tables of the race: the characters on the board cannot score the missing points
MOST_LACKING: Final = 6  # more missing points count as this many
MOST_JUMPS: Final = 3  # more jump cards count as this many
BEST_CARD: Final = 5
ALL_CARDS: Final = 60  # a hand of action cards, as bits; when all are used, they come back (TURN-10)


class LearnedTables:
    """The numbers of the file. Those by action points are given at knots, with straight lines between them."""

    able: dict[str, list[float]]  # an unwounded character, by its sign, at ABLE_KNOTS
    wounded: dict[str, list[float]]  # at WOUNDED_KNOTS
    carried: dict[str, float]  # an object with its bearer, by the signs of both
    hidden: dict[str, float]  # a character that is not in play yet
    jumps: list[float]  # jump cards, by their number
    combat: list[float]  # a combat card, by its value
    factors: dict[str, float]  # of weights of the hand-made evaluation
    # of the player who waits, and of the one whose turn is next:
    cards: list[list[float]]  # an action card in hand, by its value
    lacking: list[list[float]]  # by the number of missing victory points
    race: list[list[float]]  # at RACE_KNOTS and OUT_OF_REACH, see `BoardEvaluator.missing_points`

    def __init__(self, text: str) -> None:
        data = tomllib.loads(text)
        self.able = {sign: _row(row) for sign, row in data["able"].items()}
        self.wounded = {sign: _row(row) for sign, row in data["wounded"].items()}
        self.carried = {signs: float(number) for signs, number in data["carried"].items()}
        self.hidden = {sign: float(number) for sign, number in data["hidden"].items()}
        self.factors = {weight: float(number) for weight, number in data["factors"].items()}
        self.jumps = _row(data["jumps"])
        self.combat = _row(data["combat"])
        self.cards = [_row(data["waiting"]["cards"]), _row(data["next"]["cards"])]
        self.lacking = [_row(data["waiting"]["lacking"]), _row(data["next"]["lacking"])]
        self.race = [_row(data["waiting"]["race"]), _row(data["next"]["race"])]


def _row(numbers: list[object]) -> list[float]:
    return [float(str(number)) for number in numbers]


@lru_cache(maxsize=1)
def learned_tables() -> LearnedTables:
    """Return the numbers that come with the game."""
    return LearnedTables(files("dungeon_twister.content").joinpath("board", "evaluation.toml").read_text("utf-8"))


class Corrections:
    """The learned numbers as tables for the evaluation of one setting."""

    def __init__(self, setting: BoardSetting, tables: LearnedTables) -> None:
        self.tables = tables
        self.signs = [setting.pieces[token % setting.each].sign for token in range(setting.tokens)]
        self.hidden = floats_of([tables.hidden.get(sign, 0.0) for sign in self.signs])
        self._curves: dict[tuple[str, int, bool], Floats] = {}
        self._hands = [floats_of([_sum_of(row, hand or ALL_CARDS) for hand in range(ALL_CARDS + 4)]) for row in tables.cards]
        self._lacking = [floats_of(row) for row in tables.lacking]
        self._race = [floats_of(_race(row)) for row in tables.race]

    def curve(self, token: int, movement: int, down: bool, longest: int) -> Floats:
        """Return the correction for a character at each distance in half steps."""
        sign = self.signs[token]
        found = self._curves.get((sign, movement, down))
        if found is None:
            rows, knots = (self.tables.wounded, WOUNDED_KNOTS) if down else (self.tables.able, ABLE_KNOTS)
            row = rows.get(sign, [0.0] * len(knots))
            found = floats_of([interpolated(knots, row, distance / (2 * movement)) for distance in range(longest + 1)])
            self._curves[sign, movement, down] = found
        return found

    def carried(self, token: int, item_sign: str) -> float:
        """Return the correction for a character with an object."""
        return self.tables.carried.get(self.signs[token] + item_sign, 0.0)

    def prospects(self, hand: int, lacking: int, missing: int, is_next: bool) -> float:
        """Return the correction for a player's action cards, missing victory points and missing action points."""
        table = 1 if is_next else 0
        return self._hands[table][hand] + self._lacking[table][max(0, min(lacking, MOST_LACKING))] + self._race[table][missing]


def _sum_of(row: list[float], hand: int) -> float:
    return sum([value for card, value in enumerate(row) if hand >> card & 1])


def _race(row: list[float]) -> list[float]:
    """Return the correction for each number of missing action points."""
    return [*[interpolated(RACE_KNOTS, row, float(points)) for points in range(OUT_OF_REACH)], row[-1]]


def interpolated(knots: list[float], row: list[float], at: float) -> float:
    """Return the value between two knots of a row; outside of all knots the nearest one counts."""
    return sum([part * row[knot] for knot, part in parts(knots, at)])


def parts(knots: list[float], at: float) -> list[tuple[int, float]]:
    """Return the knots next to a number, and the part with which each counts."""
    if at <= knots[0]:
        return [(0, 1.0)]
    for knot in range(1, len(knots)):
        if at <= knots[knot]:
            part = (at - knots[knot - 1]) / (knots[knot] - knots[knot - 1])
            return [(knot - 1, 1 - part), (knot, part)]
    return [(len(knots) - 1, 1.0)]
