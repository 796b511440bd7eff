"""Pieces of the drawn maze: squares, barriers between squares, labels of face-down rooms.

`maze_drawing` combines these into a large or a small drawing.
"""

from __future__ import annotations

from dataclasses import dataclass

from dungeon_twister.cli.menus import TOKEN_STYLES
from dungeon_twister.cli.texts import t, t_plural
from dungeon_twister.game.record.board.drawing import (
    Piece,
    Point,
    barrier,
    terrain_sign,
    token_text,
    tokens_on,
    tokens_under,
)
from dungeon_twister.game.record.board.square_names import square_name
from dungeon_twister.rules.engine.board.scenario import BY_SMALL
from dungeon_twister.rules.engine.board.state import BoardState
from dungeon_twister.rules.geometry.layout import StartingLine
from dungeon_twister.rules.geometry.maze import RIM
from dungeon_twister.rules.geometry.rooms import CELLS

CHARACTER_STYLES = {
    "b": "bold white on blue",
    "y": "bold black on yellow",
    "r": "bold white on red",
    "g": "bold black on green",
}
TERRAIN_STYLES = {"@": "bold magenta", "O": "bold red", ".": "dim", "o": "cyan", ":": "dim cyan"}
OBJECTS = "#!&*%$"
NO_DOOR, NOBODY = "?", "-"
KINDS = {"char": "terminal.map.char", "obj": "terminal.map.obj", "none": "terminal.map.no-tokens"}


@dataclass
class Cell:
    """One square: its tokens (the second with and without its colour) and the sign of the ground."""

    first: list[Piece]
    second: str = ""
    ground: str = ""

    @property
    def empty(self) -> bool:
        return not self.first


# -- between squares ---------------------------------------------------------------------------------------------------


def barrier_shown(state: BoardState, one: Point, other: Point, upright: bool) -> str:
    """Return the barrier between two neighbouring points; around the raised apex the way is `free` (PYR-17)."""
    maze, spots = state.maze, state.board_setting.plan.spot_at
    if maze.raised >= 0:
        squares = [maze.square_on(spots[at]) if at in spots else RIM for at in (one, other)]
        if sum(_tile(square) == maze.raised for square in squares) == 1:
            return "free"
    return barrier(state, one, other, upright)


def _tile(square: int) -> int:
    return square // CELLS if square >= 0 else -2 - square


# -- squares -----------------------------------------------------------------------------------------------------------


def cell_at(state: BoardState, x: int, y: int, hidden: dict[str, str]) -> Cell | None:
    """Return the contents of a square; None outside the maze and under face-down rooms. `hidden`: face-down starters by their
    squares."""
    spot = state.board_setting.plan.spot_at.get((x, y))
    square = RIM if spot is None else state.maze.square_on(spot)
    if square < 0:
        return None
    name = square_name(state, square)
    if name in hidden:
        return Cell([(hidden[name], CHARACTER_STYLES[hidden[name][0]])])
    tokens = [token_text(state, token) for token in _shown(state, square)]
    ground = terrain_sign(state, square)
    if tokens:
        return Cell([(tokens[0], token_style(tokens[0]))], tokens[1] if len(tokens) > 1 else "", ground)
    return Cell([], ground=line_sign(state, square) if square >= state.board_setting.plan.base else ground or ".")


def _shown(state: BoardState, square: int) -> list[int]:
    """Return at most two tokens. Of a crowd these are the traveller and its load; the panel lists the others."""
    found = tokens_on(state, square)
    if state.mover >= 0 and state.at == square:
        return [token for token in (state.mover, state.load) if token >= 0]
    return found[:2]


def token_style(text: str) -> str:
    """Return the style of a token: characters stand out more than objects, a wounded one is underlined."""
    style = (TOKEN_STYLES if text[1] in OBJECTS else CHARACTER_STYLES)[text[0]]
    return style + " underline" if text[1].islower() else style


def line_sign(state: BoardState, square: int) -> str:
    """Return the sign of a line: `b:` and `bo` on blue's line, `:` and `o` on a shared one, `b^` on a small line where blue may
    leave."""
    setting = state.board_setting
    number = setting.plan.line_of[square - setting.plan.base]
    line = setting.layout.lines[number]
    if not line.dots:
        return door_sign(state, number) + exit_direction(state, line)
    owner = next((seat.colour[0] for seat in setting.seats if seat.line == line.name), "")
    here = line.squares[setting.plan.line_squares[number].index(square)]
    return owner + ("o" if here in line.dots else ":")


def door_sign(state: BoardState, number: int) -> str:
    """Return the owner of a small exit line: a colour letter, `?` until it is dealt, `-` for nobody; empty if all may leave."""
    if state.board_setting.board_scenario.exits == BY_SMALL:
        return ""
    owner = state.doors[number] if state.doors else -1
    if owner < 0:
        return NO_DOOR
    return state.setting.colours[owner][0] if owner < state.setting.players else NOBODY


def exit_direction(state: BoardState, line: StartingLine) -> str:
    """Return the direction of leaving over a line."""
    x, y = line.squares[0]
    spots = state.board_setting.plan.spot_at
    upright = len(line.squares) > 1 and line.squares[1][0] == x
    inner = {"^": (x, y + 1), "v": (x, y - 1)} if not upright else {"<": (x + 1, y), ">": (x - 1, y)}
    return next((sign for sign, at in inner.items() if at in spots and spots[at] < state.board_setting.plan.place_base), "^")


# -- face-down rooms ---------------------------------------------------------------------------------------------------


def face_down_rooms(state: BoardState) -> list[tuple[int, int, list[str]]]:
    """Return the hidden rooms: their north-west squares, and up to three words to write on each."""
    found: list[tuple[int, int, list[str]]] = []
    for number, place in enumerate(state.board_setting.layout.places):
        tile = state.maze.tile_on[number]
        if tile < 0:
            found.append((place.x, place.y, ["", t("terminal.map.empty"), t("terminal.map.shaft")]))
        elif state.maze.room_of[tile] < 0:
            found.append((place.x, place.y, _closed_room(state, tile)))
    return found


def _closed_room(state: BoardState, tile: int) -> list[str]:
    """Return the number and the known facts of a room, the tokens it takes, and how many of each colour lie on it."""
    setting = state.board_setting
    here = [(colour[0], tokens_under(state, tile, player)) for player, colour in enumerate(setting.colours)]
    laid = sum(count for _, count in here)
    counts = " ".join(f"{letter}{count}" for letter, count in here if count)
    name = " ".join([f"R{tile + 1}", *public_facts(state, tile)])
    if state.shown:
        return [name, "", counts or t("terminal.map.no-tokens")]
    room = t_plural("play.free", setting.capacity(tile) - laid) if setting.capacity(tile) else ""
    kind = KINDS.get(setting.kinds[tile], "")
    return [name, t(kind) if kind else "", " ".join(word for word in (counts, room) if word)]


def public_facts(state: BoardState, tile: int) -> list[str]:
    """Return the public facts of a face-down room."""
    setting = state.board_setting
    words: list[str] = []
    if tile == setting.apex:
        words.append(t("terminal.map.apex"))
    if tile == setting.elevator:
        words.append(t("terminal.map.elevator"))
    pool = setting.board_scenario.pool_of(tile)
    if pool is not None:
        words.append(pool.room or t("terminal.map.pair", pair=str(pool.pair or pool.one_of)))
    return words
