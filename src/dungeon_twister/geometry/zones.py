"""Mazes of the Card Game: rooms with four zones each in 2 x R slots, and every relation between zones and stations.

A *tile* is the card of a room, as in `maze`: it may be face down, turn, or swap its slot with another one. A *zone* is
`tile * 4 + letter`, so cards keep their zone whatever happens to their room (STA-7). A *station* (side, column, letter) of a
starting zone is `plan.zones + side * 8 + column * 4 + letter`: it stays where it is (LNK-3). Zones and stations together are
the *places*. Pits are counted apart: `tile * plan.most_pits + number`.

Relations are masks: bit p of `walk[zone]` is set when place p is adjacent. All places of the largest maze fit into 56 bits.
A ZoneMaze is never changed once it is made; all its tables are worked out when it is made, none when they are asked for, only
`sees` depends on more: on the zones that hold characters.
"""

from __future__ import annotations

from typing import Final

from dungeon_twister.geometry.maze import BROKEN, CLOSED
from dungeon_twister.geometry.rooms import (
    CELLS,
    EAST,
    NORTH,
    SIZE,
    SOUTH,
    STEP_COLUMN,
    STEP_ROW,
    inner_neighbour,
    opposite,
)
from dungeon_twister.geometry.zone_plan import (
    BORDER_CELLS,
    COLUMNS,
    HAS_GATE,
    HAS_SLIT,
    HAS_WALL,
    KINDS,
    LETTER_COUNT,
    LETTERS,
    NOTHING,
    RAY_SIZE,
    SPEAR,
    STATIONS,
    STATIONS_PER_SIDE,
    THROUGH_SLIT,
    UNKNOWN,
    ZonePlan,
    chain_of,
    has_ray,
    keep_ray,
    members,
    scan_rays,
    scan_touching,
)

LINK_OPEN: Final = 1
LINK_SLIT: Final = 2
LINK_PORT: Final = 4
LINK_WALL: Final = 8
LINK_PIT: Final = 16
LINK_FAR: Final = 32
LINK_NAMES: Final = ("open", "slit", "port", "wall", "pit", "far")
LINK_VIEW: Final = LINK_OPEN | LINK_SLIT | LINK_PIT  # through these a station and its zone see each other (LOS-7, LOS-8)

LINK_OF: Final = (LINK_OPEN, LINK_WALL, LINK_PORT, 0, LINK_SLIT)  # by the bit of an element

ON_FOOT: Final = 0  # ways to get at a pit: across open segments,
BY_SLITS: Final = 1  # also through slits (the Naga),
ANYHOW: Final = 2  # through any element (the Ghost) (GEO-13, GEO-14)
WAYS: Final = 3


class ZoneMaze:
    """Rooms in their slots, and all tables. Masks of places, one per zone unless something else is said.

    Touching (GEO-10 to GEO-13): `across[kinds * zones + zone]` zones that touch over a segment with exactly these kinds of
    effective elements (HAS_WALL, HAS_GATE, HAS_SLIT); and put together from it `walk` (GEO-12), `squeeze` (bare or slits: the
    Naga), `touch` (whatever lies between: the Ghost), `wallwalk` (a wall or slit and no closed portcullis, WWK-2).
    Pits (GEO-14 to GEO-16): `pits_beside[way * zones + zone]` masks of pits, by ON_FOOT, BY_SLITS, ANYHOW; `cross_one` (a Rope
    or a Jump), `cross_one_by_slits` (the Naga with a Rope), `cross_two` (two Ropes), `cross_chain` (flyers, acrobats, moved
    objects), `cross_anyhow` (the Ghost).
    Starting zones: by station `faced` (the zone, or NOTHING before a face-down room), `link` (LNK-4; 0 before a face-down
    room), `ghost_link` (0 or 1, the end of LNK-6). By place: `area` (the combat area, CMB-1), `spear` (SPR-3, SPR-4),
    `gates_beside` (masks of tiles whose portcullis is adjacent, PRT-2), `access` (masks of face-down tiles, REV-2, REV-3).
    Sight: `in_view[zone]` zones seen whoever stands where, `in_view[zones + zone]` those seen only through a slit; `rays` in
    the same order, pairs (target, zones in between that must be empty) for those that are not in view anyway.
    """

    plan: ZonePlan
    place_of: list[int]
    tile_on: list[int]
    room_of: list[int]
    quarters: list[int]
    gates: list[int]
    walls_broken: list[int]
    spot_at: list[int]
    element_at: list[int]
    scanned_touching: list[list[int]]
    scanned_rays: list[list[int]]
    across: list[int]
    walk: list[int]
    squeeze: list[int]
    touch: list[int]
    wallwalk: list[int]
    pits_beside: list[int]
    cross_one: list[int]
    cross_one_by_slits: list[int]
    cross_two: list[int]
    cross_chain: list[int]
    cross_anyhow: list[int]
    faced: list[int]
    link: list[int]
    ghost_link: list[int]
    area: list[int]
    spear: list[int]
    gates_beside: list[int]
    access: list[int]
    in_view: list[int]
    rays: list[list[int]]

    @staticmethod
    def face_down(plan: ZonePlan) -> ZoneMaze:
        """All rooms face down, tile t in slot t (SET-3, STA-5). (Not __init__: so `_copy` can make a bare ZoneMaze.)"""
        maze = ZoneMaze()
        maze.plan = plan
        maze.place_of = list(range(plan.tiles))
        maze.tile_on = list(range(plan.tiles))
        maze.room_of = [UNKNOWN] * plan.tiles
        maze.quarters = [0] * plan.tiles
        maze.gates = [CLOSED] * plan.tiles
        maze.walls_broken = [0] * plan.tiles
        maze.spot_at = [NOTHING] * (plan.tiles * CELLS)
        maze.element_at = [0] * (plan.tiles * CELLS * 4)
        maze.scanned_touching = [[0] * 0 for _ in plan.lines]
        maze.scanned_rays = [[0] * 0 for _ in plan.lines]
        maze._work_out()
        return maze

    def _copy(self) -> ZoneMaze:
        """Another maze with the same rooms; what a change replaces is copied, the tables are made anew by `_changed`."""
        maze = ZoneMaze()
        maze.plan = self.plan
        maze.place_of = self.place_of
        maze.tile_on = self.tile_on
        maze.room_of = self.room_of
        maze.quarters = self.quarters
        maze.gates = self.gates
        maze.walls_broken = self.walls_broken
        maze.spot_at = self.spot_at[:]
        maze.element_at = self.element_at[:]
        maze.scanned_touching = self.scanned_touching[:]
        maze.scanned_rays = self.scanned_rays[:]
        return maze

    def revealed(self, tile: int, room: int, quarters: int) -> ZoneMaze:
        """The maze after a tile was turned face up in that orientation (REV-6)."""
        maze = self._copy()
        maze.room_of = self.room_of[:]
        maze.room_of[tile] = room
        maze.quarters = self.quarters[:]
        maze.quarters[tile] = quarters
        maze._changed([tile])
        return maze

    def turned(self, tile: int, quarters: int) -> ZoneMaze:
        """The maze after a face-up tile was turned clockwise by so many quarters (GEO-5, STA-7)."""
        maze = self._copy()
        maze.quarters = self.quarters[:]
        maze.quarters[tile] = (self.quarters[tile] + quarters) & 3
        maze._changed([tile])
        return maze

    def with_gate(self, tile: int, state: int) -> ZoneMaze:
        """The maze after the portcullis of a tile was opened, closed or broken (PRT-1)."""
        maze = self._copy()
        maze.gates = self.gates[:]
        maze.gates[tile] = state
        maze._changed([tile])
        return maze

    def with_walls_broken(self, tile: int) -> ZoneMaze:
        """The maze after all walls and slits of a tile were broken, and its portcullis with them (GLM-1 to GLM-3)."""
        maze = self._copy()
        maze.gates = self.gates[:]
        maze.gates[tile] = BROKEN
        maze.walls_broken = self.walls_broken[:]
        maze.walls_broken[tile] = 1
        maze._changed([tile])
        return maze

    def swapped(self, one: int, other: int) -> ZoneMaze:
        """The maze after two tiles, face up or face down, changed places; neither turns (INV-1, INV-2)."""
        maze = self._copy()
        maze.place_of = self.place_of[:]
        maze.place_of[one], maze.place_of[other] = self.place_of[other], self.place_of[one]
        maze.tile_on = self.tile_on[:]
        maze.tile_on[maze.place_of[one]] = one
        maze.tile_on[maze.place_of[other]] = other
        maze._changed([one, other])
        return maze

    def neighbours(self, tile: int) -> list[int]:
        """The tiles in the slots next to a tile, face down or not (INV-1)."""
        beyond = [self.plan.beyond[self.place_of[tile] * 4 + direction] for direction in range(4)]
        return [self.tile_on[slot] for slot in beyond if slot != NOTHING]

    def key(self) -> list[int]:
        """Everything that tells two mazes of one plan apart."""
        return self.place_of + self.room_of + self.quarters + self.gates + self.walls_broken

    def name(self, place: int) -> str:
        """The name of a place: `blue-1.T` (CONV-8), or `N0T` for a station."""
        letter = LETTERS[place % LETTER_COUNT]
        if place >= self.plan.zones:
            station = place - self.plan.zones
            return "NS"[station // STATIONS_PER_SIDE] + str(station // LETTER_COUNT % COLUMNS) + letter
        tile = place // LETTER_COUNT
        return f"{self.plan.rooms[self.room_of[tile]].name if self.room_of[tile] >= 0 else tile}.{letter}"

    def _changed(self, tiles: list[int]) -> None:
        """Lay the changed tiles out again, scan the lines through them, and work out all tables."""
        for tile in tiles:
            self._lay_out(tile)
        lines = {line for tile in tiles for line in self.plan.lines_of[self.place_of[tile]]}
        for line in lines:
            self._scan(line)
        self._work_out()

    def _lay_out(self, tile: int) -> None:
        """Put spots and effective elements of a tile into its slot (GEO-6, GEO-8)."""
        plan, slot = self.plan, self.place_of[tile]
        first, first_side = slot * CELLS, slot * CELLS * 4
        if self.room_of[tile] == UNKNOWN:
            self.spot_at[first : first + CELLS] = [NOTHING] * CELLS
            self.element_at[first_side : first_side + CELLS * 4] = [0] * (CELLS * 4)
            return
        drawn = (self.room_of[tile] * 4 + self.quarters[tile]) * CELLS
        zone = tile * LETTER_COUNT
        pit = plan.zones + tile * plan.most_pits - LETTER_COUNT
        for cell in range(CELLS):
            spot = plan.spots[drawn + cell]
            self.spot_at[first + cell] = spot + (zone if spot < LETTER_COUNT else pit)
        hidden = 0  # elements that are as good as bare
        if self.walls_broken[tile]:
            hidden = HAS_WALL | HAS_GATE | HAS_SLIT
        elif self.gates[tile] != CLOSED:
            hidden = HAS_GATE
        elements = plan.elements[drawn * 4 : (drawn + CELLS) * 4]
        self.element_at[first_side : first_side + CELLS * 4] = [element & ~hidden for element in elements]

    def _scan(self, line: int) -> None:
        cells = self.plan.lines[line]
        ahead = EAST if line < self.plan.rows_of_cells else SOUTH
        back = opposite(ahead)
        spots = [self.spot_at[cell] for cell in cells]
        segments = [
            self.element_at[cells[at] * 4 + ahead] | self.element_at[cells[at + 1] * 4 + back] for at in range(len(cells) - 1)
        ]
        self.scanned_touching[line] = scan_touching(spots, segments)
        self.scanned_rays[line] = scan_rays(spots, segments, self.plan.zones)

    def _work_out(self) -> None:
        """Make all tables from the scanned lines and the laid out rooms."""
        beside = [0] * (WAYS * self.plan.pits)  # zones next to each pit
        joined = [0] * (WAYS * self.plan.pits)  # pits that touch each pit
        self._work_out_touching(beside, joined)
        self._work_out_pits(beside, joined)
        self._work_out_links(beside)
        self._work_out_sight()
        self._work_out_contact()
        self._work_out_gates()
        self._work_out_access()

    def _work_out_touching(self, beside: list[int], joined: list[int]) -> None:
        """Zones that touch zones (GEO-10 to GEO-13), zones next to pits (GEO-14) and pits that touch (GEO-16)."""
        zones = self.plan.zones
        self.across = [0] * (KINDS * zones)
        self.pits_beside = [0] * (WAYS * zones)
        for found in self.scanned_touching:
            for at in range(0, len(found), 3):
                one, other, kinds = found[at], found[at + 1], found[at + 2]
                if one >= zones:  # a pit, if there is one, comes last
                    one, other = other, one
                if other < zones:
                    self.across[kinds * zones + one] |= 1 << other
                    self.across[kinds * zones + other] |= 1 << one
                    continue
                pit = other - zones
                for way in range(WAYS - 1 if kinds else ON_FOOT, WAYS):
                    self._join_pit(one, pit, way, beside, joined)
                if kinds == HAS_SLIT:
                    self._join_pit(one, pit, BY_SLITS, beside, joined)
        across = self.across
        self.walk = across[:zones]
        self.squeeze = [across[zone] | across[HAS_SLIT * zones + zone] for zone in range(zones)]
        self.wallwalk = [
            across[HAS_WALL * zones + zone] | across[HAS_SLIT * zones + zone] | across[(HAS_WALL | HAS_SLIT) * zones + zone]
            for zone in range(zones)
        ]
        self.touch = [self.squeeze[zone] | self.wallwalk[zone] for zone in range(zones)]
        for kinds in range(KINDS):
            if kinds & HAS_GATE:
                self.touch = [self.touch[zone] | across[kinds * zones + zone] for zone in range(zones)]

    def _join_pit(self, one: int, pit: int, way: int, beside: list[int], joined: list[int]) -> None:
        """Note that a zone or another pit touches a pit, for one way of getting there."""
        zones, pits = self.plan.zones, self.plan.pits
        if one < zones:
            beside[way * pits + pit] |= 1 << one
            self.pits_beside[way * zones + one] |= 1 << pit
        else:
            joined[way * pits + pit] |= 1 << (one - zones)
            joined[way * pits + one - zones] |= 1 << pit

    def _work_out_pits(self, beside: list[int], joined: list[int]) -> None:
        """Which zones lie across one pit, two pits, or any number of them (GEO-15, GEO-16)."""
        pits = self.plan.pits
        on_foot, by_slits = beside[:pits], beside[BY_SLITS * pits : ANYHOW * pits]
        joined_on_foot = joined[:pits]
        self.cross_one = self._crossings(on_foot, joined_on_foot, 1)
        self.cross_one_by_slits = self._crossings(by_slits, joined_on_foot, 1)
        self.cross_two = self._crossings(on_foot, joined_on_foot, 2)
        self.cross_chain = self._crossings(on_foot, joined_on_foot, pits)
        self.cross_anyhow = self._crossings(beside[ANYHOW * pits :], joined[ANYHOW * pits :], pits)

    def _crossings(self, beside: list[int], joined: list[int], most: int) -> list[int]:
        """For every zone the other zones beyond a chain of at most so many pits."""
        found = [0] * self.plan.zones
        for pit in range(self.plan.pits):
            if beside[pit]:
                chain = chain_of(pit, joined, most)
                landing = 0
                for other in members(chain):
                    landing |= beside[other]
                for zone in members(beside[pit]):
                    found[zone] |= landing & ~(1 << zone)
        return found

    def _work_out_links(self, beside: list[int]) -> None:
        """The links of the 16 stations (LNK-4), and which of them a Ghost passes (LNK-6)."""
        plan = self.plan
        self.faced = [NOTHING] * STATIONS
        self.link = [0] * STATIONS
        self.ghost_link = [0] * STATIONS
        for first in range(0, STATIONS, LETTER_COUNT):
            slot = plan.slot_faced(plan.zones + first)
            tile = self.tile_on[slot]
            if self.room_of[tile] != UNKNOWN:
                cells = self.border(slot, NORTH if first < STATIONS_PER_SIDE else SOUTH)
                for letter in range(LETTER_COUNT):
                    self.faced[first + letter] = tile * LETTER_COUNT + letter
                    self._work_out_link(first + letter, cells, beside)

    def _work_out_link(self, station: int, sides: list[int], beside: list[int]) -> None:
        plan, zone = self.plan, self.faced[station]
        link = 0
        for side in sides:
            spot, element = self.spot_at[side >> 2], self.element_at[side]
            if spot == zone:
                link |= LINK_OF[element]
                self.ghost_link[station] = 1
            elif spot >= plan.zones:
                pit = spot - plan.zones
                if element == 0 and beside[pit] >> zone & 1:
                    link |= LINK_PIT
                if beside[ANYHOW * plan.pits + pit] >> zone & 1:
                    self.ghost_link[station] = 1
        self.link[station] = link or LINK_FAR

    def border(self, slot: int, direction: int) -> list[int]:
        """The five sides `(slot * 25 + cell) * 4 + direction` of a slot's border in a compass direction."""
        return [(slot * CELLS + cell) * 4 + direction for cell in BORDER_CELLS[direction]]

    def _work_out_contact(self) -> None:
        """Combat areas (CMB-1), and the spear between stations and zones (SPR-4)."""
        zones = self.plan.zones
        self.area = [1 << place for place in range(self.plan.places)]
        for station in range(STATIONS):
            zone, link = self.faced[station], self.link[station]
            if link & LINK_OPEN:
                self.area[zone] |= 1 << (zones + station)
                self.area[zones + station] |= 1 << zone
            elif link & (LINK_SLIT | LINK_PIT):
                self.spear[zone] |= 1 << (zones + station)
                self.spear[zones + station] |= 1 << zone

    def _work_out_gates(self) -> None:
        """Which portcullises are adjacent to which places, whatever their state (PRT-2)."""
        self.gates_beside = [0] * self.plan.places
        for tile in range(self.plan.tiles):
            if self.room_of[tile] != UNKNOWN:
                slot = self.place_of[tile]
                for side in self.plan.gate_sides[self.room_of[tile] * 4 + self.quarters[tile]]:
                    self.gates_beside[self.spot_at[slot * CELLS + (side >> 2)]] |= 1 << tile
                    if inner_neighbour(side >> 2, side & 3) < 0:
                        self._reach_gate_from_beyond(tile, slot, side)

    def _reach_gate_from_beyond(self, tile: int, slot: int, side: int) -> None:
        """A portcullis on the border is adjacent beyond it too, unless the element of the other room is in the way (PRT-2)."""
        plan, direction = self.plan, side & 3
        beyond = plan.beyond[slot * 4 + direction]
        if beyond != NOTHING:
            back = opposite(direction)
            cell = beyond * CELLS + (side >> 2) + (STEP_ROW[back] * SIZE + STEP_COLUMN[back]) * (SIZE - 1)
            spot = self.spot_at[cell]
            if 0 <= spot < plan.zones and self.element_at[cell * 4 + back] == 0:
                self.gates_beside[spot] |= 1 << tile
        elif direction in (NORTH, SOUTH):  # in the east and west of the maze there is nothing (GEO-1)
            letter = self.spot_at[slot * CELLS + (side >> 2)] % LETTER_COUNT
            self.gates_beside[plan.station(direction // SOUTH, slot % COLUMNS, letter)] |= 1 << tile

    def _work_out_access(self) -> None:
        """Which face-down rooms are directly accessible: only the own room's bare border counts (REV-2 to REV-4)."""
        plan = self.plan
        self.access = [0] * plan.places
        for tile in range(plan.tiles):
            if self.room_of[tile] == UNKNOWN:
                for direction in range(4):
                    beyond = plan.beyond[self.place_of[tile] * 4 + direction]
                    if beyond != NOTHING:
                        self._reach_tile_from(tile, self.border(beyond, opposite(direction)))
        for place in range(plan.zones, plan.places):
            tile = self.tile_on[plan.slot_faced(place)]
            if self.room_of[tile] == UNKNOWN:
                self.access[place] = 1 << tile

    def _reach_tile_from(self, tile: int, sides: list[int]) -> None:
        for side in sides:
            spot = self.spot_at[side >> 2]
            if 0 <= spot < self.plan.zones and self.element_at[side] == 0:
                self.access[spot] |= 1 << tile

    def _work_out_sight(self) -> None:
        """Sort the scanned rays by viewer, those that nobody can block first (LOS-3, SPR-3)."""
        zones = self.plan.zones
        self.spear = [0] * self.plan.places
        self.in_view = [0] * (2 * zones)
        blockable: list[int] = []
        for found in self.scanned_rays:
            for at in range(0, len(found), RAY_SIZE):
                viewer, target, marks = found[at], found[at + 1], found[at + 3]
                if marks & SPEAR:
                    self.spear[viewer] |= 1 << target
                slit = viewer + zones if marks & THROUGH_SLIT else viewer
                if found[at + 2] == 0:
                    self.in_view[slit] |= 1 << target
                else:
                    blockable.append(slit)
                    blockable.append(target)
                    blockable.append(found[at + 2])
        self.rays = [[0] * 0 for _ in range(2 * zones)]
        for slits in range(2):  # rays through a slit last: most others make them needless
            for at in range(0, len(blockable), 3):
                if (blockable[at] >= zones) == (slits == 1):
                    self._keep_ray(blockable[at], blockable[at + 1], blockable[at + 2])

    def _keep_ray(self, slit: int, target: int, middle: int) -> None:
        viewer = slit % self.plan.zones
        always = self.in_view[viewer] | self.in_view[slit]
        if always >> target & 1 == 0 and not has_ray(self.rays[viewer], target, middle):
            keep_ray(self.rays[slit], target, middle)

    def sees(self, place: int, occupied: int) -> int:
        """The places seen from a place, itself included, when the zones in `occupied` hold characters (LOS-1 to LOS-9).

        Characters in the viewer's or in the target's zone do not block (LOS-4); bits of stations in `occupied` mean nothing.
        """
        zones = self.plan.zones
        if place < zones:
            seen = 1 << place | self._zones_seen(place, occupied) | self._zones_seen(place + zones, occupied)
            return self._with_stations(seen, place, occupied)
        station = place - zones
        same_side = self.plan.starting_zone(station // STATIONS_PER_SIDE)
        zone, link = self.faced[station], self.link[station]
        if link & LINK_VIEW == 0:
            return same_side
        seen = 1 << zone
        if link & LINK_OPEN or occupied >> zone & 1 == 0:
            seen |= self._zones_seen(zone, occupied)  # without the slits of that zone (LOS-8)
        return self._with_stations(seen, NOTHING, occupied) | same_side

    def _zones_seen(self, slit: int, occupied: int) -> int:
        """Zones on rays with open first segments (index below `zones`), or on those through slits."""
        seen = self.in_view[slit]
        rays = self.rays[slit]
        for at in range(0, len(rays), 2):
            if rays[at + 1] & occupied == 0:
                seen |= 1 << rays[at]
        return seen

    def _with_stations(self, seen: int, own: int, occupied: int) -> int:
        """Add the stations whose zones are seen, or are the viewer's own, through the links that allow it (LOS-7)."""
        found = seen
        for station in range(STATIONS):
            zone, link = self.faced[station], self.link[station]
            if link & LINK_VIEW and seen >> zone & 1:
                empty = occupied >> zone & 1 == 0
                if zone == own or link & LINK_OPEN or (link & LINK_PIT and empty):
                    found |= 1 << (self.plan.zones + station)
        return found


def link_kinds(link: int) -> list[str]:
    """The names of the kinds in a link (LNK-4)."""
    return [LINK_NAMES[kind] for kind in members(link)]
