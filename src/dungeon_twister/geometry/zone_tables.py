"""The tables of a maze of the Card Game, and how those of the maze after a change are made of those of the maze before it.

Each bit of the tables says that something holds between two places, and whether it does is decided at one border, or inside one
room, and nowhere else (GEO-9). So a change switches (`^`) the bits of what held across the borders of the changed room and of
what holds there now, and leaves the rest alone; what is the same before and after it is not touched.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from dungeon_twister.geometry.rooms import NORTH, SOUTH, opposite
from dungeon_twister.geometry.zone_plan import (
    COLUMNS,
    LETTER_COUNT,
    LINK_OPEN,
    NOTHING,
    PAIRS,
    UNKNOWN,
    WAYS,
    Relations,
    ZonePlan,
    members,
)

if TYPE_CHECKING:
    from dungeon_twister.geometry.mixing import i64

# tables that a maze shares with the one that it was made from until something in them changes
PIT_TABLES: Final = 1
GATE_TABLE: Final = 2
ACCESS_TABLE: Final = 4
EVERY_TABLE: Final = 7

LETTER_MASK: Final = (1 << LETTER_COUNT) - 1
PAIR_MASK: Final = (1 << PAIRS) - 1


class ZoneTables:
    """Rooms in their slots, and all tables. Masks of places, one per zone unless something else is said.

    Touching (GEO-10 to GEO-13): `near[way * zones + zone]` zones that touch over a segment which can be crossed that way, by
    ON_FOOT, BY_SLITS, ANYHOW, THROUGH_WALLS; its four parts are `walk` (GEO-12), `squeeze` (the Naga), `touch` (the Ghost) and
    `wallwalk` (WWK-2).
    Pits (GEO-14 to GEO-16), by the first three ways: `pits_beside[way * zones + zone]` masks of pits next to a zone;
    `beside[way * pits + pit]` the zones and `joined[way * pits + pit]` the pits that touch a pit.
    Starting zones: by station `faced` (the zone, or NOTHING before a face-down room), `link` (LNK-4; 0 before a face-down
    room), `ghost_link` (0 or 1, the end of LNK-6). By place: `area` (the combat area, CMB-1), `gates_beside` (masks of tiles
    whose portcullis is adjacent, PRT-2), `access` (masks of face-down tiles, REV-2, REV-3).
    """

    plan: ZonePlan
    place_of: list[int]
    tile_on: list[int]
    room_of: list[int]
    quarters: list[int]
    gates: list[int]
    walls_broken: list[int]
    shape_of: list[int]
    own: int  # which tables it does not share with the maze that it was made from; for the making only
    near: list[int]
    pits_beside: list[int]
    beside: list[int]
    joined: list[int]
    faced: list[int]
    link: list[int]
    ghost_link: list[int]
    area: list[int]
    gates_beside: list[int]
    access: list[int]

    # -- across borders and inside rooms ---------------------------------------------------------------------------------

    def work_out_borders(self, before: ZoneTables, borders: list[int]) -> None:
        """Put in what holds across borders, in the place of what held there before."""
        for border in borders:
            was, now = before.across(border), self.across(border)
            if was is None or now is None or before.tile_on is not self.tile_on:
                self._switch_border(before, border, was)
                self._switch_border(self, border, now)
            elif was is not now:
                one, other = self.tile_on[border >> 2], self.tile_on[self.plan.beyond[border]]
                self._exchange(one, other, was, now)
                self._exchange(other, one, was.back, now.back)

    def _exchange(self, one: int, other: int, was: Relations, now: Relations) -> None:
        """Something else holds from one tile to another than before."""
        self._switch_near(one, other, was.near ^ now.near)
        self._switch_gates(one, other, was.gates ^ now.gates)
        self._switch_pits(one, other, was)
        self._switch_pits(one, other, now)

    def across(self, border: int) -> Relations | None:
        """What holds across a border, from the slot in the west or north of it; None unless both rooms are face up."""
        one, other = self.tile_on[border >> 2], self.tile_on[self.plan.beyond[border]]
        shape, other_shape = self.shape_of[one], self.shape_of[other]
        if shape == UNKNOWN or other_shape == UNKNOWN:
            return None
        direction = (border - self.quarters[one]) & 3  # in the drawings
        other_direction = (opposite(border & 3) - self.quarters[other]) & 3
        return self.plan.facing(shape * 4 + direction, other_shape * 4 + other_direction)

    def _switch_border(self, maze: ZoneTables, border: int, relations: Relations | None) -> None:
        """Switch what holds across a border of the maze before, or of this one."""
        one, other = maze.tile_on[border >> 2], maze.tile_on[self.plan.beyond[border]]
        if relations is not None:
            self._switch(one, other, relations)
            self._switch(other, one, relations.back)
        elif maze.shape_of[one] != UNKNOWN:
            self._switch_access(maze, one, border & 3, other)
        elif maze.shape_of[other] != UNKNOWN:
            self._switch_access(maze, other, opposite(border & 3), one)

    def _switch_access(self, maze: ZoneTables, tile: int, direction: int, hidden: int) -> None:
        """To a face-down room lead the zones whose own border is bare (REV-3, REV-4)."""
        self._own_access()
        drawn = (direction - maze.quarters[tile]) & 3
        for letter in members(self.plan.shapes[maze.shape_of[tile]].bare_to[drawn]):
            self.access[tile * LETTER_COUNT + letter] ^= 1 << hidden

    def switch_inside(self, tile: int, shape: int) -> None:
        """Take out what holds inside a room of such a shape, or put it in."""
        if shape != UNKNOWN:
            self._switch(tile, tile, self.plan.shapes[shape].inside)

    def _switch(self, one: int, other: int, relations: Relations) -> None:
        """Take out what holds from one tile to another or to itself, or put it in."""
        self._switch_near(one, other, relations.near)
        self._switch_gates(one, other, relations.gates)
        self._switch_pits(one, other, relations)

    def _switch_near(self, one: int, other: int, bits: i64) -> None:
        """The same for zones that are near each other, given as in `Relations.near`."""
        near, shift = self.near, other * LETTER_COUNT
        for way in range(WAYS):
            rows: i64 = bits & PAIR_MASK
            bits >>= PAIRS
            at = way * self.plan.zones + one * LETTER_COUNT
            while rows:
                mask: i64 = rows & LETTER_MASK
                if mask:
                    places: i64 = near[at]  # compiled, `^=` would work on objects
                    near[at] = places ^ mask << shift
                rows >>= LETTER_COUNT
                at += 1

    def _switch_gates(self, one: int, other: int, letters: int) -> None:
        """The same for the portcullis of the other tile, beside the zones with these letters."""
        if letters:
            self._own_gates()
            for letter in members(letters):
                self.gates_beside[one * LETTER_COUNT + letter] ^= 1 << other

    def _switch_pits(self, one: int, other: int, relations: Relations) -> None:
        """The same for pits."""
        if relations.has_pits:
            if not self.own & PIT_TABLES:
                self.own |= PIT_TABLES
                self.pits_beside = self.pits_beside[:]
                self.beside = self.beside[:]
                self.joined = self.joined[:]
            most = self.plan.most_pits
            _switch_rows(self.pits_beside, one * LETTER_COUNT, relations.pits_beside, other * most)
            _switch_rows(self.beside, one * most, relations.beside, other * LETTER_COUNT)
            _switch_rows(self.joined, one * most, relations.joined, other * most)

    def _own_gates(self) -> None:
        if not self.own & GATE_TABLE:
            self.own |= GATE_TABLE
            self.gates_beside = self.gates_beside[:]

    def _own_access(self) -> None:
        if not self.own & ACCESS_TABLE:
            self.own |= ACCESS_TABLE
            self.access = self.access[:]

    # -- stations --------------------------------------------------------------------------------------------------------

    def work_out_stations(self, slot: int) -> None:
        """The stations before a slot at an end of the maze, and the combat areas of its room (CMB-1)."""
        first = self.tile_on[slot] * LETTER_COUNT
        self.area = self.area[:]
        for zone in range(first, first + LETTER_COUNT):
            self.area[zone] = 1 << zone
        if slot < COLUMNS:
            self._work_out_side(slot, NORTH)
        if slot >= self.plan.tiles - COLUMNS:
            self._work_out_side(slot, SOUTH)

    def _work_out_side(self, slot: int, direction: int) -> None:
        """Links (LNK-2 to LNK-6), portcullises (PRT-2) and face-down rooms (REV-2) of the stations on one side."""
        plan, tile = self.plan, self.tile_on[slot]
        place = plan.station(direction // SOUTH, slot % COLUMNS, 0)
        first, number = place - plan.zones, self.shape_of[tile]
        link, ghost_link, area, gates = self.link[:], self.ghost_link[:], self.area, 0
        for letter in range(LETTER_COUNT):
            link[first + letter] = ghost_link[first + letter] = 0
            area[place + letter] = 1 << (place + letter)
        if number != UNKNOWN:
            shape, drawn = plan.shapes[number], (direction - self.quarters[tile]) & 3
            gates = shape.gates_to[drawn]
            for letter in range(LETTER_COUNT):
                station, zone = place + letter, tile * LETTER_COUNT + letter
                link[first + letter] = shape.links[drawn * LETTER_COUNT + letter]
                ghost_link[first + letter] = shape.ghost_links[drawn * LETTER_COUNT + letter]
                if link[first + letter] & LINK_OPEN:
                    area[zone] = area[zone] | 1 << station
                    area[station] = area[station] | 1 << zone
        self.link, self.ghost_link = link, ghost_link
        self._face(first, tile)
        self._set_gates(place, gates, tile)

    def _set_gates(self, place: int, letters: int, tile: int) -> None:
        """From the stations from a place on, those with such letters reach the portcullis of a tile (PRT-2)."""
        for letter in range(LETTER_COUNT):
            beside = (letters >> letter & 1) << tile
            if self.gates_beside[place + letter] != beside:
                self._own_gates()
                self.gates_beside[place + letter] = beside

    def _face(self, first: int, tile: int) -> None:
        """The stations from the first on are before a tile: they face its zones, or lead to the face-down room (REV-2)."""
        hidden = self.shape_of[tile] == UNKNOWN
        place = self.plan.zones + first
        zone, dark = (NOTHING, 1 << tile) if hidden else (tile * LETTER_COUNT, 0)
        if self.faced[first] == zone and self.access[place] == dark:
            return
        self._own_access()
        self.faced = self.faced[:]
        for letter in range(LETTER_COUNT):
            self.faced[first + letter] = NOTHING if hidden else zone + letter
            self.access[place + letter] = dark


def _switch_rows(table: list[int], first: int, rows: list[int], shift: int) -> None:
    for at in range(0, len(rows), 2):
        row = first + rows[at]
        table[row] = table[row] ^ rows[at + 1] << shift


def with_number(row: list[int], at: int, number: int) -> list[int]:
    """The row with one entry as told; the same row if it is so already."""
    if row[at] == number:
        return row
    other = row[:]
    other[at] = number
    return other
