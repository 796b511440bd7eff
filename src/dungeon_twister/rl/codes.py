"""Choices as numbers from 0 to N - 1 for programs that learn: what the codecs of both games share.

The kinds of choices and their parts are those of the engine's own table (`rules/engine/*/rules.py`). A part of a choice has a
coding: how many values it has and which number stands for which of them. A kind of choice has as many numbers as its parts have
values together, and the kinds follow one another in the order of the table. Numbers are given from the side of the player who
decides: his own tokens come first, and places are turned so that he sits where the first player sits, if the layout allows
it.
What a player may not know is in no number: a hidden character has the number of the place it takes among the hidden ones.

Players' choices and draws of chance are two separate sets of numbers, both beginning with 0.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import Any, Final

from dungeon_twister.rules.engine.actions import FIRST_MASK, FIRST_SHIFT, KIND_MASK, SECOND_SHIFT
from dungeon_twister.rules.engine.setting import Setting
from dungeon_twister.rules.engine.state import State
from dungeon_twister.rules.engine.table import ANY_TIME, Kind

VERSION: Final = 1  # of the meaning of all numbers; docs/environments.md says when it changes


class CodeError(ValueError):
    """A number that stands for no choice of this moment."""


def setting_of(of: object) -> Setting:
    """Return the setting of a game, which is given by its setting, its state or itself."""
    if isinstance(of, Setting):
        return of
    state = of if isinstance(of, State) else getattr(of, "state", None)
    if not isinstance(state, State):
        raise TypeError(f"a game, a state or a setting is wanted, not {of!r}")
    return state.setting


class Coding:
    """One part of a choice: a name for people, a number for `Codec.part`, and how many values there are."""

    def __init__(self, name: str, number: int, size: int) -> None:
        self.name = name
        self.number = number
        self.size = size


NONE: Final = Coding("", 0, 1)


class Row:
    """One kind of choice: its first number, and of what its numbers are made."""

    def __init__(self, kind: Kind[Any], first: Coding, second: Coding, offset: int) -> None:
        self.number: int = kind.number
        self.verb: str = kind.verb
        self.first = first
        self.second = second
        self.offset = offset
        self.size = first.size * second.size

    def line(self) -> str:
        """The row as it is written down."""
        parts = [f"{coding.name}:{coding.size}" for coding in (self.first, self.second) if coding.name]
        return " ".join([str(self.offset), self.verb, *parts])


class Codec:
    """The numbers of one setting. `size` numbers stand for choices of players, `chances` for draws of chance."""

    setting: Setting
    rows: list[Row]
    draws: list[Row]
    size: int
    chances: int
    offset: list[int]  # by kind of choice, like the next three
    first_coding: list[int]
    second_coding: list[int]
    second_size: list[int]

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.rows = []
        self.draws = []
        self.size = 0
        self.chances = 0
        self.offset = [-1] * (KIND_MASK + 1)
        self.first_coding = [0] * (KIND_MASK + 1)
        self.second_coding = [0] * (KIND_MASK + 1)
        self.second_size = [1] * (KIND_MASK + 1)

    def lay_out(self, kinds: list[Kind[Any]]) -> None:
        """Number all kinds of the game's table that `legal` lists."""
        for kind in kinds:
            if kind.when == ANY_TIME:
                continue
            first, second = self.codings(kind)
            by_chance = self.is_draw(kind)
            offset = self.chances if by_chance else self.size
            row = Row(kind, first, second, offset)
            self.offset[kind.number] = offset
            self.first_coding[kind.number] = first.number
            self.second_coding[kind.number] = second.number
            self.second_size[kind.number] = second.size
            if by_chance:
                self.draws.append(row)
                self.chances += row.size
            else:
                self.rows.append(row)
                self.size += row.size

    def codings(self, kind: Kind[Any]) -> tuple[Coding, Coding]:
        """How the two parts of a kind of choice are coded."""
        raise NotImplementedError

    def is_draw(self, kind: Kind[Any]) -> bool:
        """Is it a choice of chance?"""
        raise NotImplementedError

    def part(self, s: State, who: int, coding: int, value: int) -> int:
        """The number of one part of a choice."""
        raise NotImplementedError

    def encode(self, s: State, action: int) -> int:
        """The number of a choice that is legal now."""
        return self._encode(s, s.decider(), action)

    def _encode(self, s: State, who: int, action: int) -> int:
        kind = action & KIND_MASK
        first, second = self.first_coding[kind], self.second_coding[kind]
        code = self.offset[kind]
        if first:
            code += self.part(s, who, first, action >> FIRST_SHIFT & FIRST_MASK) * self.second_size[kind]
        if second:
            code += self.part(s, who, second, action >> SECOND_SHIFT)
        return code

    def encoded(self, s: State, listed: list[int]) -> list[int]:
        """The numbers of the legal choices, in their order."""
        who = s.decider()
        return [self._encode(s, who, action) for action in listed]

    def decode(self, s: State, code: int, listed: list[int]) -> int:
        """The legal choice of a number; a CodeError if there is none."""
        for action in listed:
            if self.encode(s, action) == code:
                return action
        raise CodeError(f"{code} is no choice of this moment")

    def mark(self, mask: bytearray, codes: list[int]) -> None:
        """Write 1 into an empty mask for each of these numbers."""
        for code in codes:
            mask[code] = 1

    def meaning(self, code: int) -> str:
        """A number of a player's choice in words: the verb and the values of its parts."""
        for row in self.rows:
            if row.offset <= code < row.offset + row.size:
                first, second = divmod(code - row.offset, row.second.size)
                parts = [(row.first.name, first), (row.second.name, second)]
                return " ".join([row.verb, *[f"{name}={value}" for name, value in parts if name]])
        raise CodeError(f"{code} is not in 0 to {self.size - 1}")

    def table(self) -> list[str]:
        """All rows as they are written down, choices of players first."""
        return [row.line() for row in self.rows] + ["chance"] + [row.line() for row in self.draws]

    def fingerprint(self) -> str:
        """The hash of the table."""
        return blake2b("\n".join(self.table()).encode(), digest_size=8).hexdigest()
