"""Choices as numbers from 0 to N - 1 for machine learning: the common part of the codecs.

The kinds of choices and their parts are those of the engine's table (`rules/engine/*/rules.py`). A part has a coding: the
number of its values, and the number of each value. A kind has one number for each combination of values of its parts, and the
kinds follow one another in the order of the table.

Numbers are relative to the player to decide: his own tokens come first, and places are rotated so that he sits where the first
player sits, if the layout allows it. No number depends on hidden information: a hidden character is numbered by its rank among
the hidden ones.

Choices of players and draws of chance are two separate sets of numbers, both starting at 0.
"""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import blake2b
from typing import Any, Final

from dungeon_twister.game.record.choice_parts import NUMBER, ChoicePart
from dungeon_twister.rules.engine.actions import FIRST_MASK, FIRST_SHIFT, KIND_MASK, SECOND_SHIFT
from dungeon_twister.rules.engine.choice_kinds import ANY_TIME, ChoiceKind
from dungeon_twister.rules.engine.setting import Setting
from dungeon_twister.rules.engine.state import State

VERSION: Final = 1  # of the meaning of all numbers; docs/environments.md lists its changes


class CodeError(ValueError):
    """A number that does not stand for a choice in this state."""


def setting_of(of: object) -> Setting:
    """Return the setting of a game, a state or a setting."""
    if isinstance(of, Setting):
        return of
    state = of if isinstance(of, State) else getattr(of, "state", None)
    if not isinstance(state, State):
        raise TypeError(f"a game, a state or a setting is wanted, not {of!r}")
    return state.setting


class Coding:
    """The coding of one part of a choice: a name for people, a number for `Codec.part`, and the number of values."""

    def __init__(self, name: str, number: int, size: int) -> None:
        self.name = name
        self.number = number
        self.size = size


NONE: Final = Coding("", 0, 1)


def check_codings(parts: Mapping[str, ChoicePart[Any]], codings: Mapping[str, int]) -> None:
    """Raise ValueError for a part of a choice whose coding the codec of its game does not know."""
    for name, part in parts.items():
        if name and part.coding != NUMBER and part.coding not in codings:
            raise ValueError(f"the part {name!r} has the coding {part.coding!r}, which the codec does not know")


class KindCoding:
    """One kind of choice: its first number, and the codings of its parts."""

    def __init__(self, kind: ChoiceKind[Any], first: Coding, second: Coding, offset: int) -> None:
        self.number: int = kind.number
        self.verb: str = kind.verb
        self.first = first
        self.second = second
        self.offset = offset
        self.size = first.size * second.size

    def line(self) -> str:
        """Return the row as text."""
        parts = [f"{coding.name}:{coding.size}" for coding in (self.first, self.second) if coding.name]
        return " ".join([str(self.offset), self.verb, *parts])


class Codec:
    """The codec of one setting. `size` numbers stand for choices of players, `chances` for draws of chance."""

    setting: Setting
    rows: list[KindCoding]
    draws: list[KindCoding]
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

    def lay_out(self, kinds: list[ChoiceKind[Any]]) -> None:
        """Number all kinds of the game's table that `legal` lists."""
        for kind in kinds:
            if kind.when == ANY_TIME:
                continue
            first, second = self.codings(kind)
            by_chance = self.is_draw(kind)
            offset = self.chances if by_chance else self.size
            row = KindCoding(kind, first, second, offset)
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

    def codings(self, kind: ChoiceKind[Any]) -> tuple[Coding, Coding]:
        """Return the codings of the two parts of a kind of choice."""
        raise NotImplementedError

    def is_draw(self, kind: ChoiceKind[Any]) -> bool:
        """Return whether a kind is a draw of chance."""
        raise NotImplementedError

    def part(self, s: State, who: int, coding: int, value: int) -> int:
        """Return the number of one part of a choice."""
        raise NotImplementedError

    def encode(self, s: State, action: int) -> int:
        """Return the number of a legal choice."""
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
        """Return the numbers of the legal choices, in their order."""
        who = s.decider()
        return [self._encode(s, who, action) for action in listed]

    def decode(self, s: State, code: int, listed: list[int]) -> int:
        """Return the legal choice of a number. Raise CodeError if there is none."""
        for action in listed:
            if self.encode(s, action) == code:
                return action
        raise CodeError(f"{code} is no choice of this moment")

    def mark(self, mask: bytearray, codes: list[int]) -> None:
        """Write 1 into an empty mask for each of these numbers."""
        for code in codes:
            mask[code] = 1

    def meaning(self, code: int) -> str:
        """Describe the number of a player's choice: the verb and the values of its parts."""
        for row in self.rows:
            if row.offset <= code < row.offset + row.size:
                first, second = divmod(code - row.offset, row.second.size)
                parts = [(row.first.name, first), (row.second.name, second)]
                return " ".join([row.verb, *[f"{name}={value}" for name, value in parts if name]])
        raise CodeError(f"{code} is not in 0 to {self.size - 1}")

    def table(self) -> list[str]:
        """Return all rows as text, choices of players first."""
        return [row.line() for row in self.rows] + ["chance"] + [row.line() for row in self.draws]

    def fingerprint(self) -> str:
        """Return the hash of the table."""
        return blake2b("\n".join(self.table()).encode(), digest_size=8).hexdigest()
