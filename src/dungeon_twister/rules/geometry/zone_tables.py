"""Relations between the places of a maze of the Card Game, computed on demand.

A relation between two places depends on one border, or on the inside of one room, and nothing else (GEO-9). The plan has the
relations inside every room and between any two sides of rooms. A maze has the relations at each side of a slot (`facing`), and
combines at most five parts for one place. The relations used most are in the `PlaceRelations` of a place, computed on demand,
as most mazes change before many of their places are looked at.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from dungeon_twister.rules.geometry.rooms import NORTH, SOUTH, opposite
from dungeon_twister.rules.geometry.zone_plan import (
    COLUMNS,
    LETTER_COUNT,
    LINK_OPEN,
    LINK_PIT,
    NOTHING,
    ON_FOOT,
    PAIRS,
    STATIONS_PER_SIDE,
    UNKNOWN,
    Relations,
    ZonePlan,
    members,
)

if TYPE_CHECKING:
    from dungeon_twister.rules.geometry.vectors import i64

LETTER_MASK: Final = (1 << LETTER_COUNT) - 1
NOT_ASKED: Final = -1
NO_MASKS: Final[list[int]] = []
NO_LINKS: Final[list[int]] = [0] * LETTER_COUNT  # before a face-down room


class PlaceRelations:
    """The most frequent relations of one place, as masks.

    `walk`: the zones that touch a zone over an open segment (GEO-12). `steps`: the targets of a step on foot from there or from
    a station, including those through open links (LNK-6), but not along a starting zone. `gates`: the tiles whose portcullis is
    adjacent (PRT-2). `access`: face-down tiles (REV-2, REV-3). `area`: the combat area (CMB-1). `pits`: those next to a zone,
    on foot (GEO-14). All of them depend only on the room and its neighbours.
    """

    def __init__(self, place: int) -> None:
        self.walk = 0
        self.steps = 0
        self.gates = 0
        self.access = 0
        self.area = 1 << place
        self.pits = 0


class ZoneTables:
    """Rooms in their slots, and the relations between their zones and pits, and the stations in front of them.

    By `slot * 4 + direction`: `facing`, the relations of the room in that slot with the one beyond that side; None unless both
    exist and are face up. By group of four stations in front of one room: `links` and `ghost_links` (LNK-4, the end of LNK-6).
    """

    plan: ZonePlan
    place_of: list[int]
    tile_on: list[int]
    room_of: list[int]
    quarters: list[int]
    gates: list[int]
    walls_broken: list[int]
    shape_of: list[int]
    facing: list[Relations | None]
    links: list[list[int]]
    ghost_links: list[list[int]]
    place_relations: list[PlaceRelations | None]  # by place; None until computed
    leaps: list[int]  # by zone, like `chains`; NOT_ASKED or empty until computed
    chains: list[int]

    def work_out_sides(self, slot: int) -> None:
        """Compute the relations of the room in a slot with its neighbours and the stations before it.

        The place relations of all these rooms become invalid.
        """
        plan, facing = self.plan, self.facing
        self._forget(self.tile_on[slot] * LETTER_COUNT)
        for side in range(slot * 4, slot * 4 + 4):
            beyond = plan.beyond[side]
            if beyond != NOTHING:
                across = self._across(side, beyond)
                facing[side] = across
                facing[beyond * 4 + opposite(side & 3)] = None if across is None else across.back
                self._forget(self.tile_on[beyond] * LETTER_COUNT)
        if slot < COLUMNS:
            self._work_out_links(slot, slot, NORTH)
        if slot >= plan.tiles - COLUMNS:
            self._work_out_links(slot, COLUMNS + slot % COLUMNS, SOUTH)

    def _forget(self, first: int) -> None:
        """Clear the relations of four places, beginning with the first."""
        for place in range(first, first + LETTER_COUNT):
            self.place_relations[place] = None

    def _work_out_links(self, slot: int, row: int, direction: int) -> None:
        """Compute the links of the four stations in a row, in front of a slot."""
        tile = self.tile_on[slot]
        links, ghost_links = NO_LINKS, NO_LINKS
        if self.shape_of[tile] != UNKNOWN:
            shape, drawn = self.plan.shapes[self.shape_of[tile]], (direction - self.quarters[tile]) & 3
            links, ghost_links = shape.links[drawn], shape.ghost_links[drawn]
        self.links = self.links[:]
        self.ghost_links = self.ghost_links[:]
        self.links[row] = links
        self.ghost_links[row] = ghost_links
        self._forget(self.plan.zones + row * LETTER_COUNT)

    def _across(self, side: int, beyond: int) -> Relations | None:
        """Return the relations across a side of a slot, given the slot beyond it."""
        one, other = self.tile_on[side >> 2], self.tile_on[beyond]
        shape, other_shape = self.shape_of[one], self.shape_of[other]
        if shape == UNKNOWN or other_shape == UNKNOWN:
            return None
        direction = (side - self.quarters[one]) & 3  # in the frame of the drawings
        other_direction = (opposite(side & 3) - self.quarters[other]) & 3
        return self.plan.facing(shape * 4 + direction, other_shape * 4 + other_direction)

    # -- one place -------------------------------------------------------------------------------------------------------

    def relations_of(self, place: int) -> PlaceRelations:
        """Return the most frequent relations of a place."""
        found = self.place_relations[place]
        if found is None:
            found = PlaceRelations(place)
            if place < self.plan.zones:
                self._find_out(place, found)
            else:
                self._find_out_before(place, found)
            self.place_relations[place] = found
        return found

    def _find_out(self, zone: int, relations: PlaceRelations) -> None:
        """Compute the relations of a zone, with one pass over the sides of its room."""
        plan, tile, letter = self.plan, zone // LETTER_COUNT, zone % LETTER_COUNT
        number, slot = self.shape_of[tile], self.place_of[tile]
        if number == UNKNOWN:
            return
        shape = plan.shapes[number]
        inside, most = shape.inside, plan.most_pits
        shift: i64 = letter * LETTER_COUNT
        walk: i64 = (inside.near >> shift & LETTER_MASK) << tile * LETTER_COUNT
        gates = (inside.gates >> letter & 1) << tile
        pits = inside.pits[letter] << tile * most if inside.pits else 0
        for side in range(slot * 4, slot * 4 + 4):
            beyond = plan.beyond[side]
            if beyond == NOTHING:
                continue
            other, across = self.tile_on[beyond], self.facing[side]
            if across is None:  # a zone leads to a face-down room where its own border is bare (REV-3, REV-4)
                relations.access |= (shape.bare_to[(side - self.quarters[tile]) & 3] >> letter & 1) << other
                continue
            near: i64 = across.near >> shift & LETTER_MASK
            walk |= near << other * LETTER_COUNT
            if across.gates:
                gates |= (across.gates >> letter & 1) << other
            if across.pits:
                pits |= across.pits[letter] << other * most
        relations.walk = relations.steps = walk
        relations.gates = gates
        relations.pits = pits
        if slot < COLUMNS or slot >= plan.tiles - COLUMNS:
            linked = self.stations_linked(zone, LINK_OPEN)
            relations.steps |= linked
            relations.area |= linked

    def _find_out_before(self, place: int, relations: PlaceRelations) -> None:
        """Compute the relations of a station, which has access to the room in front of it only."""
        station = place - self.plan.zones
        tile = self.tile_before(station)
        number = self.shape_of[tile]
        if number == UNKNOWN:
            relations.access = 1 << tile
            return
        zone, drawn = self.zone_before(station), (station // STATIONS_PER_SIDE * SOUTH - self.quarters[tile]) & 3
        relations.gates = (self.plan.shapes[number].gates_to[drawn] >> station % LETTER_COUNT & 1) << tile
        if self.link_at(station) & LINK_OPEN:
            relations.steps = 1 << zone
            relations.area |= 1 << zone

    def near_by(self, way: int, zone: int) -> int:
        """Return the zones that touch a zone over a segment that can be crossed that way: ON_FOOT (GEO-12), BY_SLITS (the
        Naga), ANYHOW (the Ghost) (GEO-13), THROUGH_WALLS (WWK-2)."""
        tile = zone // LETTER_COUNT
        number, slot = self.shape_of[tile], self.place_of[tile]
        if number == UNKNOWN:
            return 0
        plan, facing = self.plan, self.facing
        shift: i64 = way * PAIRS + zone % LETTER_COUNT * LETTER_COUNT
        found: i64 = (plan.shapes[number].inside.near >> shift & LETTER_MASK) << tile * LETTER_COUNT
        for side in range(slot * 4, slot * 4 + 4):
            across = facing[side]
            if across is not None:
                near: i64 = across.near >> shift & LETTER_MASK
                found |= near << self.tile_on[plan.beyond[side]] * LETTER_COUNT
        return found

    # -- pits (GEO-14 to GEO-16), by the first three ways ----------------------------------------------------------------

    def pits_by(self, way: int, zone: int) -> int:
        """Return the pits next to a zone."""
        return self._at_pits(zone // LETTER_COUNT, way * LETTER_COUNT + zone % LETTER_COUNT, self.plan.most_pits)

    def zones_by(self, way: int, pit: int) -> int:
        """Return the zones that touch a pit."""
        plan = self.plan
        return self._at_pits(
            pit // plan.most_pits, plan.first_beside + way * plan.most_pits + pit % plan.most_pits, LETTER_COUNT
        )

    def pits_joined(self, way: int, pit: int) -> int:
        """Return the pits that touch a pit."""
        plan = self.plan
        row = plan.first_joined + way * plan.most_pits + pit % plan.most_pits
        return self._at_pits(pit // plan.most_pits, row, plan.most_pits)

    def _at_pits(self, tile: int, row: int, width: int) -> int:
        """Combine a row of `Relations.pits` of a tile with itself and all its neighbours; each of them has `width` bits."""
        number, slot = self.shape_of[tile], self.place_of[tile]
        if number == UNKNOWN:
            return 0
        inside = self.plan.shapes[number].inside
        found = inside.pits[row] << tile * width if inside.pits else 0
        for side in range(slot * 4, slot * 4 + 4):
            across = self.facing[side]
            if across is not None and across.pits:
                found |= across.pits[row] << self.tile_on[self.plan.beyond[side]] * width
        return found

    def _landing(self, way: int, pits: int) -> int:
        """Return the zones that touch one of these pits."""
        found = 0
        while pits:
            low = pits & -pits
            found |= self.zones_by(way, low.bit_length() - 1)
            pits ^= low
        return found

    def leap(self, place: int) -> int:
        """JMP-1, JMP-3, JMP-6: Return zones next to the same single pit, and the other end of a link over a pit."""
        zones = self.plan.zones
        if place >= zones:
            return 1 << self.zone_before(place - zones) if self.link_at(place - zones) & LINK_PIT else 0
        if not self.leaps:
            self.leaps = [NOT_ASKED] * zones
        if self.leaps[place] == NOT_ASKED:
            landing = self._landing(ON_FOOT, self.relations_of(place).pits) & ~(1 << place)
            self.leaps[place] = landing | self.stations_linked(place, LINK_PIT)
        return self.leaps[place]

    def chain(self, zone: int) -> int:
        """Return the other zones beyond any number of pits, on foot."""
        if not self.relations_of(zone).pits:
            return 0
        if not self.chains:
            self.chains = [NOT_ASKED] * self.plan.zones
        if self.chains[zone] == NOT_ASKED:
            self.chains[zone] = self.crossing(zone, ON_FOOT, self.plan.pits)
        return self.chains[zone]

    def crossing(self, zone: int, way: int, most: int) -> int:
        """Return the other zones beyond a chain of at most `most` pits, for one way of reaching pits (GEO-15, GEO-16).

        A Naga finds only open segments between pits, since slits never border on one (GEO-4).
        """
        chain = self.pits_by(way, zone)
        if chain == 0:
            return 0
        for _ in range(most - 1):
            grown = chain
            for pit in members(chain):
                grown |= self.pits_joined(way, pit)
            if grown == chain:
                break
            chain = grown
        return self._landing(way, chain) & ~(1 << zone)

    # -- stations --------------------------------------------------------------------------------------------------------

    def tile_before(self, station: int) -> int:
        """Return the tile in front of which a station lies."""
        slot = station // LETTER_COUNT % COLUMNS
        return self.tile_on[slot if station < STATIONS_PER_SIDE else self.plan.tiles - COLUMNS + slot]

    def zone_before(self, station: int) -> int:
        """Return the zone that a station faces, or NOTHING in front of a face-down room (LNK-2, LNK-3)."""
        tile = self.tile_before(station)
        return NOTHING if self.shape_of[tile] == UNKNOWN else tile * LETTER_COUNT + station % LETTER_COUNT

    def link_at(self, station: int) -> int:
        """Return the link between a station and the zone it faces (LNK-4); 0 in front of a face-down room."""
        return self.links[station // LETTER_COUNT][station % LETTER_COUNT]

    def ghost_passes(self, station: int) -> bool:
        """Return whether a Ghost may pass there (the end of LNK-6)."""
        return self.ghost_links[station // LETTER_COUNT][station % LETTER_COUNT] != 0

    def stations_linked(self, zone: int, kinds: int) -> int:
        """Return the stations that face a zone, in the north or the south, over a link of one of these kinds, as a mask
        (LNK-4)."""
        plan = self.plan
        slot = self.place_of[zone // LETTER_COUNT]
        station = slot % COLUMNS * LETTER_COUNT + zone % LETTER_COUNT
        found = 0
        if slot < COLUMNS and self.link_at(station) & kinds:
            found = 1 << (plan.zones + station)
        if slot >= plan.tiles - COLUMNS and self.link_at(station + STATIONS_PER_SIDE) & kinds:
            found |= 1 << (plan.zones + station + STATIONS_PER_SIDE)
        return found

    # -- all zones --------------------------------------------------------------------------------------------------------

    def part(self, way: int) -> list[int]:
        """Return for every zone the zones near it in that way."""
        return [self.near_by(way, zone) for zone in range(self.plan.zones)]


def with_number(row: list[int], at: int, number: int) -> list[int]:
    """Return a row with one entry set; the same row if it has this value already."""
    if row[at] == number:
        return row
    other = row[:]
    other[at] = number
    return other
