"""Room drawings: 11 x 11 characters -> terrain of 25 cells and the barrier on each of their sides.

A cell is `row * 5 + column` of the drawing as in the file. A room that turns keeps its cells (ROT-6); only the conversion from
a cell to a position in the maze changes. Directions are 0 north, 1 east, 2 south, 3 west.
"""

from __future__ import annotations

from typing import Final

from dungeon_twister.rules.geometry.text import TextError

SIZE: Final = 5
CELLS: Final = 25
DRAWN: Final = 2 * SIZE + 1

NORTH: Final = 0
EAST: Final = 1
SOUTH: Final = 2
WEST: Final = 3

FLOOR: Final = 0
GEAR: Final = 1
PIT: Final = 2
LINE: Final = 3
DARK: Final = 4  # a square of a face-down room, about which nothing is known

BARE: Final = 0
WALL: Final = 1
GATE: Final = 2
SLIT: Final = 3

CLOCKWISE: Final = 1
COUNTERCLOCKWISE: Final = 3

TERRAIN_SIGNS: Final = {".": FLOOR, "@": GEAR, "O": PIT}
ZONE_SIGNS: Final = {"T": FLOOR, "S": FLOOR, "C": FLOOR, "G": GEAR, "O": PIT}
HORIZONTAL_SIGNS: Final = {" ": BARE, "-": WALL, "=": GATE, "~": SLIT}
VERTICAL_SIGNS: Final = {" ": BARE, "|": WALL, "H": GATE, ":": SLIT}
ROTATED_SIGNS: Final = {"-": "|", "|": "-", "=": "H", "H": "=", "~": ":", ":": "~"}
STEP_ROW: Final = (-1, 0, 1, 0)
STEP_COLUMN: Final = (0, 1, 0, -1)

# What may be wrong with a drawing: codes and English sentences. The page and the terminal have them as `workshop.finding.CODE`.
ROOM_PROBLEMS: Final[dict[str, str]] = {
    "no-rooms": "there is no room in it",
    "room-header": "expected 'room NAME pair=PAIR turn=cw|ccw'",
    "room-pair": "expected pair=PAIR",
    "room-turn": "expected turn=cw or turn=ccw",
    "room-twice": "the room {room} is drawn twice",
    "room-lines": "room {room} has {number} lines, it needs {needed}",
    "room-width": "a line of room {room} has {number} characters, it needs {needed}",
    "room-corner": "room {room}: expected a corner '+', found {sign!r}",
    "room-square": "room {room}: {sign!r} is no square ({known})",
    "room-barrier": "room {room}: {sign!r} is no barrier here ({known})",
    "gears": "room {room} has {number} gears, it needs one",
    "zone-missing": "room {room} has no zone {zone}",
    "zone-parts": "the zone {zone} of room {room} lies in several parts",
    "gates": "room {room} has {number} portcullises, it may have one",
    "barrier-inside": "room {room} has a barrier inside a zone or a pit",
    "barrier-at-pit": "room {room} has a portcullis or a slit beside a pit",
}


def room_error(code: str, values: dict[str, str | int], source: str = "", line: int = 0, column: int = 0) -> TextError:
    """Return the error with that code, with these values in its sentence."""
    return TextError(ROOM_PROBLEMS[code].format(**values), source, line, column, code, values)


class Room:
    """One drawing: `terrain[cell]`, `barrier[cell * 4 + d]`, `gate[cell * 4 + d]` (which portcullis, or -1), and `ways[cell * 4
    + d]` (the cell beyond a bare side, or -1)."""

    def __init__(
        self, name: str, pair: str, turn: int, terrain: list[int], barrier: list[int], zones: str, lines: list[str]
    ) -> None:
        self.name = name
        self.pair = pair
        self.turn = turn
        self.terrain = terrain
        self.barrier = barrier
        self.zones = zones
        self.lines = lines
        self.has_zones = any(sign in zones for sign in "TSCG")  # a room of the Card Game
        self.gear = terrain.index(GEAR)
        self.gate = [-1] * (CELLS * 4)
        self.gates = self._number_gates()
        self.ways = [inner_neighbour(side // 4, side % 4) if barrier[side] == BARE else -1 for side in range(CELLS * 4)]

    def __reduce__(self) -> tuple[object, ...]:
        return Room, (self.name, self.pair, self.turn, self.terrain, self.barrier, self.zones, self.lines)

    def _number_gates(self) -> int:
        """Number the portcullises; the two sides of one inside the room get the same number."""
        count = 0
        for side in range(CELLS * 4):
            if self.barrier[side] == GATE and self.gate[side] < 0:
                self.gate[side] = count
                beyond = inner_neighbour(side // 4, side % 4)
                if beyond >= 0:
                    self.gate[beyond * 4 + opposite(side % 4)] = count
                count += 1
        return count


def opposite(direction: int) -> int:
    return (direction + 2) & 3


def inner_neighbour(cell: int, direction: int) -> int:
    """Return the cell next to `cell` in the same room, or -1 at the border."""
    row = cell // SIZE + STEP_ROW[direction]
    column = cell % SIZE + STEP_COLUMN[direction]
    if 0 <= row < SIZE and 0 <= column < SIZE:
        return row * SIZE + column
    return -1


def turned_cell(cell: int, quarters: int) -> int:
    """Return the position of a cell of the drawing after clockwise quarter turns (ROT-6); negative quarters turn back."""
    row, column = cell // SIZE, cell % SIZE
    for _ in range(quarters & 3):
        row, column = column, SIZE - 1 - row
    return row * SIZE + column


def rotated(lines: list[str], quarters: int) -> list[str]:
    """Return a drawing rotated by clockwise quarter turns."""
    last = DRAWN - 1
    for _ in range(quarters):
        lines = ["".join([_rotated_sign(lines[last - x][y], y, x) for x in range(DRAWN)]) for y in range(DRAWN)]
    return lines


def _rotated_sign(sign: str, row: int, column: int) -> str:
    """Rotate a sign: barriers switch between horizontal and vertical, squares stay."""
    return ROTATED_SIGNS.get(sign, sign) if (row + column) % 2 else sign


def parse_rooms(text: str, source: str = "rooms") -> list[Room]:
    """Read a room file. Every mistake is a TextError with the line and the column."""
    rooms: list[Room] = []
    names: set[str] = set()
    lines = text.split("\n")
    at = 0
    while at < len(lines):
        line = lines[at].rstrip("\r")
        if not line.strip() or line.startswith("#"):
            at += 1
            continue
        name, pair, turn = _parse_header(line, source, at + 1)
        if name in names:
            raise room_error("room-twice", {"room": name}, source, at + 1)
        names.add(name)
        rooms.append(_parse_drawing(name, pair, turn, lines, at + 1, source))
        at += 1 + DRAWN
    if not rooms:
        raise room_error("no-rooms", {}, source)
    return rooms


def _parse_header(line: str, source: str, number: int) -> tuple[str, str, int]:
    words = line.split()
    if words[0] != "room" or len(words) != 4:
        raise room_error("room-header", {}, source, number, 1)
    if not words[2].startswith("pair=") or len(words[2]) == len("pair="):
        raise room_error("room-pair", {}, source, number, line.index(words[2]) + 1)
    if words[3] not in ("turn=cw", "turn=ccw"):
        raise room_error("room-turn", {}, source, number, line.index(words[3]) + 1)
    return words[1], words[2][len("pair=") :], CLOCKWISE if words[3] == "turn=cw" else COUNTERCLOCKWISE


def _parse_drawing(name: str, pair: str, turn: int, lines: list[str], first: int, source: str) -> Room:
    drawn = [line.rstrip("\r") for line in lines[first : first + DRAWN]]
    for row in range(DRAWN):
        if row >= len(drawn):
            there: dict[str, str | int] = {"room": name, "number": len(drawn), "needed": DRAWN}
            raise room_error("room-lines", there, source, first + len(drawn))
        if len(drawn[row]) != DRAWN:
            wide: dict[str, str | int] = {"room": name, "number": len(drawn[row]), "needed": DRAWN}
            raise room_error("room-width", wide, source, first + row + 1, min(len(drawn[row]), DRAWN) + 1)
    signs = ZONE_SIGNS if any(sign in "TSCG" for row in drawn[1::2] for sign in row[1::2]) else TERRAIN_SIGNS
    terrain = [0] * CELLS
    barrier = [BARE] * (CELLS * 4)
    for row in range(DRAWN):
        for column in range(DRAWN):
            _read_sign(name, drawn[row][column], row, column, signs, terrain, barrier, source, first + row + 1)
    if terrain.count(GEAR) == 0 or (signs is TERRAIN_SIGNS and terrain.count(GEAR) != 1):
        raise room_error("gears", {"room": name, "number": terrain.count(GEAR)}, source, first + 1)
    zones = "".join(drawn[1 + 2 * (cell // SIZE)][1 + 2 * (cell % SIZE)] for cell in range(CELLS))
    return Room(name, pair, turn, terrain, barrier, zones, drawn)


def _read_sign(
    name: str,
    sign: str,
    row: int,
    column: int,
    signs: dict[str, int],
    terrain: list[int],
    barrier: list[int],
    source: str,
    number: int,
) -> None:
    """Read one character of a drawing into the terrain or into the one or two sides it lies on."""
    if row % 2 == 0 and column % 2 == 0:
        if sign != "+":
            raise room_error("room-corner", {"room": name, "sign": sign}, source, number, column + 1)
    elif row % 2 == 1 and column % 2 == 1:
        if sign not in signs:
            values: dict[str, str | int] = {"room": name, "sign": sign, "known": " ".join(signs)}
            raise room_error("room-square", values, source, number, column + 1)
        terrain[(row // 2) * SIZE + column // 2] = signs[sign]
    else:
        edges = HORIZONTAL_SIGNS if row % 2 == 0 else VERTICAL_SIGNS
        if sign not in edges:
            known = " ".join(repr(edge) for edge in edges)
            raise room_error("room-barrier", {"room": name, "sign": sign, "known": known}, source, number, column + 1)
        _set_barrier(barrier, row, column, edges[sign])


def _set_barrier(barrier: list[int], row: int, column: int, kind: int) -> None:
    if row % 2 == 0:  # a horizontal edge: south of the cell above, north of the cell below
        place = column // 2
        if row > 0:
            barrier[((row // 2 - 1) * SIZE + place) * 4 + SOUTH] = kind
        if row < DRAWN - 1:
            barrier[((row // 2) * SIZE + place) * 4 + NORTH] = kind
    else:
        start = (row // 2) * SIZE
        if column > 0:
            barrier[(start + column // 2 - 1) * 4 + EAST] = kind
        if column < DRAWN - 1:
            barrier[(start + column // 2) * 4 + WEST] = kind
