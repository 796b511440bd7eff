"""Shapes of the drawing as path data: gears, arrows, contours, signs.

The page has web/src/maze/draw/primitives.ts for this.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from math import cos, hypot, pi, radians, sin
from typing import Any, Final

Point = tuple[float, float]
Cell = tuple[int, int]

SQUARE: Final = 60  # units of the drawing
SIZE: Final = 5
ROOM: Final = SIZE * SQUARE
LETTERS: Final = "TSCG"


def num(value: float) -> str:
    """Return a number as a text of the least length."""
    return f"{round(value, 1):.1f}".removesuffix(".0").replace("-0", "0", 1 if abs(value) < 0.05 else 0)


def pair(x: float, y: float) -> str:
    return f"{num(x)},{num(y)}"


def gear(outer: float, inner: float, teeth: int, hole: float = 0) -> str:
    """Return a cog round the origin, with a hole if it has a radius."""
    step = 2 * pi / teeth
    points = []
    for tooth in range(teeth):
        for share, radius in ((-0.3, inner), (-0.186, outer), (0.186, outer), (0.3, inner)):
            angle = tooth * step + share * step * 1.25
            points.append(pair(radius * cos(angle), radius * sin(angle)))
    ring = f"M{num(hole)},0A{pair(hole, hole)} 0 1 0 {num(-hole)},0A{pair(hole, hole)} 0 1 0 {num(hole)},0Z" if hole else ""
    return f"M{'L'.join(points)}Z{ring}"


def arc_arrow(radius: float, begin: float, end: float, clockwise: bool, head: float) -> tuple[str, str]:
    """Return an arc and the head of its arrow. Degrees are clockwise as on a screen."""
    first, last = (begin, end) if clockwise else (180 - begin, 180 - end)

    def on(angle: float, far: float = radius) -> Point:
        return far * cos(radians(angle)), far * sin(radians(angle))

    start, stop = on(first), on(last)
    along = radians(last + (90 if clockwise else -90))
    tip = stop[0] + head * 1.25 * cos(along), stop[1] + head * 1.25 * sin(along)
    large = int(abs(last - first) > 180)
    arc = f"M{pair(*start)}A{pair(radius, radius)} 0 {large} {int(clockwise)} {pair(*stop)}"
    return arc, f"M{pair(*tip)}L{pair(*on(last, radius + head))}L{pair(*on(last, radius - head))}Z"


@cache
def drawing_data(name: str) -> Any:
    """Return a JSON file of `content/drawing`."""
    return json.loads(files("dungeon_twister.content").joinpath("drawing", name).read_text("utf-8"))


# Outlines of the sides and of objects, the crack of wounds: the page reads the same file. The gear is that of a lid.
SHAPES: Final[dict[str, str]] = {**drawing_data("shapes.json"), "lid-gear": gear(104, 88, 18, 66)}
COG: Final = gear(13, 10, 10, 4.5)
CRACK: Final = SHAPES["crack"]


def zone_sign(letter: str, size: float) -> str:
    """Return a triangle, square, circle or gear round the origin."""
    h = size / 2
    if letter == "T":
        return f"M0,{num(-h * 1.02)}L{pair(h * 1.1, h * 0.86)}L{pair(-h * 1.1, h * 0.86)}Z"
    if letter == "S":
        return f"M{pair(-h * 0.88, -h * 0.88)}h{num(h * 1.76)}v{num(h * 1.76)}h{num(-h * 1.76)}Z"
    if letter == "C":
        return f"M{num(h)},0A{pair(h, h)} 0 1 1 {num(-h)},0A{pair(h, h)} 0 1 1 {num(h)},0Z"
    return gear(h * 1.12, h * 0.84, 9, h * 0.36)


# -- the contour of a group of cells ---------------------------------------------------------------------------------------


def contour(cells: Iterable[Cell], inset: float, x: float = 0, y: float = 0, radius: float = 7) -> str:
    """Return the contour of a group of cells of a room at (x, y): inset, with rounded corners, a closed path for each ring."""
    found = _rings(set(cells))
    return "".join(_rounded([(px + x, py + y) for px, py in _pulled_in(ring, inset)], radius) for ring in found)


def _rings(cells: set[Cell]) -> list[list[Point]]:
    """Return the directed edges round the cells (cells on the right-hand side), linked to rings."""
    following: dict[Cell, list[Cell]] = {}
    for x, y in sorted(cells):
        corners = ((x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1))
        for side, beyond in enumerate(((x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y))):
            if beyond not in cells:
                following.setdefault(corners[side], []).append(corners[(side + 1) % 4])
    rings = []
    while following:
        start = at = next(iter(following))
        before: Cell | None = None
        ring: list[Point] = []
        while True:
            ways = following[at]
            if before is not None and len(ways) > 1:
                came = before
                ways.sort(key=lambda to, came=came, at=at: -_turning(came, at, to))  # type: ignore[misc]
            to = ways.pop(0)
            if not ways:
                del following[at]
            ring.append((at[0] * SQUARE, at[1] * SQUARE))
            before, at = at, to
            if at == start:
                break
        rings.append(ring)
    return rings


def _turning(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0])


def _sign(value: float) -> int:
    return (value > 0) - (value < 0)


def _pulled_in(ring: list[Point], inset: float) -> list[Point]:
    result = []
    for number, b in enumerate(ring):
        a, c = ring[number - 1], ring[(number + 1) % len(ring)]
        if _turning(a, b, c) == 0:
            continue
        d1 = _sign(b[0] - a[0]), _sign(b[1] - a[1])
        d2 = _sign(c[0] - b[0]), _sign(c[1] - b[1])
        result.append((b[0] + inset * (-d1[1] - d2[1]), b[1] + inset * (d1[0] + d2[0])))
    return result


def _rounded(points: list[Point], radius: float) -> str:
    path = ""
    for number, b in enumerate(points):
        a, c = points[number - 1], points[(number + 1) % len(points)]
        la, lc = hypot(a[0] - b[0], a[1] - b[1]), hypot(c[0] - b[0], c[1] - b[1])
        r = min(radius, la / 2, lc / 2)
        begin = b[0] + (a[0] - b[0]) * r / la, b[1] + (a[1] - b[1]) * r / la
        end = b[0] + (c[0] - b[0]) * r / lc, b[1] + (c[1] - b[1]) * r / lc
        path += f"{'L' if number else 'M'}{pair(*begin)}Q{pair(*b)} {pair(*end)}"
    return path + "Z"
