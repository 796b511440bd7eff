"""Sight in the Card Game: the rays from one zone (LOS-2 to LOS-6), and the reach of a spear (SPR-3).

Computed on demand, as it matters only when a character in the zone shoots, casts or throws.
"""

from __future__ import annotations

from dungeon_twister.rules.geometry.rooms import SIZE, opposite
from dungeon_twister.rules.geometry.zone_plan import HAS_SLIT, LETTER_COUNT, NOTHING, UNKNOWN, ZonePlan


class SightLines:
    """The zones seen from a zone, separately for rays whose first segment is open and for those that begin with slits (LOS-5).

    `always` and `always_by_slits` are masks of the zones seen wherever characters stand; `rays` and `rays_by_slits` contain
    alternately the bit of a target and the zones in between that must be empty. `spear`: zones with nothing or one single pit
    in between (SPR-3).
    """

    def __init__(self) -> None:
        self.always = 0
        self.always_by_slits = 0
        self.rays: list[int] = []
        self.rays_by_slits: list[int] = []
        self.spear = 0

    def add(self, target: int, middle: int, slits: bool) -> None:
        """Add a ray: its target and the zones in between, as masks."""
        if slits:
            if middle:
                self.rays_by_slits += (target, middle)
            else:
                self.always_by_slits |= target
        elif middle:
            self.rays += (target, middle)
        else:
            self.always |= target

    def visible(self, occupied: int) -> int:
        """Return the zones seen without slits when those in `occupied` hold characters (LOS-3, LOS-4)."""
        return self.always | _past(self.rays, occupied)

    def visible_through_slits(self, occupied: int) -> int:
        """Return the zones seen through slits of the own zone."""
        return self.always_by_slits | _past(self.rays_by_slits, occupied)


def _past(rays: list[int], occupied: int) -> int:
    """Return the targets of the rays without characters in between."""
    found = 0
    for at in range(0, len(rays), 2):
        if rays[at + 1] & occupied == 0:
            found |= rays[at]
    return found


def look(plan: ZonePlan, tile_on: list[int], shape_of: list[int], quarters: list[int], slot: int, letter: int) -> SightLines:
    """Follow all rays from a zone of the room in a slot, and note each zone when a ray first reaches it (LOS-2, LOS-3)."""
    view = SightLines()
    own = tile_on[slot]
    if shape_of[own] == UNKNOWN:
        return view
    shape = plan.shapes[shape_of[own]]
    for start, at in shape.starts[letter]:
        # a ray enters every room from the same direction of the compass and at the same position
        behind, position = (start // SIZE + quarters[own]) & 3, start % SIZE
        lane, tile, there = shape.lanes[start], own, slot
        transparent = HAS_SLIT  # on the first segment only (LOS-5)
        slits = False
        middle = pits = 0
        while True:
            kinds = lane[at + 1]
            at += 2
            if at == len(lane):
                there = plan.beyond[there * 4 + opposite(behind)]
                if there == NOTHING or shape_of[tile_on[there]] == UNKNOWN:
                    break  # LOS-6
                tile = tile_on[there]
                lane = plan.shapes[shape_of[tile]].lanes[((behind - quarters[tile]) & 3) * SIZE + position]
                kinds |= lane[0]
                at = 1
            if kinds & ~transparent:
                break
            slits = slits or kinds != 0
            transparent = 0
            spot = lane[at]
            if spot >= LETTER_COUNT:
                pits += 1
                continue
            if tile == own and spot == letter:
                break  # beyond the own zone another ray begins
            target = 1 << (tile * LETTER_COUNT + spot)
            if middle & target == 0:
                view.add(target, middle, slits)
                if middle == 0 and pits <= 1:
                    view.spear |= target
                middle |= target
    return view
