"""The maze drawn in characters: rooms with their barriers, tokens, face-down rooms, lines. Four characters a square.

`large_rows` lays out squares and barriers for all text drawings. Records and positions join its pieces (`draw`), the terminal
adds colours. A token is a colour letter and a sign; a wounded character has the small letter (docs/notation.md). Two tokens
fill a square.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from dungeon_twister.game.record.board.square_names import column_name
from dungeon_twister.rules.engine.board.state import BoardState, board_of
from dungeon_twister.rules.engine.state import UNDER, WOUNDED, State
from dungeon_twister.rules.geometry.maze import GATE_NAMES, RIM
from dungeon_twister.rules.geometry.rooms import BARE, CELLS, EAST, GEAR, NORTH, PIT, SIZE, SLIT, SOUTH, WALL, WEST
from dungeon_twister.rules.visibility import sees_all

CELL: Final = 4
MARGIN: Final = 3
# The stronger barrier comes first; of two room borders, that one is drawn. `dark`: of a face-down room; `free`: of the raised
# apex, drawn by the terminal only.
BARRIERS: Final = ("free", "wall", "slit", "closed", "open", "broken", "dark", "bare")
ACROSS: Final = dict(zip(BARRIERS, ("^^^^", "----", "~~~~", "====", "=  =", "x  x", "....", "    "), strict=True))
UPRIGHT: Final = dict(zip(BARRIERS, "^|:Hhx. ", strict=True))
WALLS: Final = {BARE: "bare", WALL: "wall", SLIT: "slit"}

Point = tuple[int, int]  # column and row
Piece = tuple[str, str]  # characters, and what they are: a barrier, `corner`, `name`, `label`, or what a square says
Barrier = Callable[[Point, Point, bool], str]
Square = Callable[[int, int], list[Piece]]


@dataclass(frozen=True)
class MazeSection:
    """A part of the maze: a range of columns and rows, without the last ones."""

    left: int
    right: int
    top: int
    bottom: int


def whole(state: BoardState) -> MazeSection:
    layout = state.board_setting.layout
    return MazeSection(0, layout.width, 0, layout.height)


def draw(state: BoardState, hide_starters: bool = False) -> list[str]:
    """Return the maze as lines of text, with column letters above and row numbers at the left."""

    def square(x: int, y: int) -> list[Piece]:
        spot = state.board_setting.plan.spot_at.get((x, y))
        return [("" if spot is None else _cell(state, spot, hide_starters), "square")]

    rows = large_rows(state, whole(state), square, lambda one, other, upright: barrier(state, one, other, upright))
    return ["".join(text for text, _ in row).rstrip() for row in rows]


# -- layout ------------------------------------------------------------------------------------------------------------


def large_rows(
    state: BoardState, section: MazeSection, square: Square, kind_of: Barrier, labels: dict[Point, str] | None = None
) -> list[list[Piece]]:
    """Return the pieces of each line: column names, then edges and squares in turn. `square` has the contents of a square,
    `labels` words that replace the beginning of a northern edge without an opening."""
    rows = [[(" " * (MARGIN + 1), "name"), *((f"{column_name(x):^{CELL + 1}}", "name") for x in _columns(section))]]
    for y in range(section.top, section.bottom + 1):
        rows.append(_edge_row(state, y, section, kind_of, labels or {}))
        if y < section.bottom:
            rows.append(square_row(y, section, square, kind_of, CELL))
    return rows


def square_row(y: int, section: MazeSection, square: Square, kind_of: Barrier, size: int) -> list[Piece]:
    """Return a row of squares of `size` characters with the barriers between them, after the row number."""
    row = [(f"{y + 1:>{MARGIN - 1}} ", "name")]
    for x in _columns(section):
        row += [_upright(kind_of((x - 1, y), (x, y), True)), *(pieces := square(x, y))]
        row.append((" " * (size - sum(len(text) for text, _ in pieces)), "bare"))
    return [*row, _upright(kind_of((section.right - 1, y), (section.right, y), True))]


def _edge_row(state: BoardState, y: int, section: MazeSection, kind_of: Barrier, labels: dict[Point, str]) -> list[Piece]:
    row = [(" " * MARGIN, "name")]
    for x in _columns(section):
        kind = kind_of((x, y - 1), (x, y), False)
        label = labels.get((x, y), "") if kind in ("bare", "wall", "dark") else ""
        row += [_corner(state, x, y), (label, "label"), (ACROSS[kind][len(label) :], kind)]
    return [*row, _corner(state, section.right, y)]


def _columns(section: MazeSection) -> range:
    return range(section.left, section.right)


def _upright(kind: str) -> Piece:
    return UPRIGHT[kind], kind


def _corner(state: BoardState, x: int, y: int) -> Piece:
    """Return the sign of a corner where squares meet; blank outside, and inside a face-down room, about which nothing is
    known."""
    spots = [state.board_setting.plan.spot_at.get(at) for at in ((x - 1, y - 1), (x, y - 1), (x - 1, y), (x, y))]
    squares = {RIM if spot is None else state.maze.square_on(spot) for spot in spots}
    return " " if len(squares) == 1 and min(squares) < 0 else "+", "corner"


def barrier(state: BoardState, one: Point, other: Point, upright: bool) -> str:
    """Return the barrier between two neighbouring points; the first is north or west of the second."""
    plan, maze = state.board_setting.plan, state.maze
    spots = [plan.spot_at.get(one), plan.spot_at.get(other)]
    squares = [RIM if spot is None else maze.square_on(spot) for spot in spots]
    if squares[0] == squares[1]:
        return "bare"  # outside, on empty places (ELEV-12), or inside one face-down room
    found: list[str] = []
    for spot, square, direction in zip(spots, squares, [EAST, WEST] if upright else [SOUTH, NORTH], strict=True):
        if spot is None or square == RIM or plan.beyond[spot * 4 + direction] == RIM:
            return "wall"
        found.append("dark" if square < 0 else _barrier_of_square(state, square, direction))
    return min(found, key=BARRIERS.index)


def _barrier_of_square(state: BoardState, square: int, direction: int) -> str:
    maze = state.maze
    side = maze.side_towards(square, direction)
    kind = maze.barrier_at(side)
    return WALLS.get(kind) or GATE_NAMES[maze.gates[maze.gate_at(side)]]


# -- squares -----------------------------------------------------------------------------------------------------------


def _cell(state: BoardState, spot: int, hide_starters: bool) -> str:
    square = state.maze.square_on(spot)
    if square == RIM:
        return ""
    if square < 0:
        return _face_down(state, -2 - square, spot)
    tokens = tokens_on(state, square)
    if hide_starters and tokens and square >= state.board_setting.plan.base and not state.shown:
        return f"{token_text(state, tokens[0])[0]}?"
    if not tokens:
        return f" {ground_sign(state, square)}"
    text = "".join(token_text(state, token) for token in tokens)
    # a traveller may pass over two more
    return f"{text:<3}{terrain_sign(state, square)}" if len(tokens) == 1 else text[:CELL]


def terrain_sign(state: BoardState, square: int) -> str:
    """Return the sign of a gear or a pit; empty for a floor."""
    return {GEAR: "@", PIT: "O"}.get(state.maze.terrain[square], "")


def ground_sign(state: BoardState, square: int) -> str:
    """Return the sign of an empty square: `o` and `:` on lines, with and without a dot."""
    if square >= state.board_setting.plan.base:
        return "o" if any(square in dots for dots in state.board_setting.dots) else ":"
    return terrain_sign(state, square) or "."


def _face_down(state: BoardState, tile: int, spot: int) -> str:
    """Return a cell of a face-down room, which shows its number in the middle, and below how many tokens of each player it
    holds."""
    place = state.maze.place_of[tile] * CELLS
    middle = SIZE // 2
    if spot - place == middle * SIZE + middle:
        return f" R{tile + 1}"
    counts = [f"{state.setting.colours[p][0]}{n}" for p in range(state.setting.players) if (n := tokens_under(state, tile, p))]
    for row in (1, 2):  # two colours per row
        if spot - place == (middle + row) * SIZE + middle:
            return "".join(counts[2 * row - 2 : 2 * row])[:CELL]
    return ""


def tokens_under(state: BoardState, tile: int, player: int) -> int:
    """Return how many tokens of a player lie face down on a room; that is public (SETUP-5)."""
    return sum(state.loc[token] == UNDER + tile for token in state.setting.tokens_of[player])


def tokens_on(state: BoardState, square: int) -> list[int]:
    """Return the tokens on a square: the traveller and its load, the standing and the lying character, the object."""
    found = [state.mover, state.load] if state.mover >= 0 and state.at == square and state.loc[state.mover] == square else []
    found += [state.stand[square], state.down[square], state.item[square]]
    found += [token for token in state.surplus if state.loc[token] == square]
    return [token for token in found if token >= 0]


def token_text(state: BoardState, token: int) -> str:
    """Return a token as it is drawn: a small letter for a wounded character."""
    name = state.setting.names[token]
    return name.lower() if state.status[token] & WOUNDED else name


def draw_for(state: State, viewer: int) -> list[str]:
    """Return the drawing of the maze for a viewer."""
    board = board_of(state)
    return draw(board, hide_starters=not (board.shown or sees_all(viewer)))
