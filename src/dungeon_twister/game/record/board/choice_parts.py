"""The parts of the choices of the board game (docs/notation.md). To add one, see docs/extending.md."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from dungeon_twister.game.record.board.square_names import COMPASS, NOBODY, read_square, square_name
from dungeon_twister.game.record.choice import Choice
from dungeon_twister.game.record.choice_parts import (
    NO_PART,
    ChoicePart,
    Fields,
    ListedPart,
    NumberPart,
    RotationPart,
    Word,
    WordPart,
    characters_in_play,
    rotations_of,
)
from dungeon_twister.game.record.shared_names import read_slot, read_token, slot_name
from dungeon_twister.game.record.unreadable import unreadable
from dungeon_twister.rules.engine.board.alliances import SIDES
from dungeon_twister.rules.engine.board.state import BoardState
from dungeon_twister.rules.engine.setting import COMBAT_CARDS
from dungeon_twister.rules.engine.state import WOUNDED
from dungeon_twister.rules.geometry.rooms import CELLS, NORTH, SOUTH

Candidates = Callable[[BoardState, int], list[int]]
HIGHEST: Final = 9


class SidePart(ChoicePart[BoardState]):
    """A direction; where it may be, `far` is the second portcullis on that side."""

    def __init__(self, word: Word, coding: str, candidates: Candidates, may_be_far: bool = False) -> None:
        super().__init__((word,), coding, candidates)
        self._may_be_far = may_be_far

    def write(self, s: BoardState, value: int, viewer: int, fields: Fields) -> None:
        fields["side"] = COMPASS[value & 3] + (" far" if value > 3 else "")

    def read(self, s: BoardState, choice: Choice) -> int:
        side, _, far = choice.side.partition(" ")
        if len(side) != 1 or side not in COMPASS or far not in (("", "far") if self._may_be_far else ("",)):
            raise unreadable("no-direction", word=choice.side)
        return COMPASS.index(side) + (4 if far else 0)


# -- how names and numbers convert ----------------------------------------------------------------------------------------


def _token_name(s: BoardState, token: int, viewer: int) -> str:
    return s.setting.names[token]


def _read_own(s: BoardState, word: str) -> int:
    """Return a token; without the colour letter it belongs to the player to decide."""
    return read_token(s.setting, word, s.decider())


def _read_any(s: BoardState, word: str) -> int:
    return read_token(s.setting, word)


def _square_name(s: BoardState, square: int, viewer: int) -> str:
    return square_name(s, square)


def _place_name(s: BoardState, tile: int, viewer: int) -> str:
    return slot_name(tile)


def _read_place(s: BoardState, word: str) -> int:
    return read_slot(s.board_setting.plan.tiles, word)


# -- the values to try when an action is refused ---------------------------------------------------------------------------


def _face_down_rooms(s: BoardState, token: int) -> list[int]:
    return [tile for tile, room in enumerate(s.maze.room_of) if room < 0]


def _rotations_here(s: BoardState, token: int) -> list[int]:
    here = s.loc[token]
    return rotations_of(here // CELLS if here < s.board_setting.plan.base else 0)


def _enemies(s: BoardState, token: int) -> list[int]:
    side = s.board_setting.side
    return [man for man in characters_in_play(s) if side[man] != side[token]]


def _patients(s: BoardState, token: int) -> list[int]:
    men = characters_in_play(s)
    return [man for man in men if s.status[man] & WOUNDED] or [man for man in men if man != token]


def _all_sides(s: BoardState, token: int) -> list[int]:
    return list(range(4))


def _up_and_down(s: BoardState, token: int) -> list[int]:
    return [NORTH, SOUTH]


# -- the parts --------------------------------------------------------------------------------------------------------------

_TOKEN: Final = Word("token", "bW")
_TARGET: Final = Word("target", "yT")
_SQUARE: Final = Word("square", "c4")
_PLACE: Final = Word("place", "R2")
_SIDE: Final = Word("side", "e", "side")

PARTS: Final[dict[str, ChoicePart[BoardState]]] = {
    "": NO_PART,
    # tokens
    "actor": WordPart(_TOKEN, _token_name, _read_own, "own character"),
    "own token": WordPart(_TOKEN, _token_name, _read_own, "own token"),
    "token": WordPart(_TOKEN, _token_name, _read_own, "token"),
    "enemy": WordPart(_TARGET, _token_name, _read_any, "character", _enemies),
    "patient": WordPart(_TARGET, _token_name, _read_any, "character", _patients),
    # places
    "square": WordPart(_SQUARE, _square_name, read_square, "spot"),
    "square of a room": WordPart(_SQUARE, _square_name, read_square, "cell"),
    "starting square": WordPart(_SQUARE, _square_name, read_square, "dot"),
    "place": WordPart(_PLACE, _place_name, _read_place, "place"),
    "face-down": WordPart(_PLACE, _place_name, _read_place, "place", _face_down_rooms),
    "rotation": RotationPart(_place_name, _read_place, _rotations_here),
    "gate side": SidePart(_SIDE, "compass or far", _all_sides, may_be_far=True),
    "compass": SidePart(_SIDE, "compass", _all_sides),
    "way": SidePart(Word("side", "n"), "way", _up_and_down),
    # one of a list
    "party": ListedPart(Word("side", "attack"), lambda setting: list(SIDES), "no-side"),
    "line": ListedPart(Word("line", "X1"), lambda setting: [line.name for line in setting.layout.lines], "no-line"),
    "owner": ListedPart(Word("player", "blue"), lambda setting: [*setting.colours, NOBODY], "no-player"),
    "room": ListedPart(Word("room", "3D"), lambda setting: [room.name for room in setting.plan.rooms], "no-room"),
    "pair": ListedPart(Word("pair", "3"), lambda setting: setting.plan.pairs, "no-pair"),
    "player": ListedPart(Word("player", "blue"), lambda setting: setting.colours, "no-player"),
    # numbers
    "quarters": NumberPart(Word("quarters", "r1", "number", prefix="r"), 0, 3, "orientation", count=4),
    "value": NumberPart(Word("value", "3", "number"), 0, HIGHEST, "card-value", count=max(COMBAT_CARDS) + 1),
}
