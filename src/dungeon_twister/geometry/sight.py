"""Lines of cells of the Card Game: which places touch along a line, and the rays of sight and spear that run in it.

Every relation of the Card Game is found on straight lines of cells (GEO-10, LOS-2), so a maze is scanned line by line and a
change scans again only the lines through the changed room. A *spot* is what a cell belongs to: a zone, a pit (its number plus
the number of zones) or NOTHING in a face-down room (GEO-8). The kinds of a segment are the bits of its effective elements
(GEO-9); no bit means that it is open (GEO-11).
"""

from __future__ import annotations

from typing import Final

NOTHING: Final = -1

HAS_WALL: Final = 1
HAS_GATE: Final = 2  # a closed portcullis: an open or broken one is bare (GEO-6)
HAS_SLIT: Final = 4
KINDS: Final = 8  # so many combinations of these bits

RAY_SIZE: Final = 4  # numbers per ray: viewer, target, zones in between as a mask, marks
THROUGH_SLIT: Final = 1  # the first segment has slits (LOS-5)
SPEAR: Final = 2  # nothing or one single pit lies in between (SPR-3)


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


def _follow_ray(
    spots: list[int], segments: list[int], zones: int, at: int, viewer: int, marks: int, found: list[int]
) -> None:
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


def members(mask: int) -> list[int]:
    """The numbers in a mask, in order."""
    found: list[int] = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found
