"""Squares and choices of the board game: converting between names and the engine's numbers (docs/notation.md)."""

from __future__ import annotations

from dungeon_twister.game.record.grammar import (
    Choice,
    Fields,
    Grammar,
    Word,
    in_range,
    index,
    read_slot,
    read_token,
    read_turn,
    slot_name,
    turn_name,
)
from dungeon_twister.game.record.unreadable import unreadable
from dungeon_twister.rules.engine import actions
from dungeon_twister.rules.engine.board.alliances import SIDES
from dungeon_twister.rules.engine.board.rules import KINDS
from dungeon_twister.rules.engine.board.setting import BoardSetting
from dungeon_twister.rules.engine.board.state import BoardState, board_of
from dungeon_twister.rules.engine.state import State
from dungeon_twister.rules.geometry.maze import RIM
from dungeon_twister.rules.visibility.shared import ALL_KNOWING

COMPASS = "nesw"
NOBODY = "nobody"  # the owner of a small line whose colour does not play (DOOR-21)

WORDS = {
    "": (),
    "token": (Word("token", "bW"),),
    "enemy": (Word("target", "yT"),),
    "patient": (Word("target", "yT"),),
    "square": (Word("square", "c4"),),
    "place": (Word("place", "R2"),),
    "face-down": (Word("place", "R2"),),
    "turn": (Word("place", "R2"), Word("turn", "cw")),
    "side": (Word("side", "e", "side"),),
    "compass": (Word("side", "e", "side"),),
    "way": (Word("side", "n"),),
    "party": (Word("side", "attack"),),
    "line": (Word("line", "X1"),),
    "owner": (Word("player", "blue"),),
    "room": (Word("room", "3D"),),
    "quarters": (Word("quarters", "r1", "number", prefix="r"),),
    "value": (Word("value", "3", "number"),),
    "pair": (Word("pair", "3"),),
    "player": (Word("player", "blue"),),
}
GRAMMAR: Grammar = Grammar(KINDS, WORDS, "square")


# -- squares --------------------------------------------------------------------------------------------------------------


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


# -- choices --------------------------------------------------------------------------------------------------------------


def to_choice(state: State, action: int, viewer: int = ALL_KNOWING) -> Choice:
    """Return the struct of a choice; its names are known to all."""
    return GRAMMAR.of(fields_of(state, action))


def fields_of(state: State, action: int, viewer: int = ALL_KNOWING) -> Fields:
    """Return the fields of a choice that are set."""
    s, number = board_of(state), actions.kind_of(action)
    fields: Fields = {"do": GRAMMAR.verb(number)}
    kind = GRAMMAR.table[number]
    _write_part(s, kind.first, actions.first_of(action), fields)
    _write_part(s, kind.second, actions.second_of(action), fields)
    return fields


def _write_part(state: BoardState, part: str, value: int, fields: Fields) -> None:
    setting = state.board_setting
    if part == "token":
        fields[part] = setting.names[value]
    elif part in ("enemy", "patient"):
        fields["target"] = setting.names[value]
    elif part == "square":
        fields[part] = square_name(state, value)
    elif part in ("place", "face-down"):
        fields["place"] = slot_name(value)
    elif part == "turn":
        fields["place"] = slot_name(value >> actions.TILE_SHIFT)
        fields["turn"] = turn_name(value & actions.QUARTERS_MASK)
    elif part in ("side", "compass", "way"):
        fields["side"] = COMPASS[value & 3] + (" far" if value > 3 else "")
    elif part == "party":
        fields["side"] = SIDES[value]
    elif part == "line":
        fields[part] = setting.layout.lines[value].name
    elif part == "owner":
        fields["player"] = door_owner(setting, value)
    elif part == "room":
        fields[part] = setting.plan.rooms[value].name
    elif part == "pair":
        fields[part] = setting.plan.pairs[value]
    elif part == "player":
        fields[part] = setting.colours[value]
    elif part:
        fields[part] = value


def from_choice(state: State, choice: Choice) -> int:
    """Return the integer of a struct. Raise a TextError for meaningless fields."""
    s, kind = board_of(state), GRAMMAR.table[GRAMMAR.kind(choice.do)]
    return actions.pack(kind.number, _read_part(s, kind.first, choice), _read_part(s, kind.second, choice))


def may_name(state: State, word: str, viewer: int) -> bool:
    """Return True: all names are known to all."""
    return True


def _read_part(state: BoardState, part: str, choice: Choice) -> int:
    setting = state.board_setting
    if part == "token":
        return read_token(setting, choice.token, state.decider())
    if part in ("enemy", "patient"):
        return read_token(setting, choice.target)
    if part == "square":
        return read_square(state, choice.square)
    if part in ("place", "face-down"):
        return read_slot(setting.plan.tiles, choice.place)
    if part == "turn":
        turn = read_turn(choice.turn)
        return read_slot(setting.plan.tiles, choice.place) << actions.TILE_SHIFT | turn
    if part == "party":
        return index(choice.side, list(SIDES), "no-side")
    if part == "line":
        return index(choice.line, [line.name for line in setting.layout.lines], "no-line")
    if part == "owner":
        return read_door_owner(setting, choice.player)
    if part in ("side", "compass", "way"):
        return _read_side(choice.side, part == "side")
    if part == "room":
        return index(choice.room, [room.name for room in setting.plan.rooms], "no-room")
    if part == "pair":
        return index(choice.pair, setting.plan.pairs, "no-pair")
    if part == "player":
        return index(choice.player, setting.colours, "no-player")
    if part == "value":
        return in_range(choice.value, 0, 9, "card-value")
    if part == "quarters":
        return in_range(choice.quarters, 0, 3, "orientation")
    return 0


def door_owner(setting: BoardSetting, colour: int) -> str:
    """Return the owner of a small line; a number beyond the players means nobody."""
    return setting.colours[colour] if colour < setting.players else NOBODY


def doors_of(state: BoardState) -> dict[str, str]:
    """Return the owner of each small line that has been dealt (DOOR-9)."""
    names = [line.name for line in state.board_setting.layout.lines]
    return {names[line]: door_owner(state.board_setting, owner) for line, owner in enumerate(state.doors) if owner >= 0}


def read_door_owner(setting: BoardSetting, word: str) -> int:
    return index(word, [*setting.colours, NOBODY], "no-player")


def _read_side(word: str, may_be_far: bool) -> int:
    side, _, far = word.partition(" ")
    if len(side) != 1 or side not in COMPASS or far not in (("", "far") if may_be_far else ("",)):
        raise unreadable("no-direction", word=word)
    return COMPASS.index(side) + (4 if far else 0)
