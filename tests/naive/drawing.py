"""Room drawings: reading them, laying a room into the maze, turning a room in the maze.

A drawing is a header ``room NAME pair=P turn=cw|ccw`` and 11 lines of 11 characters. Squares stand at odd rows and
columns: ``.`` floor, ``@`` gear, ``O`` pit. Between them: ``-`` ``|`` wall, ``=`` ``H`` portcullis, ``~`` ``:`` slit,
blank open.
"""

from collections.abc import Mapping

from .world import DIRECTIONS, OPPOSITE, Drawing, Gate, Room, Side, Square, World

TERRAIN = {".": "floor", "@": "gear", "O": "pit"}
BARRIER = {"-": "wall", "|": "wall", "=": "gate", "H": "gate", "~": "slit", ":": "slit"}
CLOCKWISE = {"n": "e", "e": "s", "s": "w", "w": "n"}
COUNTER = {"n": "w", "w": "s", "s": "e", "e": "n"}


def parse_drawings(text: str) -> dict[str, Drawing]:
    """All drawings of a room file by name."""
    lines = text.splitlines()
    found: dict[str, Drawing] = {}
    for number, line in enumerate(lines):
        if line.startswith("room "):
            drawing = parse_drawing(line, lines[number + 1 : number + 12])
            found[drawing.name] = drawing
    return found


def parse_drawing(header: str, rows: list[str]) -> Drawing:
    """One drawing."""
    _, name, pair, turn = header.split()
    grid = [row.ljust(11) for row in rows]
    terrain: dict[Square, str] = {}
    barriers: dict[Side, str] = {}
    for j in range(5):
        for i in range(5):
            row, column = 2 * j + 1, 2 * i + 1
            terrain[i, j] = TERRAIN[grid[row][column]]
            for direction, (dx, dy) in DIRECTIONS.items():
                mark = grid[row + dy][column + dx]
                if mark != " ":
                    barriers[(i, j), direction] = BARRIER[mark]
    return Drawing(name, int(pair.removeprefix("pair=")), turn.removeprefix("turn="), terrain, barriers)


def turn_cell(cell: Square, way: str) -> Square:
    """Where a quarter turn brings a square of a room (ROT-6)."""
    i, j = cell
    return (4 - j, i) if way == "cw" else (j, 4 - i)


def turn_direction(direction: str, way: str) -> str:
    """Where a quarter turn brings a side of a square (ROT-6)."""
    return CLOCKWISE[direction] if way == "cw" else COUNTER[direction]


def lay_room(world: World, room: Room, name: str, orientation: int) -> None:
    """Turn up a room of that name in that many clockwise quarter turns from its drawing (REVEAL-5)."""
    drawing = world.drawings[name]
    room.name, room.pair, room.turn, room.orientation = name, drawing.pair, drawing.turn, orientation
    terrain: Mapping[Square, str] = drawing.terrain
    barriers: Mapping[Side, str] = drawing.barriers
    for _ in range(orientation):
        terrain = {turn_cell(cell, "cw"): kind for cell, kind in terrain.items()}
        barriers = {(turn_cell(c, "cw"), turn_direction(d, "cw")): kind for (c, d), kind in barriers.items()}
    squares = dict(world.squares)
    walls = dict(world.walls)
    for (i, j), kind in terrain.items():
        squares[room.x + i, room.y + j] = kind
    for ((i, j), direction), kind in barriers.items():
        walls[(room.x + i, room.y + j), direction] = kind
    world.squares, world.walls = squares, walls
    add_gates(world, room)


def add_gates(world: World, room: Room) -> None:
    """Closed portcullises wherever the room shows one (GATE-1)."""
    for (square, direction), kind in world.walls.items():
        if kind != "gate" or not inside(room, square):
            continue
        if any((square, direction) in gate.sides for gate in world.gates):
            continue
        sides: list[Side] = [(square, direction)]
        dx, dy = DIRECTIONS[direction]
        beyond = (square[0] + dx, square[1] + dy)
        if inside(room, beyond):
            sides.append((beyond, OPPOSITE[direction]))
        world.gates.append(Gate(sides))


def inside(room: Room, square: Square) -> bool:
    """Does the room cover that square (MAP-1)?"""
    return room.x <= square[0] <= room.x + 4 and room.y <= square[1] <= room.y + 4


def turn_room(world: World, room: Room, way: str) -> None:
    """Turn a revealed room with everything in it by a quarter (ROT-6)."""

    def moved(square: Square) -> Square:
        if not inside(room, square):
            return square
        i, j = turn_cell((square[0] - room.x, square[1] - room.y), way)
        return room.x + i, room.y + j

    def moved_side(side: Side) -> Side:
        square, direction = side
        return (moved(square), turn_direction(direction, way)) if inside(room, square) else side

    world.squares = {moved(square): kind for square, kind in world.squares.items()}
    world.walls = {moved_side(side): kind for side, kind in world.walls.items()}
    for gate in world.gates:
        gate.sides = [moved_side(side) for side in gate.sides]
    for piece in world.tokens:
        if isinstance(piece.where, tuple):
            piece.where = moved(piece.where)
    room.orientation = (room.orientation + (1 if way == "cw" else 3)) % 4
