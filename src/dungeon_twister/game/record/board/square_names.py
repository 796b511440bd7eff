"""Names of squares, directions and small lines of the board game (docs/notation.md)."""

from __future__ import annotations

from typing import Final

from dungeon_twister.game.record.shared_names import index
from dungeon_twister.game.record.unreadable import unreadable
from dungeon_twister.rules.engine.board.setting import BoardSetting
from dungeon_twister.rules.engine.board.state import BoardState
from dungeon_twister.rules.geometry.maze import RIM

COMPASS: Final = "nesw"
NOBODY: Final = "nobody"  # the owner of a small line whose colour does not play (DOOR-21)


def column_name(x: int) -> str:
    """0 -> a, 25 -> z, 26 -> aa."""
    return chr(97 + x) if x < 26 else column_name(x // 26 - 1) + chr(97 + x % 26)


SQUARES = [[f"{column_name(x)}{y + 1}" for y in range(64)] for x in range(64)]  # the names of the largest mazes, precomputed


def square_name(state: BoardState, square: int) -> str:
    """Return the name of a square at its present position in the maze."""
    x, y = state.board_setting.plan.xy[state.maze.spot(square)]
    return SQUARES[x][y] if 0 <= x < 64 and 0 <= y < 64 else f"{column_name(x)}{y + 1}"


def read_square(state: BoardState, word: str) -> int:
    """Return the square of a name. Raise a TextError for a name outside the maze, or under a face-down room."""
    letters = word.rstrip("0123456789")
    digits = word[len(letters) :]
    if not letters.isascii() or not letters.islower() or not letters.isalpha() or not digits or len(word) > 5:
        raise unreadable("no-square", word=word)
    x = 0
    for letter in letters:
        x = x * 26 + ord(letter) - 96
    spot = state.board_setting.plan.spot_at.get((x - 1, int(digits) - 1))
    if spot is None:
        raise unreadable("outside", word=word)
    square = state.maze.square_on(spot)
    if square == RIM:
        raise unreadable("empty-place", word=word)
    if square < 0:
        raise unreadable("under-room", word=word)
    return square


def door_owner(setting: BoardSetting, colour: int) -> str:
    """Return the owner of a small line; a number beyond the players means nobody."""
    return setting.colours[colour] if colour < setting.players else NOBODY


def doors_of(state: BoardState) -> dict[str, str]:
    """Return the owner of each small line that has been dealt (DOOR-9)."""
    names = [line.name for line in state.board_setting.layout.lines]
    return {names[line]: door_owner(state.board_setting, owner) for line, owner in enumerate(state.doors) if owner >= 0}


def read_door_owner(setting: BoardSetting, word: str) -> int:
    return index(word, [*setting.colours, NOBODY], "no-player")
