"""Mazes of the Card Game: rooms with four zones each in 2 x R slots, and every relation between zones and stations.

A *tile* is the card of a room, as in `maze`: it may be face down, turn, or swap its slot with another one. A *zone* is
`tile * 4 + letter`, so cards keep their zone when their room turns or moves (STA-7). A *station* (side, column, letter) of a
starting zone is `plan.zones + side * 8 + column * 4 + letter`: it stays where it is (LNK-3). Zones and stations together are
the *places*. Pits are counted apart: `tile * plan.most_pits + number`.

Relations are masks: bit p of a place's `walk` is set when zone p is adjacent. All places of the largest maze fit into 56 bits.
A ZoneMaze is immutable. A change makes a new one, which copies the tables that do not touch the changed room; everything else
is computed place by place on demand (`zone_tables`). The latest mazes of a plan are cached (`MazeCache`).
"""

from __future__ import annotations

from typing import Final

from dungeon_twister.rules.geometry.hashing import digest_of
from dungeon_twister.rules.geometry.maze import BROKEN, CLOSED
from dungeon_twister.rules.geometry.sight import SightLines, look
from dungeon_twister.rules.geometry.zone_plan import (
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
    STATIONS,
    STATIONS_PER_SIDE,
    UNKNOWN,
    WALLS_BROKEN,
    ZonePlan,
    members,
)
from dungeon_twister.rules.geometry.zone_tables import LETTER_MASK, NO_LINKS, NO_MASKS, NOT_ASKED, ZoneTables, with_number

# through these links a station and its zone see each other (LOS-7, LOS-8) and a spear reaches (SPR-4)
LINK_VIEW: Final = LINK_OPEN | LINK_SLIT | LINK_PIT
# Size of the cache of mazes. It is small, as the garbage collector visits every object that stays alive.
REMEMBERED: Final = 32
NO_VIEWS: Final[list[SightLines | None]] = []
NO_SPOTS: Final[list[list[int]]] = []
DRIFT: Final = 3  # steps of an object that moves by itself (TKN-2)
# the number of a tile consists of its slot, room, quarters, portcullis and walls; the number of a maze of those of its tiles
SLOT_BITS: Final = 8
ROOM_BITS: Final = 8
QUARTER_BITS: Final = 2
GATE_BITS: Final = 2
WALL_BITS: Final = 1
SLOT_SHIFT: Final = ROOM_BITS + QUARTER_BITS + GATE_BITS + WALL_BITS
TILE_BITS: Final = SLOT_BITS + SLOT_SHIFT


class MazeCache:
    """Cache of the latest mazes of one plan."""

    def __init__(self) -> None:
        self.members: dict[int, ZoneMaze] = {}  # by their `code`
        self.made = 0

    def add(self, maze: ZoneMaze) -> ZoneMaze:
        """Add a maze to the cache and number it."""
        if len(self.members) >= REMEMBERED:
            self.members.clear()
        self.members[maze.code] = maze
        maze.number = self.made
        self.made += 1
        return maze


class ZoneMaze(ZoneTables):
    """Rooms in their slots, with all tables and the questions about them."""

    cache: MazeCache
    code: int  # the key as one number
    number: int  # in its cache, in the order of creation
    word: int  # for hashes; -1 until computed
    # by place, computed on demand; empty before that
    views: list[SightLines | None]
    clear_views: list[int]
    drifts: list[list[int]]

    @staticmethod
    def face_down(plan: ZonePlan) -> ZoneMaze:
        """Return a maze with all rooms face down, tile t in slot t (SET-3, STA-5). (Not __init__, because `_copy` needs an
        empty object.)"""
        if not isinstance(plan.cache, MazeCache):
            plan.cache = MazeCache()
        maze = ZoneMaze()
        maze.plan = plan
        maze.cache = plan.cache
        maze.word = -1
        maze.place_of = list(range(plan.tiles))
        maze.tile_on = list(range(plan.tiles))
        maze.room_of = [UNKNOWN] * plan.tiles
        maze.quarters = [0] * plan.tiles
        maze.gates = [CLOSED] * plan.tiles
        maze.walls_broken = [0] * plan.tiles
        maze.shape_of = [UNKNOWN] * plan.tiles
        maze.code = code_of(maze.key(), plan.tiles)
        known = maze.cache.members.get(maze.code)
        if known is not None:
            return known
        maze.facing = [None] * (4 * plan.tiles)
        maze.links = [NO_LINKS] * (STATIONS // LETTER_COUNT)
        maze.ghost_links = maze.links
        maze.place_relations = [None] * plan.places
        maze._forget_answers()
        return maze.cache.add(maze)

    @staticmethod
    def from_key(plan: ZonePlan, numbers: list[int]) -> ZoneMaze:
        """Return the maze of a key. Raise a ValueError if there is none."""
        start, tiles = ZoneMaze.face_down(plan), plan.tiles
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
        known = start.cache.members.get(code_of(numbers, tiles))
        if known is not None:
            return known
        maze = start
        for tile, slot in enumerate(slots):
            if maze.place_of[tile] != slot:
                maze = maze.swapped(tile, maze.tile_on[slot])
        for tile in range(tiles):
            maze = maze._changed(tile, rooms[tile], quarters[tile], gates[tile], broken[tile])
        return maze

    def _copy(self) -> ZoneMaze:
        """Return a copy of this maze. Lists that only some changes affect are shared, and copied by these changes."""
        maze = ZoneMaze()
        maze.plan = self.plan
        maze.cache = self.cache
        maze.word = -1
        maze.place_of = self.place_of
        maze.tile_on = self.tile_on
        maze.room_of = self.room_of
        maze.quarters = self.quarters
        maze.gates = self.gates
        maze.walls_broken = self.walls_broken
        maze.shape_of = self.shape_of
        maze.facing = self.facing[:]
        maze.links = self.links
        maze.ghost_links = self.ghost_links
        maze.place_relations = self.place_relations[:]
        maze._forget_answers()
        return maze

    def _forget_answers(self) -> None:
        self.leaps = NO_MASKS
        self.chains = NO_MASKS
        self.views = NO_VIEWS
        self.clear_views = NO_MASKS
        self.drifts = NO_SPOTS

    # -- changes --------------------------------------------------------------------------------------------------------

    def revealed(self, tile: int, room: int, quarters: int) -> ZoneMaze:
        """Return the maze with a tile turned face up in that orientation (REV-6)."""
        return self._changed(tile, room, quarters, self.gates[tile], self.walls_broken[tile])

    def turned(self, tile: int, quarters: int) -> ZoneMaze:
        """Return the maze with a face-up tile turned clockwise by this many quarters (GEO-5, STA-7)."""
        orientation = (self.quarters[tile] + quarters) & 3
        return self._changed(tile, self.room_of[tile], orientation, self.gates[tile], self.walls_broken[tile])

    def with_gate(self, tile: int, state: int) -> ZoneMaze:
        """Return the maze with the portcullis of a tile opened, closed or broken (PRT-1)."""
        return self._changed(tile, self.room_of[tile], self.quarters[tile], state, self.walls_broken[tile])

    def with_walls_broken(self, tile: int) -> ZoneMaze:
        """Return the maze with all walls and slits of a tile broken, and its portcullis with them (GLM-1 to GLM-3)."""
        return self._changed(tile, self.room_of[tile], self.quarters[tile], BROKEN, 1)

    def _changed(self, tile: int, room: int, quarters: int, gate: int, walls_broken: int) -> ZoneMaze:
        """Return the maze with these values for one tile. Relations inside a room do not depend on its orientation."""
        slot = self.place_of[tile]
        packed = _number_of_tile(slot, room, quarters, gate, walls_broken)
        was = _number_of_tile(slot, self.room_of[tile], self.quarters[tile], self.gates[tile], self.walls_broken[tile])
        code = self.code + (packed - was << tile * TILE_BITS)
        known = self.cache.members.get(code)
        if known is not None:
            return known
        maze = self._copy()
        maze.code = code
        shape = UNKNOWN
        if room != UNKNOWN:
            shape = room * CONDITIONS + (WALLS_BROKEN if walls_broken else GATE_CLOSED if gate == CLOSED else GATE_GONE)
        maze.shape_of = with_number(self.shape_of, tile, shape)
        maze.room_of = with_number(self.room_of, tile, room)
        maze.quarters = with_number(self.quarters, tile, quarters)
        maze.gates = with_number(self.gates, tile, gate)
        maze.walls_broken = with_number(self.walls_broken, tile, walls_broken)
        maze.work_out_sides(slot)
        return self.cache.add(maze)

    def swapped(self, one: int, other: int) -> ZoneMaze:
        """Return the maze with two tiles, face up or face down, swapped; neither turns (INV-1, INV-2)."""
        slot, beyond = self.place_of[one], self.place_of[other]
        farther = beyond - slot << SLOT_SHIFT
        code = self.code + (farther << one * TILE_BITS) - (farther << other * TILE_BITS)
        known = self.cache.members.get(code)
        if known is not None:
            return known
        maze = self._copy()
        maze.code = code
        maze.place_of = with_number(with_number(self.place_of, one, beyond), other, slot)
        maze.tile_on = with_number(with_number(self.tile_on, beyond, one), slot, other)
        maze.work_out_sides(slot)
        maze.work_out_sides(beyond)
        return self.cache.add(maze)

    # -- questions ------------------------------------------------------------------------------------------------------

    def neighbours(self, tile: int) -> list[int]:
        """Return the tiles in the slots next to a tile, face down or not (INV-1)."""
        beyond = [self.plan.beyond[self.place_of[tile] * 4 + direction] for direction in range(4)]
        return [self.tile_on[slot] for slot in beyond if slot != NOTHING]

    def key(self) -> list[int]:
        """Return the key, which is different for each maze of a plan."""
        return [*self.place_of, *self.room_of, *self.quarters, *self.gates, *self.walls_broken]

    def hash_word(self) -> int:
        """Return a 62-bit hash of a maze of this plan."""
        if self.word < 0:
            self.word = digest_of(self.key())
        return self.word

    def __eq__(self, other: object) -> bool:
        """Compare mazes; equal ones are usually the same object."""
        return self is other or (isinstance(other, ZoneMaze) and self.plan is other.plan and self.code == other.code)

    def __hash__(self) -> int:
        return self.hash_word()

    def name(self, place: int) -> str:
        """Return the name of a place: `blue-1.T` (CONV-8), or `N0T` for a station."""
        letter = LETTERS[place % LETTER_COUNT]
        if place >= self.plan.zones:
            station = place - self.plan.zones
            return "NS"[station // STATIONS_PER_SIDE] + str(station // LETTER_COUNT % COLUMNS) + letter
        tile = place // LETTER_COUNT
        return f"{self.plan.rooms[self.room_of[tile]].name if self.room_of[tile] >= 0 else tile}.{letter}"

    def drift(self, place: int) -> list[int]:
        """TKN-2: Return the zones, and the first stations of starting zones, that an object reaches in zero to three steps. The
        list is cached and must not be changed."""
        if not self.drifts:
            self.drifts = [NO_MASKS] * self.plan.places
        found = self.drifts[place]
        if not found:
            reached, before = 1 << place, 0
            for _ in range(DRIFT):
                latest, before = reached & ~before, reached
                for there in members(latest):
                    reached |= self._adjacent(there)
            spots = reached & self.plan.all_zones
            for side, stations in enumerate(self.plan.starting_zones):
                if reached & stations:
                    spots |= 1 << (self.plan.zones + side * STATIONS_PER_SIDE)
            found = self.drifts[place] = members(spots)
        return found

    def _adjacent(self, place: int) -> int:
        """TKN-2: Return adjacent zones, those across chains of pits, and those over open links and links over pits; from a
        station, also its starting zone."""
        zones, found = self.plan.zones, self.relations_of(place).steps | self.leap(place)
        if place >= zones:
            return found | self.plan.starting_zones[(place - zones) // STATIONS_PER_SIDE]
        return found | self.chain(place)

    def view(self, zone: int) -> SightLines:
        """Return the zones seen from a zone, computed on demand."""
        if not self.views:
            self.views = [None] * self.plan.zones
        found = self.views[zone]
        if found is None:
            slot = self.place_of[zone // LETTER_COUNT]
            found = look(self.plan, self.tile_on, self.shape_of, self.quarters, slot, zone % LETTER_COUNT)
            self.views[zone] = found
        return found

    def spear(self, place: int) -> int:
        """Return the places that a spear reaches from a place (SPR-3, SPR-4)."""
        zones = self.plan.zones
        if place >= zones:
            return 1 << self.zone_before(place - zones) if self.link_at(place - zones) & LINK_VIEW else 0
        return self.view(place).spear | self.stations_linked(place, LINK_VIEW)

    def sees(self, place: int, occupied: int) -> int:
        """Return the places seen from a place, including itself, when the zones in `occupied` hold characters (LOS-1 to LOS-9).

        Characters in the viewer's or in the target's zone do not block (LOS-4); bits of stations in `occupied` are ignored.
        """
        zones = self.plan.zones
        if place < zones:
            view = self.view(place)
            return self._with_stations(
                1 << place | view.visible(occupied) | view.visible_through_slits(occupied), place, occupied
            )
        station = place - zones
        same_side = self.plan.starting_zones[station // STATIONS_PER_SIDE]
        zone, link = self.zone_before(station), self.link_at(station)
        if link & LINK_VIEW == 0:
            return same_side
        seen = 1 << zone
        if link & LINK_OPEN or occupied >> zone & 1 == 0:
            seen |= self.view(zone).visible(occupied)  # without the slits of that zone (LOS-8)
        return self._with_stations(seen, NOTHING, occupied) | same_side

    def clear_view(self, place: int) -> int:
        """Return the places seen from a place without characters in between. No other place is ever seen."""
        if not self.clear_views:
            self.clear_views = [NOT_ASKED] * self.plan.places
        if self.clear_views[place] == NOT_ASKED:
            self.clear_views[place] = self.sees(place, 0)
        return self.clear_views[place]

    def _with_stations(self, seen: int, own: int, occupied: int) -> int:
        """Add the stations whose zones are seen, or are the viewer's own, through the links that allow it (LOS-7)."""
        found = seen
        for first in range(0, STATIONS, LETTER_COUNT):
            tile = self.tile_before(first)
            if seen >> tile * LETTER_COUNT & LETTER_MASK == 0:
                continue
            for station in range(first, first + LETTER_COUNT):
                zone, link = tile * LETTER_COUNT + station - first, self.link_at(station)
                if link & LINK_VIEW and seen >> zone & 1:
                    empty = occupied >> zone & 1 == 0
                    if zone == own or link & LINK_OPEN or (link & LINK_PIT and empty):
                        found |= 1 << (self.plan.zones + station)
        return found


def code_of(key: list[int], tiles: int) -> int:
    """Return the number of a key."""
    code = 0
    for tile in range(tiles):
        slot, room, quarters, gate, walls_broken = key[tile::tiles]
        code |= _number_of_tile(slot, room, quarters, gate, walls_broken) << tile * TILE_BITS
    return code


def _number_of_tile(slot: int, room: int, quarters: int, gate: int, walls_broken: int) -> int:
    packed = (slot << ROOM_BITS | room + 1) << QUARTER_BITS | quarters
    return (packed << GATE_BITS | gate) << WALL_BITS | walls_broken


def link_kinds(link: int) -> list[str]:
    """Return the names of the kinds in a link (LNK-4)."""
    return [LINK_NAMES[kind] for kind in members(link)]
