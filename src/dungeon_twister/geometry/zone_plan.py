"""Plans of the Card Game: the rooms in their four orientations, the slots, and the straight lines of cells through them.

Every relation of the Card Game is found on straight lines of cells (GEO-10, LOS-2), so a maze is scanned line by line and a
change scans again only the lines through the changed room. A *spot* is what a cell belongs to: a zone, a pit (its number plus
the number of zones) or NOTHING in a face-down room (GEO-8). The kinds of a segment are the bits of its effective elements
(GEO-9); no bit means that it is open (GEO-11).
"""

from __future__ import annotations

from typing import Final

from dungeon_twister.geometry.maze import TURNED
from dungeon_twister.geometry.rooms import (
    BARE,
    CELLS,
    GATE,
    SIZE,
    SLIT,
    STEP_COLUMN,
    STEP_ROW,
    Room,
    inner_neighbour,
)
from dungeon_twister.geometry.text import TextError

LETTERS: Final = "TSCG"
TRIANGLE: Final = 0
SQUARE: Final = 1
CIRCLE: Final = 2
GEAR_ZONE: Final = 3
LETTER_COUNT: Final = 4
COLUMNS: Final = 2
STATIONS: Final = 16
STATIONS_PER_SIDE: Final = 8
UNKNOWN: Final = -1  # the room of a face-down tile

NOTHING: Final = -1

HAS_WALL: Final = 1
HAS_GATE: Final = 2  # a closed portcullis: an open or broken one is bare (GEO-6)
HAS_SLIT: Final = 4
KINDS: Final = 8  # so many combinations of these bits

RAY_SIZE: Final = 4  # numbers per ray: viewer, target, zones in between as a mask, marks
THROUGH_SLIT: Final = 1  # the first segment has slits (LOS-5)
SPEAR: Final = 2  # nothing or one single pit lies in between (SPR-3)

ELEMENT_BIT: Final = (0, HAS_WALL, HAS_GATE, HAS_SLIT)  # by BARE, WALL, GATE, SLIT
BORDER_CELLS: Final[list[list[int]]] = [
    [cell for cell in range(CELLS) if inner_neighbour(cell, direction) < 0] for direction in range(4)
]


def room_spots(room: Room) -> list[int]:
    """For each cell its letter 0..3, or 4 + number of its pit: pits are the joined groups of O cells (GEO-2, GEO-7)."""
    spots = [LETTERS.find(sign) for sign in room.zones]
    pits = 0
    for cell in range(CELLS):
        if spots[cell] < 0:
            _flood(spots, cell, LETTER_COUNT + pits)
            pits += 1
    return spots


def _flood(spots: list[int], cell: int, spot: int) -> None:
    spots[cell] = spot
    for direction in range(4):
        beyond = inner_neighbour(cell, direction)
        if beyond >= 0 and spots[beyond] < 0:
            _flood(spots, beyond, spot)


def check_room(room: Room) -> None:
    """Raise a TextError unless the drawing keeps the design rules GEO-2 and GEO-4."""
    spots = room_spots(room)
    for letter in range(LETTER_COUNT):
        rest = [NOTHING if spot == letter else LETTER_COUNT for spot in spots]
        if NOTHING not in rest:
            raise TextError(f"room {room.name} has no zone {LETTERS[letter]}")
        _flood(rest, rest.index(NOTHING), letter)
        if NOTHING in rest:
            raise TextError(f"the zone {LETTERS[letter]} of room {room.name} lies in several parts")
    if room.gates > 1:
        raise TextError(f"room {room.name} has {room.gates} portcullises, it may have one")
    for side in range(CELLS * 4):
        if room.barrier[side] != BARE:
            _check_element(room, spots, side)


def _check_element(room: Room, spots: list[int], side: int) -> None:
    beyond = inner_neighbour(side // 4, side % 4)
    if beyond >= 0 and spots[beyond] == spots[side // 4]:
        raise TextError(f"room {room.name} has a barrier inside a zone or a pit")
    if spots[side // 4] >= LETTER_COUNT and room.barrier[side] in (GATE, SLIT):
        raise TextError(f"room {room.name} has a portcullis or a slit beside a pit")


class ZonePlan:
    """What never changes in one game: the pool of rooms, the slots (GEO-1) and the straight lines of cells through them.

    Slots are `row * 2 + column`. `lines[line]` are the cells `slot * 25 + cell` of a line: first those from west to east, then
    those from north to south. `spots` and `elements` hold every room in its four orientations `room * 4 + quarters` (GEO-5).
    """

    def __init__(self, rooms: list[Room], rows: int) -> None:
        self.rooms = rooms
        self.rows = rows
        self.tiles = COLUMNS * rows
        self.zones = self.tiles * LETTER_COUNT
        self.places = self.zones + STATIONS
        self.all_zones = (1 << self.zones) - 1
        self.spots: list[int] = []
        self.elements: list[int] = []
        self.gate_sides: list[list[int]] = []
        for room in rooms:
            check_room(room)
            self._add_room(room)
        self.most_pits = max(1, max(self.spots) - LETTER_COUNT + 1)
        self.pits = self.tiles * self.most_pits
        self.beyond = [self._slot_beyond(slot, direction) for slot in range(self.tiles) for direction in range(4)]
        self.lines = [self._row_of_cells(y) for y in range(rows * SIZE)]
        self.rows_of_cells = len(self.lines)
        self.lines.extend([self._column_of_cells(x) for x in range(COLUMNS * SIZE)])
        self.lines_of = [self._lines_through(slot) for slot in range(self.tiles)]

    def _add_room(self, room: Room) -> None:
        drawn = room_spots(room)
        for quarters in range(4):
            spots, elements, gate_sides = [0] * CELLS, [0] * (CELLS * 4), [0] * 0
            for cell in range(CELLS):
                turned = TURNED[quarters * CELLS + cell]
                spots[turned] = drawn[cell]
                for direction in range(4):
                    side = turned * 4 + ((direction + quarters) & 3)
                    elements[side] = ELEMENT_BIT[room.barrier[cell * 4 + direction]]
                    if elements[side] == HAS_GATE:
                        gate_sides.append(side)
            self.spots.extend(spots)
            self.elements.extend(elements)
            self.gate_sides.append(gate_sides)

    def _slot_beyond(self, slot: int, direction: int) -> int:
        column = slot % COLUMNS + STEP_COLUMN[direction]
        row = slot // COLUMNS + STEP_ROW[direction]
        return row * COLUMNS + column if 0 <= column < COLUMNS and 0 <= row < self.rows else NOTHING

    def _row_of_cells(self, y: int) -> list[int]:
        corner = y // SIZE * COLUMNS * CELLS + y % SIZE * SIZE
        return [corner + x // SIZE * CELLS + x % SIZE for x in range(COLUMNS * SIZE)]

    def _column_of_cells(self, x: int) -> list[int]:
        corner = x // SIZE * CELLS + x % SIZE
        return [corner + y // SIZE * COLUMNS * CELLS + y % SIZE * SIZE for y in range(self.rows * SIZE)]

    def _lines_through(self, slot: int) -> list[int]:
        first_row = slot // COLUMNS * SIZE
        first_column = self.rows_of_cells + slot % COLUMNS * SIZE
        return list(range(first_row, first_row + SIZE)) + list(range(first_column, first_column + SIZE))

    def station(self, side: int, column: int, letter: int) -> int:
        """A station of the starting zone in the north (side 0, blue) or in the south (side 1, yellow) (STA-1, GEO-1)."""
        return self.zones + side * STATIONS_PER_SIDE + column * LETTER_COUNT + letter

    def slot_faced(self, place: int) -> int:
        """The slot in front of a station (LNK-2, REV-2)."""
        station = place - self.zones
        column = station // LETTER_COUNT % COLUMNS
        return column if station < STATIONS_PER_SIDE else (self.rows - 1) * COLUMNS + column

    def starting_zone(self, side: int) -> int:
        """All stations of a starting zone: one place for limit, handling and sight (LNK-1, LOS-1)."""
        return ((1 << STATIONS_PER_SIDE) - 1) << (self.zones + side * STATIONS_PER_SIDE)


def scan_touching(spots: list[int], segments: list[int]) -> list[int]:
    """Triples (spot, spot, kinds) for neighbouring cells of different spots along a line (GEO-9, GEO-10)."""
    found: list[int] = []
    for at in range(len(segments)):
        one, other = spots[at], spots[at + 1]
        if one != other and one != NOTHING and other != NOTHING:
            found.append(one)
            found.append(other)
            found.append(segments[at])
    return found


def scan_rays(spots: list[int], segments: list[int], zones: int) -> list[int]:
    """All rays of a line, both ways, as quadruples (LOS-2, LOS-3, SPR-3)."""
    found: list[int] = []
    _cast_rays(spots, segments, zones, found)
    spots.reverse()
    segments.reverse()
    _cast_rays(spots, segments, zones, found)
    return found


def _cast_rays(spots: list[int], segments: list[int], zones: int, found: list[int]) -> None:
    """The rays from every cell towards the end of the line."""
    for at in range(len(segments)):
        viewer = spots[at]
        if viewer == NOTHING or viewer >= zones or spots[at + 1] == viewer:
            continue  # a ray that stays in its zone is the one of the next cell (LOS-2)
        first = segments[at]
        if first & (HAS_WALL | HAS_GATE) == 0:
            _follow_ray(spots, segments, zones, at + 1, viewer, THROUGH_SLIT if first else 0, found)


def _follow_ray(spots: list[int], segments: list[int], zones: int, at: int, viewer: int, marks: int, found: list[int]) -> None:
    """Follow a ray from its second cell on, and note every zone when it gets there first (LOS-3)."""
    middle = 0
    pit = NOTHING
    spear = SPEAR
    while True:
        spot = spots[at]
        if spot in (NOTHING, viewer):  # nobody looks into a face-down room; past the own zone another ray begins
            return
        if spot >= zones:
            if pit not in (NOTHING, spot):
                spear = 0  # a double pit (GEO-7)
            pit = spot
        elif middle >> spot & 1 == 0:
            found.append(viewer)
            found.append(spot)
            found.append(middle)
            found.append(marks | spear)
            middle |= 1 << spot
            spear = 0
        if at == len(segments) or segments[at]:
            return
        at += 1


def keep_ray(rays: list[int], target: int, middle: int) -> None:
    """Add a ray (target, middle) to those of a viewer unless one of them needs no more empty zones than it."""
    if not has_ray(rays, target, middle):
        rays.append(target)
        rays.append(middle)


def has_ray(rays: list[int], target: int, middle: int) -> bool:
    """Is there a ray to the target whose zones in between are all among those of `middle`?"""
    return any(rays[at] == target and rays[at + 1] & ~middle == 0 for at in range(0, len(rays), 2))


def chain_of(pit: int, joined: list[int], most: int) -> int:
    """The pits in chains of at most so many that begin with a pit; `joined` tells which pits each one touches (GEO-16)."""
    chain = 1 << pit
    for _ in range(most - 1):
        grown = chain
        for other in members(chain):
            grown |= joined[other]
        if grown == chain:
            break
        chain = grown
    return chain


def members(mask: int) -> list[int]:
    """The numbers in a mask, in order."""
    found: list[int] = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found
