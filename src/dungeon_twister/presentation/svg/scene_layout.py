"""The layout of the drawing: rooms, squares, starting lines, starting zones. There is one layout for each scene and rotation.

The page has web/src/maze/layout.ts and geometry.ts for this.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, NamedTuple

from dungeon_twister.game.record.board.square_names import column_name
from dungeon_twister.presentation.guide.guide_shapes import BayDrawing, Edge, LineDrawing, LineSquare, RoomDrawing, Scene
from dungeon_twister.presentation.svg.strokes import LETTERS, ROOM, SIZE, SQUARE, Cell, Point

GAP: Final = 10  # between two rooms
DECK: Final = 96  # depth of a starting zone of the Card Game
DECK_GAP: Final = 26
PAD: Final = 26  # the rim, with room for the coordinates
SIDES: Final = "nesw"
STEPS: Final[dict[str, Cell]] = {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}


class Box(NamedTuple):
    x: float
    y: float
    width: float
    height: float

    @property
    def middle(self) -> Point:
        return self.x + self.width / 2, self.y + self.height / 2


def around(boxes: list[Box]) -> Box:
    x, y = min(box.x for box in boxes), min(box.y for box in boxes)
    right, bottom = max(box.x + box.width for box in boxes), max(box.y + box.height for box in boxes)
    return Box(x, y, right - x, bottom - y)


def turn_cell(cell: Cell, quarters: int, width: int = SIZE, height: int = SIZE) -> Cell:
    """Rotate a cell of a grid clockwise with the whole grid."""
    x, y = cell
    for _ in range(quarters % 4):
        x, y = height - 1 - y, x
        width, height = height, width
    return x, y


def turn_side(side: str, quarters: int) -> str:
    return SIDES[(SIDES.index(side) + quarters) % 4]


class RoomEdge(NamedTuple):
    """An edge of a room: horizontal ones lie on lines 0 to 5 from the top, upright ones from the left; `k` counts along it."""

    upright: bool
    line: int
    k: int


@dataclass(frozen=True, slots=True)
class TurnedRoom:
    """A rotated room, in cells of the drawing."""

    name: str
    pair: str
    clockwise: bool
    quarters: int
    gear: Cell
    pits: list[Cell]
    zones: dict[str, list[Cell]]
    walls: list[RoomEdge]
    slits: list[RoomEdge]
    gates: list[RoomEdge]
    rubble: list[RoomEdge]  # where walls stood before they were broken


def turned_room(drawing: RoomDrawing, quarters: int, turn: str = "", broken: bool = False) -> TurnedRoom:
    """Rotate the drawing of a room clockwise."""

    def edge(at: Edge) -> RoomEdge:
        x, y = turn_cell((at.x, at.y), quarters)
        side = turn_side(at.side, quarters)
        return RoomEdge(False, y + (side == "s"), x) if side in "ns" else RoomEdge(True, x + (side == "e"), y)

    gone = drawing.breakable if broken else []
    return TurnedRoom(
        name=drawing.name,
        pair=drawing.pair,
        clockwise=(turn or drawing.turn) == "cw",
        quarters=quarters % 4,
        gear=turn_cell(drawing.gear, quarters),
        pits=[turn_cell(cell, quarters) for cell in drawing.pits],
        zones={letter: [turn_cell(cell, quarters) for cell in cells] for letter, cells in drawing.zones.items()},
        walls=[edge(at) for at in drawing.walls if at not in gone],
        slits=[edge(at) for at in drawing.slits if at not in gone],
        gates=[edge(at) for at in drawing.gates],
        rubble=[edge(at) for at in [*drawing.walls, *drawing.slits] if at in gone],
    )


def sign_cell(cells: list[Cell]) -> Cell:
    """Return the cell that shows the sign of a zone: the best connected one, nearest to the middle."""
    middle_x, middle_y = sum(x for x, _ in cells) / len(cells), sum(y for _, y in cells) / len(cells)

    def worth(cell: Cell) -> float:
        x, y = cell
        degree = sum((x + dx, y + dy) in cells for dx, dy in STEPS.values())
        return round(degree * 100 - abs(x - middle_x) - abs(y - middle_y), 6)

    return max(sorted(cells), key=worth)


def seats_of(cells: list[Cell]) -> list[Cell]:
    """Return the cells of a zone in the order in which tokens fill them: nearest to the sign first, its own cell last."""
    sx, sy = sign = sign_cell(cells)
    others = [cell for cell in cells if cell != sign]
    return [*sorted(others, key=lambda cell: (abs(cell[0] - sx) + abs(cell[1] - sy), cell[1], cell[0])), sign]


class RoomPlace(NamedTuple):
    """A place for a room: its upper left corner, in units and in cells of the drawing."""

    x: float
    y: float
    column: int
    row: int


@dataclass(frozen=True, slots=True)
class LineLayout:
    line: LineDrawing
    towards: str
    squares: list[tuple[LineSquare, Point]]


@dataclass(frozen=True, slots=True)
class BayLayout:
    bay: BayDrawing
    towards: str
    box: Box
    stations: dict[str, Point]


@dataclass(slots=True)
class SceneLayout:
    """The layout of a scene. `corners` are keyed by the upper left square of a place, `squares` by their names."""

    scene: Scene
    turns: int
    corners: dict[Cell, RoomPlace] = field(default_factory=dict)
    squares: dict[str, Point] = field(default_factory=dict)
    lines: list[LineLayout] = field(default_factory=list)
    bays: dict[str, BayLayout] = field(default_factory=dict)
    bounds: Box = field(default_factory=lambda: Box(0, 0, 0, 0))
    full: bool = False  # the rooms cover the whole box, and lie on a bed

    def joints(self) -> list[Point]:
        """Return the points where four rooms meet."""
        rooms = {(room.column, room.row): room for room in self.corners.values()}
        return [
            (room.x - GAP / 2, room.y - GAP / 2)
            for (column, row), room in rooms.items()
            if {(column - SIZE, row), (column, row - SIZE), (column - SIZE, row - SIZE)} <= rooms.keys()
        ]

    def deck(self, side: str) -> Box | None:
        """Return the box of a whole starting zone (`N`, `S`)."""
        boxes = [bay.box for name, bay in self.bays.items() if name.startswith(side)]
        return around(boxes) if boxes else None


def layout_of(scene: Scene, turns: int = 0) -> SceneLayout:
    """Return the layout of a scene, rotated clockwise by so many quarters."""
    layout = SceneLayout(scene, turns % 4)
    _place_rooms(layout)
    for line in scene.lines:
        layout.lines.append(_place_line(layout, line))
    for bay in scene.bays:
        _place_bay(layout, bay)
    boxes = [Box(room.x, room.y, ROOM, ROOM) for room in layout.corners.values()]
    boxes += [Box(*at, SQUARE, SQUARE) for line in layout.lines for _, at in line.squares]
    boxes += [bay.box for bay in layout.bays.values()]
    inner = around(boxes)
    covered = sum(box.width * box.height for box in boxes)
    layout.full = bool(layout.bays) or covered > 0.93 * inner.width * inner.height
    layout.bounds = Box(inner.x - PAD, inner.y - PAD, inner.width + 2 * PAD, inner.height + 2 * PAD)
    return layout


def _place_rooms(layout: SceneLayout) -> None:
    """Compute the corners of the rooms.

    Joints grow evenly with the distance, so rooms offset by half a room are still a joint apart.
    """
    scene, turns = layout.scene, layout.turns
    for place in scene.places:
        ends = [turn_cell((place.x + by, place.y + by), turns, scene.width, scene.height) for by in (0, SIZE - 1)]
        column, row = min(x for x, _ in ends), min(y for _, y in ends)
        room = RoomPlace(column * SQUARE + column / SIZE * GAP, row * SQUARE + row / SIZE * GAP, column, row)
        layout.corners[place.x, place.y] = room
        if scene.game != "board":
            continue
        for i in range(SIZE):
            for j in range(SIZE):
                x, y = turn_cell((i, j), turns)
                layout.squares[_square(place.x + i, place.y + j)] = (room.x + x * SQUARE, room.y + y * SQUARE)


def _square(x: int, y: int) -> str:
    return f"{column_name(x)}{y + 1}"


def _place_line(layout: SceneLayout, line: LineDrawing) -> LineLayout:
    scene, turns = layout.scene, layout.turns
    towards = turn_side(line.towards, turns)
    (dx, dy), (ox, oy) = STEPS[towards], STEPS[line.towards]
    placed: list[tuple[LineSquare, Point]] = []
    for square in line.squares:
        neighbour = layout.squares.get(_square(square.x + ox, square.y + oy))
        x, y = turn_cell((square.x, square.y), turns, scene.width, scene.height)
        each = SQUARE + GAP / SIZE
        at = (neighbour[0] - dx * (SQUARE + GAP), neighbour[1] - dy * (SQUARE + GAP)) if neighbour else (x * each, y * each)
        placed.append((square, at))
    for square, at in placed:
        layout.squares[square.square] = at
    return LineLayout(line, towards, placed)


def _place_bay(layout: SceneLayout, bay: BayDrawing) -> None:
    place = next(each for each in layout.scene.places if each.place == bay.place)
    room = layout.corners[place.x, place.y]
    towards = turn_side(bay.towards, layout.turns)
    off = DECK + DECK_GAP
    box = {
        "e": Box(room.x - off, room.y, DECK, ROOM),
        "w": Box(room.x + ROOM + DECK_GAP, room.y, DECK, ROOM),
        "s": Box(room.x, room.y - off, ROOM, DECK),
        "n": Box(room.x, room.y + ROOM + DECK_GAP, ROOM, DECK),
    }[towards]
    stations: dict[str, Point] = {}
    for number, letter in enumerate(LETTERS):
        along = 39 + number * 74
        stations[letter] = (box.x + DECK / 2, box.y + along) if towards in "ew" else (box.x + along, box.y + DECK / 2)
    layout.bays[bay.name] = BayLayout(bay, towards, box, stations)
