"""The parts of a choice: the words of each part in a line, and how words and the engine's numbers convert.

A row of a game's table of choices (`rules/engine/*/rules.py`) names its two parts. The module `choice_parts` of each game
declares them, with everything that other layers ask of a part: the values that the guide tries to explain a refusal, and the
numbering that learning agents use.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, Generic, NamedTuple, TypeVar

from dungeon_twister.game.record.choice import Choice
from dungeon_twister.game.record.shared_names import TURNS, in_range, index, read_turn, turn_name
from dungeon_twister.rules.engine import actions
from dungeon_twister.rules.engine.setting import Setting
from dungeon_twister.rules.engine.state import UNDER, State

S = TypeVar("S", bound=State)
Fields = dict[str, str | int | bool]

NUMBER: Final = "number"  # the coding of a part whose values are simply counted


class Word(NamedTuple):
    """One word of a line: the field it fills and an example of it. A number may have a letter before it (`r1`); a flag is
    present or absent; a direction may be followed by `far`; an optional word may be left out at the end of a line."""

    field: str
    example: str
    kind: str = "word"  # word, number, flag, side
    optional: bool = False
    prefix: str = ""


class ChoicePart(Generic[S]):
    """One part of a choice; this class is the part without words.

    `coding` names the numbering of its values for learning agents (`rl/*/codec.py`). `candidates` returns the values to try
    when the guide explains why a character cannot do something; only the second part of an action needs it.
    """

    def __init__(
        self, words: tuple[Word, ...], coding: str = NUMBER, candidates: Callable[[S, int], list[int]] | None = None
    ) -> None:
        self.words = words
        self.coding = coding
        self.candidates = candidates

    def write(self, s: S, value: int, viewer: int, fields: Fields) -> None:
        """Set the fields of a value, with the names that a viewer may know."""

    def read(self, s: S, choice: Choice) -> int:
        """Return the value of the fields. Raise a TextError for meaningless ones."""
        return 0

    def count(self, setting: Setting) -> int:
        """Return the number of values, where they are simply counted."""
        raise NotImplementedError


class WordPart(ChoicePart[S]):
    """A part of one word, with functions that convert it."""

    def __init__(
        self,
        word: Word,
        name: Callable[[S, int, int], str],
        number: Callable[[S, str], int],
        coding: str,
        candidates: Callable[[S, int], list[int]] | None = None,
    ) -> None:
        super().__init__((word,), coding, candidates)
        self._field = word.field
        self._name = name
        self._number = number

    def write(self, s: S, value: int, viewer: int, fields: Fields) -> None:
        fields[self._field] = self._name(s, value, viewer)

    def read(self, s: S, choice: Choice) -> int:
        return self._number(s, getattr(choice, self._field))


class ListedPart(ChoicePart[S]):
    """A part whose word is one of a list of the setting; its value is the place in the list."""

    def __init__(self, word: Word, names: Callable[[Any], list[str]], unknown: str, coding: str = NUMBER) -> None:
        super().__init__((word,), coding)
        self._field = word.field
        self._names = names
        self._unknown = unknown

    def write(self, s: S, value: int, viewer: int, fields: Fields) -> None:
        fields[self._field] = self._names(s.setting)[value]

    def read(self, s: S, choice: Choice) -> int:
        return index(getattr(choice, self._field), self._names(s.setting), self._unknown)

    def count(self, setting: Setting) -> int:
        return len(self._names(setting))


class NumberPart(ChoicePart[S]):
    """A part that is a number from `low` to `high`."""

    def __init__(self, word: Word, low: int, high: int, wrong: str, count: int) -> None:
        super().__init__((word,))
        self._field = word.field
        self._low, self._high, self._wrong = low, high, wrong
        self._count = count

    def write(self, s: S, value: int, viewer: int, fields: Fields) -> None:
        fields[self._field] = value

    def read(self, s: S, choice: Choice) -> int:
        return in_range(getattr(choice, self._field), self._low, self._high, self._wrong)

    def count(self, setting: Setting) -> int:
        return self._count


class RotationPart(ChoicePart[S]):
    """The place of a room, and the direction in which it is rotated."""

    def __init__(
        self,
        name: Callable[[S, int, int], str],
        number: Callable[[S, str], int],
        candidates: Callable[[S, int], list[int]],
    ) -> None:
        super().__init__((Word("place", "R2"), Word("turn", "cw")), "rotation", candidates)
        self._name = name
        self._number = number

    def write(self, s: S, value: int, viewer: int, fields: Fields) -> None:
        fields["place"] = self._name(s, value >> actions.TILE_SHIFT, viewer)
        fields["turn"] = turn_name(value & actions.QUARTERS_MASK)

    def read(self, s: S, choice: Choice) -> int:
        quarters = read_turn(choice.turn)
        return self._number(s, choice.place) << actions.TILE_SHIFT | quarters


NO_PART: Final[ChoicePart[Any]] = ChoicePart((), "", lambda s, token: [0])


def characters_in_play(state: State) -> list[int]:
    return [token for token, place in enumerate(state.loc) if state.setting.is_character[token] and 0 <= place < UNDER]


def rotations_of(tile: int) -> list[int]:
    """Return both rotations of a room."""
    return [tile << actions.TILE_SHIFT | quarters for quarters in TURNS.values()]
