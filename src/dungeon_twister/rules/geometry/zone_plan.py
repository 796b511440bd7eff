"""Plans of the Card Game: the slots, and everything about its rooms that does not depend on where they lie.

Relations inside a room depend on the room and its condition, relations between two rooms on the two sides that face each other;
neither depends on the slot. So both are computed once for a plan, and a maze only combines them.

A *shape* is `room * 3 + condition`, the conditions being: portcullis closed; portcullis open or broken; walls broken (GEO-6). A
*side* is `shape * 4 + direction`, the direction in the frame of the drawing; its cells are counted clockwise, which turning the
room does not change (GEO-5). A *spot* is the part of a room that a cell belongs to: a letter, or LETTER_COUNT plus the number
of a pit. The kinds of a segment are the bits of its effective elements (GEO-9); no bit means that it is open (GEO-11).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from dungeon_twister.rules.geometry.maze import INNER, TURNED
from dungeon_twister.rules.geometry.rooms import (
    BARE,
    CELLS,
    GATE,
    SIZE,
    SLIT,
    STEP_COLUMN,
    STEP_ROW,
    Room,
    inner_neighbour,
    opposite,
    room_error,
)

if TYPE_CHECKING:
    from dungeon_twister.rules.geometry.vectors import i64

LETTERS: Final = "TSCG"
TRIANGLE: Final = 0
SQUARE: Final = 1
CIRCLE: Final = 2
GEAR_ZONE: Final = 3
LETTER_COUNT: Final = 4
COLUMNS: Final = 2
STATIONS: Final = 16
STATIONS_PER_SIDE: Final = 8
UNKNOWN: Final = -1  # the room, and the shape, of a face-down tile

NOTHING: Final = -1

HAS_WALL: Final = 1
HAS_GATE: Final = 2  # a closed portcullis: an open or broken one is bare (GEO-6)
HAS_SLIT: Final = 4
ELEMENT_BIT: Final = (0, HAS_WALL, HAS_GATE, HAS_SLIT)  # by BARE, WALL, GATE, SLIT

CONDITIONS: Final = 3
GATE_CLOSED: Final = 0  # conditions of a room
GATE_GONE: Final = 1
WALLS_BROKEN: Final = 2
EFFECTIVE: Final = (HAS_WALL | HAS_GATE | HAS_SLIT, HAS_WALL | HAS_SLIT, 0)  # elements not bare in each condition (GEO-6)

ON_FOOT: Final = 0  # ways to cross a segment: only an open one,
BY_SLITS: Final = 1  # also one with nothing but slits (the Naga),
ANYHOW: Final = 2  # any (the Ghost) (GEO-13),
THROUGH_WALLS: Final = 3  # one with a wall or a slit and no closed portcullis (WWK-2)
WAYS: Final = 4
PIT_WAYS: Final = 3  # the first three also lead to a pit (GEO-14), walking through walls never does
WAYS_ACROSS: Final[list[list[int]]] = [  # by the kinds of a segment
    [ON_FOOT, BY_SLITS, ANYHOW],  # open
    [ANYHOW, THROUGH_WALLS],  # wall
    [ANYHOW],  # portcullis
    [ANYHOW],  # wall, portcullis
    [BY_SLITS, ANYHOW, THROUGH_WALLS],  # slit
    [ANYHOW, THROUGH_WALLS],  # wall, slit
    [ANYHOW],  # portcullis, slit
    [ANYHOW],  # all three
]
# the same as bits: of a way, the first of the sixteen pairs of letters (`Relations.near`)
PAIRS: Final = LETTER_COUNT * LETTER_COUNT
NEAR_ACROSS: Final[list[int]] = [sum(1 << way * PAIRS for way in ways) for ways in WAYS_ACROSS]
NO_ROWS: Final[list[int]] = []
CELL_PARTS: Final = 3  # numbers for a cell of a side

LINK_OPEN: Final = 1
LINK_SLIT: Final = 2
LINK_PORT: Final = 4
LINK_WALL: Final = 8
LINK_PIT: Final = 16
LINK_FAR: Final = 32
LINK_NAMES: Final = ("open", "slit", "port", "wall", "pit", "far")
LINK_OF: Final = (LINK_OPEN, LINK_WALL, LINK_PORT, 0, LINK_SLIT)  # by the bit of an element

CLOCKWISE_BORDER: Final[list[list[int]]] = [  # the cells along a side, clockwise
    list(range(SIZE)),
    list(range(SIZE - 1, CELLS, SIZE)),
    list(range(CELLS - 1, CELLS - SIZE - 1, -1)),
    list(range(CELLS - SIZE, -1, -SIZE)),
]


def room_spots(room: Room) -> list[int]:
    """Return for each cell its letter 0..3, or 4 + number of its pit: pits are the joined groups of O cells (GEO-2, GEO-7)."""
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


class RoomProblem:
    """What a drawing has that GEO-2 and GEO-4 forbid: a code of ROOM_PROBLEMS, its values, and the cells it is about."""

    def __init__(self, code: str, values: dict[str, str | int], cells: list[int]) -> None:
        self.code = code
        self.values = values
        self.cells = cells


def zone_problems(room: Room) -> list[RoomProblem]:
    """Return what breaks the design rules GEO-2 and GEO-4."""
    spots = room_spots(room)
    found: list[RoomProblem] = []
    for letter in range(LETTER_COUNT):
        cells = [cell for cell in range(CELLS) if spots[cell] == letter]
        rest = [NOTHING if spot == letter else LETTER_COUNT for spot in spots]
        if not cells:
            found.append(RoomProblem("zone-missing", {"room": room.name, "zone": LETTERS[letter]}, []))
            continue
        _flood(rest, cells[0], letter)
        if NOTHING in rest:
            apart = [cell for cell in cells if rest[cell] == NOTHING]
            found.append(RoomProblem("zone-parts", {"room": room.name, "zone": LETTERS[letter]}, apart))
    if room.gates > 1:
        cells = [cell for cell in range(CELLS) if max(room.gate[cell * 4 : cell * 4 + 4]) >= 0]
        found.append(RoomProblem("gates", {"room": room.name, "number": room.gates}, cells))
    _add_elements(room, spots, found)
    return found


def _add_elements(room: Room, spots: list[int], found: list[RoomProblem]) -> None:
    """Add the barriers where GEO-4 has none."""
    inside: list[int] = []
    at_pit: list[int] = []
    for cell in range(CELLS):
        for direction in range(4):
            kind, beyond = room.barrier[cell * 4 + direction], inner_neighbour(cell, direction)
            if kind != BARE and beyond >= 0 and spots[beyond] == spots[cell] and cell not in inside:
                inside.append(cell)
            if kind in (GATE, SLIT) and spots[cell] >= LETTER_COUNT and cell not in at_pit:
                at_pit.append(cell)
    if inside:
        found.append(RoomProblem("barrier-inside", {"room": room.name}, inside))
    if at_pit:
        found.append(RoomProblem("barrier-at-pit", {"room": room.name}, at_pit))


def check_room(room: Room) -> None:
    """Raise a TextError if the drawing breaks the design rules GEO-2 and GEO-4."""
    found = zone_problems(room)
    if found:
        raise room_error(found[0].code, found[0].values)


class Relations:
    """Relations between the zones and pits of one room and those of another, or of the same one.

    `near` has sixteen rows of four bits, `way * 4 + letter`, the bits being the letters of the other room. `pits` is empty if
    no pit touches anything; otherwise it has three tables of masks, one after the other, in numbers of the other room: by `way
    * 4 + letter` the pits next to a zone, by `way * most_pits + number` the zones and then the pits next to a pit. `gates` are
    the letters of the zones next to the portcullis of the other room, open or closed (PRT-2). `back` has the relations in
    the opposite direction, for two rooms.
    """

    near: i64
    back: Relations

    def __init__(self, plan: ZonePlan, touching: list[int], gates: int) -> None:
        """`touching` is a flat list of triples: a spot, a spot of the other room that touches it, and the kinds of the
        segment."""
        near: i64 = 0
        pits = False
        for at in range(0, len(touching), 3):
            one, other = touching[at], touching[at + 1]
            if one < LETTER_COUNT and other < LETTER_COUNT:
                rows: i64 = NEAR_ACROSS[touching[at + 2]]
                near |= rows << (one * LETTER_COUNT + other)
            else:
                pits = True
        self.near = near
        self.pits = NO_ROWS
        self.gates = gates
        if pits:
            self._find_pits(plan, touching)

    def _find_pits(self, plan: ZonePlan, touching: list[int]) -> None:
        rows = self.pits = [0] * (plan.first_joined + PIT_WAYS * plan.most_pits)
        for at in range(0, len(touching), 3):
            one, other = touching[at], touching[at + 1]
            pit, other_pit = one - LETTER_COUNT, other - LETTER_COUNT
            for way in WAYS_ACROSS[touching[at + 2]]:
                if way >= PIT_WAYS or (pit < 0 and other_pit < 0):
                    continue
                if pit < 0:
                    rows[way * LETTER_COUNT + one] |= 1 << other_pit
                elif other_pit < 0:
                    rows[plan.first_beside + way * plan.most_pits + pit] |= 1 << other
                else:
                    rows[plan.first_joined + way * plan.most_pits + pit] |= 1 << other_pit


class Shape:
    """A room in one condition, in the frame of its drawing.

    `inside`: the relations inside the room. By direction: `bare_to` (letters of the zones with a bare element on that side,
    REV-3), `gates_to` (letters of the zones with the portcullis there, PRT-2) and, by letter, `links` (LNK-4) and `ghost_links`
    (0 or 1, the end of LNK-6).

    For sight: `lanes[direction * 5 + position]` is what a ray meets that enters over that side and goes straight on: the
    element of the border, a spot, the next segment, another spot ... the element of the border beyond. Cells of one spot are
    combined, as there is never a barrier between them (GEO-4). `starts[letter]` are the ends of a zone along lanes, as pairs
    (lane, index in it), except those with a wall or a closed portcullis.
    """

    def __init__(self, plan: ZonePlan, room: int, condition: int) -> None:
        first = room * 4 * CELLS
        self.spots = plan.spots[first : first + CELLS]
        self.drawn = plan.elements[first * 4 : (first + CELLS) * 4]
        self.elements = [element & EFFECTIVE[condition] for element in self.drawn]
        self.inside = self._inside(plan)
        self.bare_to: list[int] = []
        self.gates_to: list[int] = []
        self.links: list[list[int]] = []
        self.ghost_links: list[list[int]] = []
        self.lanes: list[list[int]] = []
        self.starts: list[list[tuple[int, int]]] = [[] for _ in range(LETTER_COUNT)]
        for direction in range(4):
            self._add_side(direction)
            self._add_links(direction)
        for number, lane in enumerate(self.lanes):
            for at in range(1, len(lane), 2):
                if lane[at] < LETTER_COUNT and lane[at + 1] & ~HAS_SLIT == 0:
                    self.starts[lane[at]].append((number, at))

    def _inside(self, plan: ZonePlan) -> Relations:
        """Return the relations inside the room (GEO-10), with the zones next to its portcullis, on the border or not
        (PRT-2)."""
        touching: list[int] = []
        gates = 0
        for side in range(CELLS * 4):
            one, beyond = self.spots[side >> 2], INNER[side]
            if self.drawn[side] == HAS_GATE:
                gates |= 1 << one
            if beyond >= 0 and self.spots[beyond] != one:
                touching += [one, self.spots[beyond], self.elements[side]]
        return Relations(plan, touching, gates)

    def _add_side(self, direction: int) -> None:
        bare = gates = 0
        for cell in CLOCKWISE_BORDER[direction]:
            spot = self.spots[cell]
            if spot < LETTER_COUNT:
                if self.elements[cell * 4 + direction] == 0:
                    bare |= 1 << spot
                if self.drawn[cell * 4 + direction] == HAS_GATE:
                    gates |= 1 << spot
            self.lanes.append(self._lane(cell, opposite(direction)))
        self.bare_to.append(bare)
        self.gates_to.append(gates)

    def _lane(self, cell: int, ahead: int) -> list[int]:
        lane = [self.elements[cell * 4 + opposite(ahead)]]
        while cell >= 0:
            beyond = INNER[cell * 4 + ahead]
            if beyond < 0 or self.spots[beyond] != self.spots[cell]:
                lane.append(self.spots[cell])
                lane.append(self.elements[cell * 4 + ahead])
            cell = beyond
        return lane

    def _add_links(self, direction: int) -> None:
        """Add the links between the zones and the stations in front of a side (LNK-4), and whether a Ghost passes them
        (LNK-6)."""
        pits = self.inside.pits
        links: list[int] = []
        ghost_links: list[int] = []
        for letter in range(LETTER_COUNT):
            link = ghost = 0
            for cell in CLOCKWISE_BORDER[direction]:
                spot, element = self.spots[cell], self.elements[cell * 4 + direction]
                if spot == letter:
                    link |= LINK_OF[element]
                    ghost = 1
                elif spot >= LETTER_COUNT:
                    pit = 1 << (spot - LETTER_COUNT)
                    if element == 0 and pits and pits[ON_FOOT * LETTER_COUNT + letter] & pit:
                        link |= LINK_PIT
                    if pits and pits[ANYHOW * LETTER_COUNT + letter] & pit:
                        ghost = 1
            links.append(link or LINK_FAR)
            ghost_links.append(ghost)
        self.links.append(links)
        self.ghost_links.append(ghost_links)


class ZonePlan:
    """What never changes in one game: the pool of rooms, the slots (GEO-1), and the properties of rooms and their sides.

    Slots are `row * 2 + column`. `beyond[slot * 4 + direction]` is the slot there, or NOTHING. `spots` and `elements` hold
    every room in its four orientations `room * 4 + quarters` (GEO-5).
    """

    def __init__(self, rooms: list[Room], rows: int) -> None:
        self.rooms = rooms
        self.rows = rows
        self.tiles = COLUMNS * rows
        self.zones = self.tiles * LETTER_COUNT
        self.places = self.zones + STATIONS
        self.all_zones = (1 << self.zones) - 1
        # all stations of each starting zone: one place for limit, handling and sight (LNK-1, LOS-1)
        self.starting_zones = [((1 << STATIONS_PER_SIDE) - 1) << (self.zones + side * STATIONS_PER_SIDE) for side in range(2)]
        self.spots: list[int] = []
        self.elements: list[int] = []
        for room in rooms:
            check_room(room)
            self._add_room(room)
        self.most_pits = max(1, max(self.spots) - LETTER_COUNT + 1)
        self.pits = self.tiles * self.most_pits
        self.first_beside = PIT_WAYS * LETTER_COUNT  # the tables of `Relations.pits` start here
        self.first_joined = self.first_beside + PIT_WAYS * self.most_pits
        self.shapes = [Shape(self, room, condition) for room in range(len(rooms)) for condition in range(CONDITIONS)]
        # by side, for each of its cells: spot, effective element, drawn element
        self._cells = [self._cells_of(side) for side in range(len(self.shapes) * 4)]
        self._like = self._sides_alike()
        self._facing: list[list[Relations | None]] = [[] for _ in self._like]
        self.beyond = [self._slot_beyond(slot, direction) for slot in range(self.tiles) for direction in range(4)]
        self.cache: object = None  # of all mazes of this plan (`zones.MazeCache`), which games share

    def _add_room(self, room: Room) -> None:
        drawn = room_spots(room)
        for quarters in range(4):
            spots, elements = [0] * CELLS, [0] * (CELLS * 4)
            for cell in range(CELLS):
                turned = TURNED[quarters * CELLS + cell]
                spots[turned] = drawn[cell]
                for direction in range(4):
                    elements[turned * 4 + ((direction + quarters) & 3)] = ELEMENT_BIT[room.barrier[cell * 4 + direction]]
            self.spots.extend(spots)
            self.elements.extend(elements)

    def _slot_beyond(self, slot: int, direction: int) -> int:
        column = slot % COLUMNS + STEP_COLUMN[direction]
        row = slot // COLUMNS + STEP_ROW[direction]
        return row * COLUMNS + column if 0 <= column < COLUMNS and 0 <= row < self.rows else NOTHING

    def station(self, side: int, column: int, letter: int) -> int:
        """Return a station of the starting zone in the north (side 0, blue) or in the south (side 1, yellow) (STA-1, GEO-1)."""
        return self.zones + side * STATIONS_PER_SIDE + column * LETTER_COUNT + letter

    def _sides_alike(self) -> list[int]:
        """Return for each side the first one with the same cells: a portcullis changes only its own sides."""
        first: dict[tuple[int, ...], int] = {}
        found: list[int] = []
        for side in range(len(self.shapes) * 4):
            found.append(first.setdefault(tuple(self._cells[side]), side))
        return found

    def _cells_of(self, side: int) -> list[int]:
        shape, direction = self.shapes[side >> 2], side & 3
        cells: list[int] = []
        for cell in CLOCKWISE_BORDER[direction]:
            cells += [shape.spots[cell], shape.elements[cell * 4 + direction], shape.drawn[cell * 4 + direction]]
        return cells

    def facing(self, side: int, other: int) -> Relations:
        """Return the relations of a room with the one beyond a border, given the two sides of that border; computed on
        demand."""
        like, other_like = self._like[side], self._like[other]
        row = self._facing[like]
        if row:
            found = row[other_like]
            if found is not None:
                return found
        there, back = self._work_out_facing(side, other), self._work_out_facing(other, side)
        there.back = back
        back.back = there
        self._row_of(like)[other_like] = there
        self._row_of(other_like)[like] = back
        return there

    def _row_of(self, like: int) -> list[Relations | None]:
        row = self._facing[like]
        if not row:
            row = self._facing[like] = [None] * len(self._like)
        return row

    def _work_out_facing(self, side: int, other: int) -> Relations:
        cells, beyond = self._cells[side], self._cells[other]
        touching: list[int] = []
        gates = 0
        for position in range(SIZE):
            at, opposed = position * CELL_PARTS, (SIZE - 1 - position) * CELL_PARTS
            spot, element = cells[at], cells[at + 1]
            touching.append(spot)
            touching.append(beyond[opposed])
            touching.append(element | beyond[opposed + 1])
            # the portcullis of the other room is in reach unless an element of the own room bars the way (PRT-2)
            if element == 0 and spot < LETTER_COUNT and beyond[opposed + 2] == HAS_GATE:
                gates |= 1 << spot
        return Relations(self, touching, gates)


TAKEN_APART: Final[dict[int, list[int]]] = {}
MOST_TAKEN_APART: Final = 4096


def mask_of(place: int) -> int:
    """Return the mask of one place. Never `1 << place` with the item of a native vector: mypyc 2.4 shifts that in 32 bits."""
    return 1 << place


def members(mask: int) -> list[int]:
    """Return the numbers in a mask, in order. The list is cached and must not be changed."""
    found = TAKEN_APART.get(mask)
    if found is None:
        found = []
        rest = mask
        while rest:
            low = rest & -rest
            found.append(low.bit_length() - 1)
            rest ^= low
        if len(TAKEN_APART) >= MOST_TAKEN_APART:
            TAKEN_APART.clear()
        TAKEN_APART[mask] = found
    return found
