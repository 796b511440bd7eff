"""Marks in the drawing of a maze: filled places, arrows, rings, names of columns and rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from math import atan2, degrees, hypot
from typing import Final

from dungeon_twister.presentation.svg.scene_layout import PAD, Box, sign_cell
from dungeon_twister.presentation.svg.strokes import ROOM, SQUARE, Point, contour, num, pair
from dungeon_twister.presentation.svg.view_layout import ViewLayout
from dungeon_twister.rules.geometry.text import TextError

OUT: Final = "out"
PLAN: Final = "plan"
DANGER: Final = "danger"
TONES: Final = {PLAN: "var(--violet)", DANGER: "var(--target)"}


@dataclass(frozen=True, slots=True)
class Arrow:
    """An arrow along places or from token to token: `Arrow("bW", "e5")`, `Arrow("a3", "b3", "b4")`.

    The end may be `out`. The colour is `plan`, `danger`, or any colour of CSS.
    """

    path: tuple[str, ...]
    colour: str

    def __init__(self, *path: str, colour: str = PLAN) -> None:
        object.__setattr__(self, "path", path)
        object.__setattr__(self, "colour", colour)


def _paint(colour: str) -> str:
    return TONES.get(colour) or escape(colour)


def point_of(reading: ViewLayout, name: str) -> Point:
    """Return the middle of a place, or the position of a token. Raise TextError for an unknown name."""
    piece = reading.piece(name)
    if piece is not None:
        return piece.x, piece.y
    zone = reading.zone(name)
    if zone is not None:
        (x, y), room = sign_cell(zone[1]), zone[0]
        return room.at.x + x * SQUARE + SQUARE / 2, room.at.y + y * SQUARE + SQUARE / 2
    bay = reading.layout.bays.get(name[:-1])
    if bay is not None:
        return bay.stations.get(name[-1], bay.box.middle)
    box = _box_of(reading, name)
    if box is None:
        raise TextError(f"there is no place and no token {name!r} in this maze")
    return box.middle


def _box_of(reading: ViewLayout, name: str) -> Box | None:
    """Return the box of a square, a room or a starting zone."""
    square = reading.layout.squares.get(name)
    if square is not None:
        return Box(square[0], square[1], SQUARE, SQUARE)
    room = reading.rooms.get(name)
    if room is not None:
        return Box(room.at.x, room.at.y, ROOM, ROOM)
    return reading.layout.deck(name) if name in ("N", "S") else None


def fills(reading: ViewLayout, filled: Mapping[str, str]) -> str:
    """Draw filled places, under walls and tokens."""
    out = []
    for name, colour in filled.items():
        look = f'fill="{_paint(colour)}" fill-opacity=".5"'
        zone, box = reading.zone(name), _box_of(reading, name)
        if zone is not None:
            out.append(f'<path d="{contour(zone[1], 3, zone[0].at.x, zone[0].at.y)}" {look}/>')
        elif box is not None:
            x, y, width, height = box
            at = f'x="{num(x + 2)}" y="{num(y + 2)}" width="{num(width - 4)}" height="{num(height - 4)}"'
            out.append(f'<rect {at} rx="7" {look}/>')
        else:
            x, y = point_of(reading, name)
            out.append(f'<circle cx="{num(x)}" cy="{num(y)}" r="32" {look}/>')
    return "".join(out)


def rings(reading: ViewLayout, ringed: Mapping[str, str]) -> str:
    """Draw rings round tokens and places."""
    out = []
    for name, colour in ringed.items():
        (x, y), room = point_of(reading, name), name in reading.rooms
        circle = f'<circle cx="{num(x)}" cy="{num(y)}" r="{140 if room else 31}" fill="none"'
        out.append(f'{circle} stroke="var(--ink)" stroke-width="7.5"/>{circle} stroke="{_paint(colour)}" stroke-width="4"/>')
    return "".join(out)


def arrows(reading: ViewLayout, wanted: Sequence[Arrow]) -> str:
    return "".join(_arrow(reading, arrow) for arrow in wanted)


def _arrow(reading: ViewLayout, arrow: Arrow) -> str:
    points: list[Point] = []
    for name in arrow.path:
        points.append(_outside(reading.layout.bounds, points[-1]) if name == OUT and points else point_of(reading, name))
    if len(points) < 2:
        return ""
    between = any(reading.piece(name) for name in arrow.path[-1:])
    points[0] = _shortened(points[0], points[1], 22)
    points[-1] = _shortened(points[-1], points[-2], 34 if between else 0)
    (ax, ay), (x, y) = points[-2:]
    d, colour = f"M{'L'.join(pair(*point) for point in points)}", _paint(arrow.colour)
    head = f"translate({num(x)},{num(y)}) rotate({num(degrees(atan2(y - ay, x - ax)))})"
    return (
        '<g fill="none" stroke-linejoin="round" stroke-linecap="round">'
        f'<path d="{d}" stroke="var(--ink)" stroke-width="11" stroke-opacity=".8"/><path d="{d}" stroke="{colour}" '
        f'stroke-width="6"/><path d="M15,0L-9,-13V13Z" transform="{head}" fill="{colour}" stroke="var(--ink)" '
        'stroke-width="3"/></g>'
    )


def _shortened(end: Point, towards: Point, by: float) -> Point:
    """Shorten a line at its end, so that it does not cover a token."""
    far = hypot(towards[0] - end[0], towards[1] - end[1])
    share = min(by, far / 3) / max(1, far)
    return end[0] + (towards[0] - end[0]) * share, end[1] + (towards[1] - end[1]) * share


def _outside(bounds: Box, begin: Point) -> Point:
    """Return a point outside the maze next to this one, as the target of a character that leaves from there."""
    x, y, width, height = bounds
    ways = (
        (begin[0] - x, (x + 10, begin[1])),
        (x + width - begin[0], (x + width - 10, begin[1])),
        (begin[1] - y, (begin[0], y + 10)),
        (y + height - begin[1], (begin[0], y + height - 10)),
    )
    return min(ways)[1]


# -- names -----------------------------------------------------------------------------------------------------------------


def coordinates(reading: ViewLayout) -> str:
    """Draw the names of columns and rows on the rim, and of rooms: on lids, or in the Card Game next to the rooms."""
    out = [_name("rim", text, x, y) for text, (x, y) in _rim(reading).items()]
    layout = reading.layout
    for room in reading.rooms.values():
        x, y = room.at.x + ROOM / 2, room.at.y + ROOM / 2
        if layout.scene.game == "card":
            low = layout.bounds.y + layout.bounds.height / 2 > y
            left = layout.bounds.x + layout.bounds.width / 2 > x
            if layout.turns % 2:
                y = layout.bounds.y + (PAD / 2 if low else layout.bounds.height - PAD / 2)
            else:
                x = layout.bounds.x + (PAD / 2 if left else layout.bounds.width - PAD / 2)
            out.append(_name("rim", room.place, x, y))
        elif room.room is None:
            out.append(_name("lid", room.place, x, room.at.y + 30))
    for line in layout.lines:
        if not line.line.colours:
            x, y = line.squares[len(line.squares) // 2][1]
            out.append(_name("lid", line.line.name, x + SQUARE / 2, y + SQUARE / 2))
    return f'<g text-anchor="middle" font-size="16" paint-order="stroke" stroke-width="4">{"".join(out)}</g>'


def _name(kind: str, text: str, x: float, y: float) -> str:
    fill, stroke = ("var(--text-2)", "var(--bed)") if kind == "rim" else ("#e8d3a2", "#1d1814")
    return f'<text x="{num(x)}" y="{num(y + 5)}" fill="{fill}" stroke="{stroke}">{escape(text)}</text>'


def _rim(reading: ViewLayout) -> dict[str, Point]:
    """Return the points of the names on the rim.

    Letters are above the first square of each column, numbers left of the first square of each row; for a maze rotated by one
    or three quarters the other way round.
    """
    layout = reading.layout
    across: dict[str, Point] = {}
    down: dict[str, Point] = {}
    for name, (x, y) in layout.squares.items():
        column, row = name.rstrip("0123456789"), name.lstrip("abcdefghijklmnopqrstuvwxyz")
        along, below = (row, column) if layout.turns % 2 else (column, row)
        across[along] = min(across.get(along, (x, y)), (x, y), key=lambda corner: corner[1])
        down[below] = min(down.get(below, (x, y)), (x, y), key=lambda corner: corner[0])
    letters = {text: (x + SQUARE / 2, y - PAD / 2) for text, (x, y) in across.items()}
    return {**letters, **{text: (x - PAD / 2, y + SQUARE / 2) for text, (x, y) in down.items()}}
