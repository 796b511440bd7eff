"""Draws the maze for the terminal: large with lines between the squares, small with one line a row, or a part of it.

In a small drawing, a wall to the south is written into the square above it: `_.__`. Squares have two widths. If even the narrow
ones do not fit, the part with the most activity is drawn.
"""

from __future__ import annotations

from rich.text import Text

from dungeon_twister.cli.board import cells
from dungeon_twister.cli.board.cells import Cell
from dungeon_twister.cli.game_display import Viewport
from dungeon_twister.cli.menus import TOKEN_STYLES
from dungeon_twister.cli.texts import join_names, t
from dungeon_twister.game.record.board.drawing import (
    ACROSS,
    CELL,
    MARGIN,
    MazeSection,
    Piece,
    Point,
    large_rows,
    square_row,
    whole,
)
from dungeon_twister.game.record.board.square_names import column_name, square_name
from dungeon_twister.game.views import View
from dungeon_twister.rules.engine.board.state import BoardState
from dungeon_twister.rules.engine.decisions import PLACE_TOKENS, frame_argument, frame_kind
from dungeon_twister.rules.geometry.rooms import CELLS, SIZE

WIDE, NARROW = CELL, 3
LOWEST = 12  # a part of the maze has at least this many lines
BELOW = {**{kind: signs[0] for kind, signs in ACROSS.items()}, "wall": "_", "open": '"'}  # in a small drawing
STYLES = {
    "free": "bold magenta",
    "wall": "bold",
    "slit": "cyan",
    "closed": "bold red",
    "open": "bold green",
    "broken": "dim green",
    "dark": "dim",
    "bare": "default",
    "corner": "dim",
    "name": "dim",
    "label": "bold cyan",
}
FEW = 4  # wide squares are used while at most this many columns are cut off
WEIGHTS = {"journey": 1000, "placing": 60, "fight": 400, "reach": 20, "own": 10, "dot": 3, "other": 1}


class MazeDrawing:
    """One drawing. `state` is the viewer's knowledge; `view` shows which starters are face down for the viewer."""

    def __init__(self, state: BoardState, view: View | None, reach: list[str]) -> None:
        self.state = state
        self.view = view
        self.width, self.height = state.board_setting.layout.width, state.board_setting.layout.height
        self.hidden = {seen.square: seen.token for seen in view.tokens if seen.token[1] == "?"} if view else {}
        self.reach = set(reach)
        self.closed = cells.face_down_rooms(state)
        self.mover = square_name(state, state.at) if state.mover >= 0 else ""

    # -- how it fits -----------------------------------------------------------------------------------------------------

    def lines(self, viewport: Viewport) -> list[Text]:
        """Return the drawing as large as it fits, in parts below each other if necessary, or the most important part."""
        parts = self._parts(viewport.width)
        if len(parts) * (2 * self.height + 2) <= viewport.height:
            return [text for part in parts for text in self.large(part)]
        size = WIDE if self.columns(WIDE) <= viewport.width or self._hidden(NARROW, viewport) > FEW else NARROW
        columns, rows = _fitting(size, viewport.width), max(viewport.height, LOWEST) - 1
        if columns >= self.width and rows >= self.height:
            return self.small(whole(self.state), size)
        if len(parts) * (self.height + 1) <= viewport.height:
            return [text for part in parts for text in self.small(part, WIDE)]
        part = self._part(columns, rows - 1)
        note = self._left_out(part)
        note.truncate(viewport.width)
        return [*self.small(part, size), note]

    def _hidden(self, size: int, viewport: Viewport) -> int:
        """Return how many columns would be cut off."""
        return max(0, self.width - _fitting(size, viewport.width))

    def columns(self, size: int) -> int:
        """Return the width of the whole maze in characters."""
        return MARGIN + 1 + self.width * (size + 1)

    @property
    def narrowest(self) -> int:
        """The narrowest screen that shows the whole maze."""
        return self.columns(NARROW)

    def _parts(self, width: int) -> list[MazeSection]:
        """Split the whole maze into parts as wide as the output, each with all rows."""
        parts = -(-self.width // max(1, _fitting(WIDE, width)))
        each = -(-self.width // parts)
        return [MazeSection(i * each, min(self.width, (i + 1) * each), 0, self.height) for i in range(parts)]

    def _part(self, columns: int, rows: int) -> MazeSection:
        """Return the part of this size with the most activity; of equal ones, the one nearest to the middle."""
        columns, rows = min(max(columns, SIZE), self.width), min(max(rows, SIZE), self.height)
        points = self._points()

        def worth(left: int, top: int) -> tuple[int, int]:
            inside = sum(w for x, y, w in points if left <= x < left + columns and top <= y < top + rows)
            off_centre = abs(2 * left + columns - self.width) + abs(2 * top + rows - self.height)
            return inside, -off_centre

        corners = [(x, y) for x in range(self.width - columns + 1) for y in range(self.height - rows + 1)]
        left, top = max(corners, key=lambda corner: worth(*corner))
        return MazeSection(left, left + columns, top, top + rows)

    def _points(self) -> list[tuple[int, int, int]]:
        """Return the points of interest: x, y and their weight."""
        state, plan = self.state, self.state.board_setting.plan
        found: list[tuple[int, int, int]] = []

        def add(square: int, why: str) -> None:
            x, y = plan.xy[state.maze.spot(square)]
            found.append((x, y, WEIGHTS[why]))

        if state.mover >= 0:
            add(state.at, "journey")
        if state.stack and frame_kind(state.stack[-1]) == PLACE_TOKENS:
            tile = frame_argument(state.stack[-1])
            for cell in range(CELLS):
                add(tile * CELLS + cell, "placing")
        if state.attacker >= 0:
            add(state.loc[state.attacker], "fight")
            add(state.loc[state.defender], "fight")
        viewer = self.view.viewer[0] if self.view else ""
        for token in range(state.setting.tokens):
            square = state.loc[token]
            if 0 <= square < plan.squares:
                own = state.setting.names[token][0] == viewer and state.setting.is_character[token]
                add(square, "own" if own else "other")
        if not state.shown:
            for dot in {dot for dots in state.board_setting.dots for dot in dots}:
                add(dot, "dot")
        for name in self.reach:
            x, y = coordinates_of(name)
            found.append((x, y, WEIGHTS["reach"]))
        return found

    def _left_out(self, part: MazeSection) -> Text:
        shown: list[str] = []
        if part.right - part.left < self.width:
            first, last = column_name(part.left), column_name(part.right - 1)
            shown.append(t("terminal.map.columns", first=first, last=last, end=column_name(self.width - 1)))
        if part.bottom - part.top < self.height:
            shown.append(t("terminal.map.rows", first=part.top + 1, last=part.bottom, end=self.height))
        return Text("   " + t("terminal.map.part", parts=join_names(shown)), style="dim")

    # -- large and small -------------------------------------------------------------------------------------------------

    def large(self, part: MazeSection) -> list[Text]:
        """Draw four characters per square, and a line between two rows."""
        rows = large_rows(
            self.state, part, lambda x, y: self._square(x, y, "bare", WIDE, False), self._barrier, self._corners()
        )
        lines = [_styled(row) for row in rows]
        for y in range(part.top, part.bottom):
            self._write_labels(lines[2 * (y - part.top) + 2], y, part, WIDE)
        return [_stripped(line) for line in lines]

    def small(self, part: MazeSection, size: int) -> list[Text]:
        """Draw one line per row; a barrier to the south is drawn inside the square."""
        head = [(" " * MARGIN, "name")]
        for x in range(part.left, part.right):
            kind = self._barrier((x, part.top - 1), (x, part.top), False)
            head += [(" ", "bare"), *_filled([(f" {column_name(x)}", "name")], kind, size)]
        lines = [_styled(head)]
        for y in range(part.top, part.bottom):
            row = square_row(y, part, lambda x, y: self._square(x, y, self._below(x, y), size, True), self._barrier, size)
            lines.append(_styled(row))
            self._write_labels(lines[-1], y, part, size)
        return [_stripped(line) for line in lines]

    def _barrier(self, one: Point, other: Point, upright: bool) -> str:
        return cells.barrier_shown(self.state, one, other, upright)

    def _below(self, x: int, y: int) -> str:
        return self._barrier((x, y), (x, y + 1), False)

    def _corners(self) -> dict[Point, str]:
        """Return the names of face-up rooms at their north-west squares."""
        maze, places = self.state.maze, self.state.board_setting.layout.places
        tiles = [tile for tile in range(len(maze.room_of)) if maze.room_of[tile] >= 0]
        return {(places[maze.place_of[tile]].x, places[maze.place_of[tile]].y): f"R{tile + 1}" for tile in tiles}

    def _square(self, x: int, y: int, below: str, size: int, small: bool) -> list[Piece]:
        """Return a square with its highlight and, in a small drawing, the barrier to the south."""
        cell = cells.cell_at(self.state, x, y, self.hidden)
        if cell is None:
            return _filled([], below, size)
        name = f"{column_name(x)}{y + 1}"
        inside = _ground(cell, name in self.reach, size) if cell.empty else _tokens(cell, name == self.mover, size, small)
        highlight = " reverse" if name == self.mover else " on dark_green" if name in self.reach else ""
        return [(text, STYLES.get(style, style) + highlight) for text, style in _filled(inside, below, size)]

    def _write_labels(self, line: Text, y: int, part: MazeSection, size: int) -> None:
        """Write the words on face-down rooms over the empty squares of this row. Rooms that are cut off get none."""
        for left, top, words in self.closed:
            row = y - top - 1
            if not (0 <= row < len(words) and words[row] and part.left <= left and left + SIZE <= part.right):
                continue
            first = MARGIN + (left - part.left) * (size + 1) + 1
            inside = SIZE * (size + 1) - 1
            word = f"{words[row][:inside]:^{inside}}"
            label = Text(word, style="default")
            for at in range(len(word) - 1):
                if word[at] in cells.CHARACTER_STYLES and word[at + 1].isdigit():
                    label.stylize(TOKEN_STYLES[word[at]], at, at + 2)
            whole = line[:first] + label + line[first + inside :]
            line.plain, line.spans = whole.plain, whole.spans


def _ground(cell: Cell, lit: bool, size: int) -> list[Piece]:
    sign = cell.ground
    style = TOKEN_STYLES.get(sign[0]) or cells.TERRAIN_STYLES.get(sign[-1], "bold cyan")
    if not lit:
        return [(sign if len(sign) > 1 else f" {sign}", style)]
    short = sign if len(sign) + 2 <= size else sign[-1]
    return [(f"({short})", style)]


def _tokens(cell: Cell, moving: bool, size: int, small: bool) -> list[Piece]:
    """Return the tokens of a square. Large: both with their colours; small: only the sign of the second, then the ground."""
    text, style = cell.first[0]
    if moving and not cell.second:
        return [(f"[{text}]"[:size], style)]
    if not small:
        second = [(cell.second, cells.token_style(cell.second))] if cell.second else [(f" {cell.ground}", "bold magenta")]
        return [(text, style), *(second if cell.second or cell.ground else [])]
    pieces = [(text, style)]
    if cell.second:
        pieces.append((cell.second[1], TOKEN_STYLES[cell.second[0]]))
    if cell.ground and len(text) + len(cell.second[1:]) < size:
        pieces.append((cell.ground, cells.TERRAIN_STYLES.get(cell.ground, "default")))
    return pieces


def _filled(pieces: list[Piece], below: str, size: int) -> list[Piece]:
    """Return the pieces of a square, with the southern barrier in the remaining space."""
    sign, filled, used = BELOW[below], list[Piece](), 0
    for text, style in pieces:
        lead = len(text) - len(text.lstrip())
        filled += [(sign * lead, below), (text[lead:], style)]
        used += len(text)
    return [*filled, (sign * (size - used), below)]


def _fitting(size: int, width: int) -> int:
    """Return how many columns fit on a screen."""
    return (width - MARGIN - 1) // (size + 1)


def _styled(row: list[Piece]) -> Text:
    """Return a line in colour."""
    pieces = [(text, STYLES.get(style, style)) for text, style in row if text]
    return Text.assemble(*pieces, style="default", no_wrap=True, end="")


def _stripped(line: Text) -> Text:
    line.rstrip()
    return line


def coordinates_of(name: str) -> tuple[int, int]:
    """Return the column and row of a square name, counted from 0."""
    letters = name.rstrip("0123456789")
    x = 0
    for letter in letters:
        x = x * 26 + ord(letter) - 96
    return x - 1, int(name[len(letters) :]) - 1
