"""Mazes of the Card Game: rooms with four zones each in 2 x R slots, and every relation between zones and stations.

A *tile* is the card of a room, as in `maze`: it may be face down, turn, or swap its slot with another one. A *zone* is
`tile * 4 + letter`, so cards keep their zone whatever happens to their room (STA-7). A *station* (side, column, letter) of a
starting zone is `plan.zones + side * 8 + column * 4 + letter`: it stays where it is (LNK-3). Zones and stations together are
the *places*. Pits are counted apart: `tile * plan.most_pits + number`.

Relations are masks: bit p of `walk[zone]` is set when place p is adjacent. All places of the largest maze fit into 56 bits.
A ZoneMaze is never changed once it is made. A change copies the tables of the maze before it, takes out what held across the
borders of the changed room and puts in what holds there now; only views are worked out when they are first asked for. The mazes
of a plan are a family that remembers its latest members and what comes of each by each change, so what was worked out once is
not worked out again.
"""

from __future__ import annotations

from typing import Final

from dungeon_twister.geometry.maze import BROKEN, CLOSED
from dungeon_twister.geometry.mixing import digest_of
from dungeon_twister.geometry.rooms import NORTH, SOUTH, opposite
from dungeon_twister.geometry.sight import View, look
from dungeon_twister.geometry.zone_plan import (
    ANYHOW,
    BY_SLITS,
    COLUMNS,
    CONDITIONS,
    GATE_CLOSED,
    GATE_GONE,
    LETTER_COUNT,
    LETTERS,
    LINK_NAMES,
    LINK_OPEN,
    LINK_PIT,
    LINK_SLIT,
    NOTHING,
    ON_FOOT,
    PIT_WAYS,
    STATIONS,
    STATIONS_PER_SIDE,
    THROUGH_WALLS,
    UNKNOWN,
    WALLS_BROKEN,
    WAYS,
    Relations,
    ZonePlan,
    members,
)

# through these a station and its zone see each other (LOS-7, LOS-8) and a spear reaches (SPR-4)
LINK_VIEW: Final = LINK_OPEN | LINK_SLIT | LINK_PIT
# Mazes of a family; then it begins anew. Few, because all that lives on is looked through by Python's garbage collection.
REMEMBERED: Final = 128
MOST_CHANGES: Final = 8 * REMEMBERED
# tables that a maze shares with the one that it was made from until something in them changes
PIT_TABLES: Final = 1
GATE_TABLE: Final = 2
ACCESS_TABLE: Final = 4
EVERY_TABLE: Final = 7
# a change of a maze as a number, so that what comes of it is found again
TILE_BITS: Final = 8
ROOM_BITS: Final = 8
QUARTER_BITS: Final = 2
GATE_BITS: Final = 2
WALL_BITS: Final = 1
CHANGE_BITS: Final = TILE_BITS + ROOM_BITS + QUARTER_BITS + GATE_BITS + WALL_BITS


class Family:
    """The mazes of one plan that are at hand, and what each becomes by a change."""

    def __init__(self) -> None:
        self.members: dict[tuple[int, ...], ZoneMaze] = {}  # by key
        self.after: dict[int, ZoneMaze] = {}  # by the number of a maze and a change of it
        self.made = 0

    def add(self, maze: ZoneMaze) -> None:
        """Let everybody have this maze who needs one like it."""
        if len(self.members) >= REMEMBERED:
            self.members.clear()
            self.after.clear()
        self.members[maze.code] = maze
        maze.number = self.made
        self.made += 1

    def note(self, change: int, maze: ZoneMaze) -> None:
        """That change makes that maze."""
        if len(self.after) >= MOST_CHANGES:
            self.after.clear()
        self.after[change] = maze


class ZoneMaze:
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
    family: Family
    code: tuple[int, ...]  # the key
    number: int  # in its family, in the order in which they were made
    word: int  # for hashes; -1 until somebody asks
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
    views: dict[int, View]

    @staticmethod
    def face_down(plan: ZonePlan) -> ZoneMaze:
        """All rooms face down, tile t in slot t (SET-3, STA-5). (Not __init__: so `_copy` can make a bare ZoneMaze.)"""
        if not isinstance(plan.family, Family):
            plan.family = Family()
        maze = ZoneMaze()
        maze.plan = plan
        maze.family = plan.family
        maze.word = -1
        maze.place_of = list(range(plan.tiles))
        maze.tile_on = list(range(plan.tiles))
        maze.room_of = [UNKNOWN] * plan.tiles
        maze.quarters = [0] * plan.tiles
        maze.gates = [CLOSED] * plan.tiles
        maze.walls_broken = [0] * plan.tiles
        maze.shape_of = [UNKNOWN] * plan.tiles
        maze.code = maze._code()
        known = maze.family.members.get(maze.code)
        if known is not None:
            return known
        maze.own = EVERY_TABLE
        maze.near = [0] * (WAYS * plan.zones)
        maze.views = {}
        maze.pits_beside = [0] * (PIT_WAYS * plan.zones)
        maze.beside = [0] * (PIT_WAYS * plan.pits)
        maze.joined = [0] * (PIT_WAYS * plan.pits)
        maze.faced = [NOTHING] * STATIONS
        maze.link = [0] * STATIONS
        maze.ghost_link = [0] * STATIONS
        maze.area = [1 << place for place in range(plan.places)]
        maze.gates_beside = [0] * plan.places
        maze.access = [0] * plan.places
        for slot in range(plan.tiles):
            maze._work_out_stations(slot)
        maze.family.add(maze)
        return maze

    @staticmethod
    def from_key(plan: ZonePlan, numbers: list[int]) -> ZoneMaze:
        """The maze of such a key; a ValueError says why there is none."""
        start, tiles = ZoneMaze.face_down(plan), plan.tiles
        known = start.family.members.get(tuple(numbers))
        if known is not None:
            return known
        if len(numbers) != 5 * tiles:
            raise ValueError(f"a maze of this plan is not made of {len(numbers)} numbers")
        slots, rooms, quarters, gates, broken = (numbers[part * tiles : (part + 1) * tiles] for part in range(5))
        face_up = [room for room in rooms if room != UNKNOWN]
        if sorted(slots) != list(range(tiles)):
            raise ValueError("two rooms lie in one slot, or one in none")
        if not all(0 <= room < len(plan.rooms) for room in face_up) or len(set(face_up)) != len(face_up):
            raise ValueError("a room lies in the maze twice, or is none of its pool")
        if not all(0 <= turned < 4 for turned in quarters) or not all(CLOSED <= gate <= BROKEN for gate in gates):
            raise ValueError("a room is not turned by quarters, or a portcullis in no state of one")
        if not all(whole in (0, 1) for whole in broken):
            raise ValueError("the walls of a room are neither whole nor broken")
        maze = start
        for tile, slot in enumerate(slots):
            if maze.place_of[tile] != slot:
                maze = maze.swapped(tile, maze.tile_on[slot])
        for tile in range(tiles):
            maze = maze._changed(tile, rooms[tile], quarters[tile], gates[tile], broken[tile])
        return maze

    def _copy(self) -> ZoneMaze:
        """Another maze like this one. What only some changes touch is shared, and copied where they touch it."""
        maze = ZoneMaze()
        maze.plan = self.plan
        maze.family = self.family
        maze.word = -1
        maze.place_of = self.place_of
        maze.tile_on = self.tile_on
        maze.room_of = self.room_of
        maze.quarters = self.quarters[:]
        maze.gates = self.gates
        maze.walls_broken = self.walls_broken
        maze.shape_of = self.shape_of
        maze.near = self.near[:]
        maze.own = 0
        maze.pits_beside = self.pits_beside
        maze.beside = self.beside
        maze.joined = self.joined
        maze.faced = self.faced
        maze.link = self.link
        maze.ghost_link = self.ghost_link
        maze.area = self.area
        maze.gates_beside = self.gates_beside
        maze.access = self.access
        maze.views = {}
        return maze

    def part(self, way: int) -> list[int]:
        """For every zone the zones near it in that way."""
        zones = self.plan.zones
        return self.near[way * zones : (way + 1) * zones]

    @property
    def walk(self) -> list[int]:
        return self.part(ON_FOOT)

    @property
    def squeeze(self) -> list[int]:
        return self.part(BY_SLITS)

    @property
    def touch(self) -> list[int]:
        return self.part(ANYHOW)

    @property
    def wallwalk(self) -> list[int]:
        return self.part(THROUGH_WALLS)

    # -- changes --------------------------------------------------------------------------------------------------------

    def revealed(self, tile: int, room: int, quarters: int) -> ZoneMaze:
        """The maze after a tile was turned face up in that orientation (REV-6)."""
        return self._changed(tile, room, quarters, self.gates[tile], self.walls_broken[tile])

    def turned(self, tile: int, quarters: int) -> ZoneMaze:
        """The maze after a face-up tile was turned clockwise by so many quarters (GEO-5, STA-7)."""
        orientation = (self.quarters[tile] + quarters) & 3
        return self._changed(tile, self.room_of[tile], orientation, self.gates[tile], self.walls_broken[tile])

    def with_gate(self, tile: int, state: int) -> ZoneMaze:
        """The maze after the portcullis of a tile was opened, closed or broken (PRT-1)."""
        return self._changed(tile, self.room_of[tile], self.quarters[tile], state, self.walls_broken[tile])

    def with_walls_broken(self, tile: int) -> ZoneMaze:
        """The maze after all walls and slits of a tile were broken, and its portcullis with them (GLM-1 to GLM-3)."""
        return self._changed(tile, self.room_of[tile], self.quarters[tile], BROKEN, 1)

    def _changed(self, tile: int, room: int, quarters: int, gate: int, walls_broken: int) -> ZoneMaze:
        """The maze with one tile as told; what holds inside a room does not depend on its orientation."""
        told = (tile << ROOM_BITS | room + 1) << QUARTER_BITS | quarters
        change = self._change((told << GATE_BITS | gate) << WALL_BITS | walls_broken, False)
        known = self.family.after.get(change)
        if known is not None:
            return known
        numbers, tiles = self.key(), self.plan.tiles
        for part, number in enumerate((room, quarters, gate, walls_broken), 1):
            numbers[part * tiles + tile] = number
        code = tuple(numbers)
        known = self.family.members.get(code)
        if known is not None:
            self.family.note(change, known)
            return known
        maze, slot = self._copy(), self.place_of[tile]
        borders = self.plan.borders_of[slot]
        shape = UNKNOWN
        if room != UNKNOWN:
            shape = room * CONDITIONS + (WALLS_BROKEN if walls_broken else GATE_CLOSED if gate == CLOSED else GATE_GONE)
        maze._switch_borders(borders)
        if shape != self.shape_of[tile]:
            maze._switch_inside(tile)
            maze.shape_of = _with(self.shape_of, tile, shape)
            maze._switch_inside(tile)
        maze.room_of = _with(self.room_of, tile, room)
        maze.quarters[tile] = quarters
        maze.gates = _with(self.gates, tile, gate)
        maze.walls_broken = _with(self.walls_broken, tile, walls_broken)
        maze._switch_borders(borders)
        maze._work_out_stations(slot)
        return maze._remembered(change, code)

    def swapped(self, one: int, other: int) -> ZoneMaze:
        """The maze after two tiles, face up or face down, changed places; neither turns (INV-1, INV-2)."""
        change = self._change(one << TILE_BITS | other, True)
        known = self.family.after.get(change)
        if known is not None:
            return known
        maze, slot, beyond = self._copy(), self.place_of[one], self.place_of[other]
        borders = list(set(self.plan.borders_of[slot] + self.plan.borders_of[beyond]))
        maze._switch_borders(borders)
        maze.place_of = _with(_with(self.place_of, one, beyond), other, slot)
        maze.tile_on = _with(_with(self.tile_on, beyond, one), slot, other)
        maze._switch_borders(borders)
        maze._work_out_stations(slot)
        maze._work_out_stations(beyond)
        return maze._remembered(change, maze._code())

    def _change(self, told: int, swap: bool) -> int:
        """A change of this maze, of one tile or by a swap of two, as a number."""
        return (self.number * 2 + swap) << CHANGE_BITS | told

    def _remembered(self, change: int, code: tuple[int, ...]) -> ZoneMaze:
        """This maze, or the one like it that there was, from now on at hand for whoever makes that change again."""
        self.code = code
        if code not in self.family.members:
            self.family.add(self)
        maze = self.family.members[code]
        self.family.note(change, maze)
        return maze

    # -- what a change works out anew -----------------------------------------------------------------------------------
    #
    # Each bit of the tables says that something holds between two places, and whether it does is decided at one border, or
    # inside one room, and nowhere else (GEO-9). So going through all relations of a border and switching their bits (`^=`)
    # does two things: done before a change, when the bits are set, it takes out what held; done again after it, when they are
    # clear, it puts in what holds now.

    def _switch_borders(self, borders: list[int]) -> None:
        """Take out what holds across borders, or put it in."""
        for border in borders:
            one, other = self.tile_on[border >> 2], self.tile_on[self.plan.beyond[border]]
            shape, other_shape = self.shape_of[one], self.shape_of[other]
            direction = (border - self.quarters[one]) & 3  # in the drawings
            other_direction = (opposite(border & 3) - self.quarters[other]) & 3
            if shape != UNKNOWN and other_shape != UNKNOWN:
                side, other_side = shape * 4 + direction, other_shape * 4 + other_direction
                self._switch(one, other, self.plan.facing(side, other_side))
                self._switch(other, one, self.plan.facing(other_side, side))
            elif shape != UNKNOWN:
                self._switch_access(one, direction, other)
            elif other_shape != UNKNOWN:
                self._switch_access(other, other_direction, one)

    def _switch_access(self, tile: int, direction: int, hidden: int) -> None:
        """To a face-down room lead the zones whose own border is bare (REV-3, REV-4)."""
        if not self.own & ACCESS_TABLE:
            self.own |= ACCESS_TABLE
            self.access = self.access[:]
        for letter in members(self.plan.shapes[self.shape_of[tile]].bare_to[direction]):
            self.access[tile * LETTER_COUNT + letter] ^= 1 << hidden

    def _switch_inside(self, tile: int) -> None:
        """Take out what holds inside a room, or put it in."""
        if self.shape_of[tile] != UNKNOWN:
            self._switch(tile, tile, self.plan.shapes[self.shape_of[tile]].inside)

    def _switch(self, one: int, other: int, relations: Relations) -> None:
        """Take out what holds from one tile to another or to itself, or put it in."""
        first, shift = one * LETTER_COUNT, other * LETTER_COUNT
        near = self.near
        for row, mask in relations.near:
            near[first + row] = near[first + row] ^ mask << shift  # compiled, `^=` would work on objects
        if relations.gates:
            if not self.own & GATE_TABLE:
                self.own |= GATE_TABLE
                self.gates_beside = self.gates_beside[:]
            for letter in members(relations.gates):
                self.gates_beside[first + letter] ^= 1 << other
        if relations.has_pits:
            if not self.own & PIT_TABLES:
                self.own |= PIT_TABLES
                self.pits_beside = self.pits_beside[:]
                self.beside = self.beside[:]
                self.joined = self.joined[:]
            first_pit, pit_shift = one * self.plan.most_pits, other * self.plan.most_pits
            for row, mask in relations.pits_beside:
                self.pits_beside[first + row] = self.pits_beside[first + row] ^ mask << pit_shift
            for row, mask in relations.beside:
                self.beside[first_pit + row] = self.beside[first_pit + row] ^ mask << shift
            for row, mask in relations.joined:
                self.joined[first_pit + row] = self.joined[first_pit + row] ^ mask << pit_shift

    def _work_out_stations(self, slot: int) -> None:
        """The stations before a slot at an end of the maze, and the combat areas of its room (CMB-1)."""
        first = self.tile_on[slot] * LETTER_COUNT
        if slot < COLUMNS or slot >= self.plan.tiles - COLUMNS:
            self.faced = self.faced[:]
            self.link = self.link[:]
            self.ghost_link = self.ghost_link[:]
            self.gates_beside = self.gates_beside[:]
            self.access = self.access[:]
            self.own |= GATE_TABLE | ACCESS_TABLE
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
        for letter in range(LETTER_COUNT):
            self.area[place + letter] = 1 << (place + letter)
        first = place - plan.zones
        if self.shape_of[tile] == UNKNOWN:
            self.faced[first : first + LETTER_COUNT] = [NOTHING] * LETTER_COUNT
            self.link[first : first + LETTER_COUNT] = [0] * LETTER_COUNT
            self.ghost_link[first : first + LETTER_COUNT] = [0] * LETTER_COUNT
            self.gates_beside[place : place + LETTER_COUNT] = [0] * LETTER_COUNT
            self.access[place : place + LETTER_COUNT] = [1 << tile] * LETTER_COUNT
            return
        shape, drawn = plan.shapes[self.shape_of[tile]], (direction - self.quarters[tile]) & 3
        for letter in range(LETTER_COUNT):
            zone, link = tile * LETTER_COUNT + letter, shape.links[drawn * LETTER_COUNT + letter]
            self.faced[first + letter] = zone
            self.link[first + letter] = link
            self.ghost_link[first + letter] = shape.ghost_links[drawn * LETTER_COUNT + letter]
            self.gates_beside[place + letter] = (shape.gates_to[drawn] >> letter & 1) << tile
            self.access[place + letter] = 0
            if link & LINK_OPEN:
                self.area[zone] |= 1 << (place + letter)
                self.area[place + letter] |= 1 << zone

    # -- questions ------------------------------------------------------------------------------------------------------

    def neighbours(self, tile: int) -> list[int]:
        """The tiles in the slots next to a tile, face down or not (INV-1)."""
        beyond = [self.plan.beyond[self.place_of[tile] * 4 + direction] for direction in range(4)]
        return [self.tile_on[slot] for slot in beyond if slot != NOTHING]

    def key(self) -> list[int]:
        """Everything that tells two mazes of one plan apart."""
        return list(self.code)

    def _code(self) -> tuple[int, ...]:
        return (*self.place_of, *self.room_of, *self.quarters, *self.gates, *self.walls_broken)

    def hash_word(self) -> int:
        """62 bits that tell mazes of one plan apart."""
        if self.word < 0:
            self.word = digest_of(self.key())
        return self.word

    def __eq__(self, other: object) -> bool:
        """Mostly equal mazes are the same one."""
        return self is other or (isinstance(other, ZoneMaze) and self.plan is other.plan and self.code == other.code)

    def __hash__(self) -> int:
        return self.hash_word()

    def name(self, place: int) -> str:
        """The name of a place: `blue-1.T` (CONV-8), or `N0T` for a station."""
        letter = LETTERS[place % LETTER_COUNT]
        if place >= self.plan.zones:
            station = place - self.plan.zones
            return "NS"[station // STATIONS_PER_SIDE] + str(station // LETTER_COUNT % COLUMNS) + letter
        tile = place // LETTER_COUNT
        return f"{self.plan.rooms[self.room_of[tile]].name if self.room_of[tile] >= 0 else tile}.{letter}"

    def crossing(self, zone: int, way: int, most: int) -> int:
        """The other zones beyond a chain of at most so many pits, for one way of getting at pits (GEO-15, GEO-16).

        A Naga finds nothing but open segments between pits, since slits never border on one (GEO-4).
        """
        first = way * self.plan.pits
        chain = self.pits_beside[way * self.plan.zones + zone]
        for _ in range(most - 1):
            grown = chain
            for pit in members(chain):
                grown |= self.joined[first + pit]
            if grown == chain:
                break
            chain = grown
        landing = 0
        while chain:
            low = chain & -chain
            landing |= self.beside[first + low.bit_length() - 1]
            chain ^= low
        return landing & ~(1 << zone)

    def view(self, zone: int) -> View:
        """What is seen from a zone; looked for when it is first asked for."""
        found = self.views.get(zone)
        if found is None:
            slot = self.place_of[zone // LETTER_COUNT]
            found = look(self.plan, self.tile_on, self.shape_of, self.quarters, slot, zone % LETTER_COUNT)
            self.views[zone] = found
        return found

    def spear(self, place: int) -> int:
        """The places a spear reaches from a place (SPR-3, SPR-4)."""
        zones = self.plan.zones
        if place >= zones:
            return 1 << self.faced[place - zones] if self._is_spear_link(place - zones) else 0
        found = self.view(place).spear
        for station in range(STATIONS):
            if self.faced[station] == place and self._is_spear_link(station):
                found |= 1 << (zones + station)
        return found

    def _is_spear_link(self, station: int) -> bool:
        return self.link[station] & LINK_VIEW != 0

    def sees(self, place: int, occupied: int) -> int:
        """The places seen from a place, itself included, when the zones in `occupied` hold characters (LOS-1 to LOS-9).

        Characters in the viewer's or in the target's zone do not block (LOS-4); bits of stations in `occupied` mean nothing.
        """
        zones = self.plan.zones
        if place < zones:
            view = self.view(place)
            return self._with_stations(1 << place | view.seen(occupied) | view.seen_by_slits(occupied), place, occupied)
        station = place - zones
        same_side = self.plan.starting_zones[station // STATIONS_PER_SIDE]
        zone, link = self.faced[station], self.link[station]
        if link & LINK_VIEW == 0:
            return same_side
        seen = 1 << zone
        if link & LINK_OPEN or occupied >> zone & 1 == 0:
            seen |= self.view(zone).seen(occupied)  # without the slits of that zone (LOS-8)
        return self._with_stations(seen, NOTHING, occupied) | same_side

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


def _with(row: list[int], at: int, value: int) -> list[int]:
    """The row with one entry as told; the same row if it is so already."""
    if row[at] == value:
        return row
    other = row[:]
    other[at] = value
    return other


def link_kinds(link: int) -> list[str]:
    """The names of the kinds in a link (LNK-4)."""
    return [LINK_NAMES[kind] for kind in members(link)]
