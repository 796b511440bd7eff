"""The maze drawn as text: rooms with their barriers, tokens, face-down rooms, lines. Four characters a square.

A token is a colour letter and a sign; a wounded character has the small letter (docs/notation.md). Two tokens fill a square.
"""

from __future__ import annotations

from dungeon_twister.game.record.board.square_names import column_name
from dungeon_twister.rules.engine.board.state import BoardState, board_of
from dungeon_twister.rules.engine.state import UNDER, WOUNDED, State
from dungeon_twister.rules.geometry.maze import BROKEN, CLOSED, OPEN, RIM
from dungeon_twister.rules.geometry.rooms import BARE, CELLS, EAST, GEAR, NORTH, PIT, SIZE, SLIT, SOUTH, WALL, WEST
from dungeon_twister.rules.visibility import sees_all

CELL = 4
MARGIN = 3
# barrier -> (horizontal, vertical); a portcullis by its state
SIGNS = {
    "bare": (" " * CELL, " "),
    "wall": ("-" * CELL, "|"),
    "slit": ("~" * CELL, ":"),
    CLOSED: ("=" * CELL, "H"),
    OPEN: ("=  =", "h"),
    BROKEN: ("x  x", "x"),
    "dark": ("." * CELL, "."),
}


def draw(state: BoardState, hide_starters: bool = False) -> list[str]:
    """Return the maze as lines of text, with column letters above and row numbers at the left."""
    layout = state.board_setting.layout
    letters = "".join(f"{column_name(x):^{CELL + 1}}" for x in range(layout.width))
    lines = [" " * (MARGIN + 1) + letters]
    for y in range(layout.height + 1):
        lines.append(" " * MARGIN + _edge_row(state, y, layout.width))
        if y < layout.height:
            lines.append(f"{y + 1:>{MARGIN - 1}} " + _cell_row(state, y, layout.width, hide_starters))
    return [line.rstrip() for line in lines]


def _edge_row(state: BoardState, y: int, width: int) -> str:
    row = ""
    for x in range(width + 1):
        row += _corner(state, x, y)
        if x < width:
            row += _barrier(state, (x, y - 1), (x, y), 0)
    return row


def _corner(state: BoardState, x: int, y: int) -> str:
    """Return the sign of a corner where squares meet; blank outside, and inside a face-down room, about which nothing is
    known."""
    spots = [state.board_setting.plan.spot_at.get(at) for at in ((x - 1, y - 1), (x, y - 1), (x - 1, y), (x, y))]
    squares = {RIM if spot is None else state.maze.square_on(spot) for spot in spots}
    return " " if len(squares) == 1 and min(squares) < 0 else "+"


def _cell_row(state: BoardState, y: int, width: int, hide_starters: bool) -> str:
    row = ""
    for x in range(width):
        row += _barrier(state, (x - 1, y), (x, y), 1)
        spot = state.board_setting.plan.spot_at.get((x, y))
        row += " " * CELL if spot is None else f"{_cell(state, spot, hide_starters):<{CELL}}"
    return row + _barrier(state, (width - 1, y), (width, y), 1)


def _barrier(state: BoardState, one: tuple[int, int], other: tuple[int, int], upright: int) -> str:
    """Return the sign between two neighbouring points, the first north or west of the second."""
    plan, maze = state.board_setting.plan, state.maze
    spots = [plan.spot_at.get(one), plan.spot_at.get(other)]
    squares = [RIM if spot is None else maze.square_on(spot) for spot in spots]
    if squares[0] == squares[1]:
        return SIGNS["bare"][upright]  # outside, on empty places (ELEV-12), or inside one face-down room
    compass = [EAST, WEST] if upright else [SOUTH, NORTH]
    signs: list[str | int] = []
    for spot, direction in zip(spots, compass, strict=True):
        if spot is None or plan.beyond[spot * 4 + direction] == RIM:
            return SIGNS["wall"][upright]
        square = maze.square_on(spot)
        if square < 0:
            signs.append("dark" if square != RIM else "wall")
            continue
        side = maze.side_towards(square, direction)
        kind = maze.barrier_at(side)
        signs.append(
            "bare" if kind == BARE else "wall" if kind == WALL else "slit" if kind == SLIT else maze.gates[maze.gate_at(side)]
        )
    return SIGNS[_stronger(signs)][upright]


def _stronger(signs: list[str | int]) -> str | int:
    """Return the stronger of two rooms' barriers; the border of a face-down room is unknown."""
    order: list[str | int] = ["wall", "slit", CLOSED, OPEN, BROKEN, "dark", "bare"]
    return min(signs, key=order.index)


def _cell(state: BoardState, spot: int, hide_starters: bool) -> str:
    maze, plan = state.maze, state.board_setting.plan
    square = maze.square_on(spot)
    if square == RIM:
        return ""
    if square < 0:
        return _face_down(state, -2 - square, spot)
    tokens = tokens_on(state, square)
    if hide_starters and tokens and square >= plan.base and not state.shown:
        return f"{token_text(state, tokens[0])[0]}?"
    text = "".join(token_text(state, token) for token in tokens)
    terrain = maze.terrain[square]
    sign = "@" if terrain == GEAR else "O" if terrain == PIT else ""
    if not tokens:
        if square >= plan.base:
            sign = "o" if any(square in dots for dots in state.board_setting.dots) else ":"
        return f" {sign or '.'}"
    return f"{text:<3}{sign}" if len(tokens) == 1 else text[:CELL]  # a traveller may pass over two more


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
