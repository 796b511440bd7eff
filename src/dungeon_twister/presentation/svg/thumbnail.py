"""A position as a thumbnail: a few outlines and dots, in squares. The page fills them with its own colours."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from dungeon_twister.game.views import observe
from dungeon_twister.presentation.guide.scene import scene_of
from dungeon_twister.presentation.svg.scene_layout import Box, RoomEdge, SceneLayout, layout_of
from dungeon_twister.presentation.svg.strokes import ROOM, SQUARE, Cell, Point
from dungeon_twister.presentation.svg.view_layout import CHARACTER, HIDDEN, lay_out_view
from dungeon_twister.rules.engine.state import State

SIDE: Final = 10  # units of a square
UNIT: Final = SQUARE / SIDE


@dataclass(frozen=True, slots=True)
class ThumbnailArea:
    """A starting line or starting zone as an outline. `colour`: that of its player; empty if it has none."""

    colour: str
    outline: str


@dataclass(frozen=True, slots=True)
class ThumbnailPieces:
    """Tokens of one colour. `dots`: lines without a length, one for each token."""

    colour: str
    objects: bool
    dots: str


@dataclass(slots=True)
class Thumbnail:
    """A small drawing of a position, as path data of SVG; a square is ten units wide.

    - `width`, `height`: size of the drawing.
    - `floor`, `lids`: outlines of revealed rooms and of others.
    - `walls`: lines of the walls.
    - `pits`: outlines of pits.
    - `areas`: starting lines and zones.
    - `pieces`: tokens, objects before characters.
    """

    width: int
    height: int
    floor: str = ""
    lids: str = ""
    walls: str = ""
    pits: str = ""
    areas: list[ThumbnailArea] = field(default_factory=list)
    pieces: list[ThumbnailPieces] = field(default_factory=list)


def thumbnail(state: State) -> Thumbnail:
    """Return the thumbnail of a position, with all hidden information. A high maze is laid on its side."""
    scene = scene_of(state.setting)
    layout = layout_of(scene, 1 if scene.height > scene.width else 0)
    reading = lay_out_view(layout, observe(state, "all"))
    bounds = layout.bounds
    found = Thumbnail(round(bounds.width / UNIT), round(bounds.height / UNIT), areas=_areas(layout))
    for room in reading.rooms.values():
        corner = room.at.x, room.at.y
        outline = _box(layout, Box(*corner, ROOM, ROOM))
        if room.room is None:
            found.lids += outline
            continue
        found.floor += outline
        found.pits += "".join(_box(layout, _square(corner, cell)) for cell in room.room.pits)
        found.walls += _lines(layout, corner, [*room.room.walls, *room.room.slits])
    dots: dict[tuple[bool, str], str] = {}
    for piece in reading.pieces:
        key = piece.kind not in (HIDDEN, CHARACTER), piece.colour
        x, y = _at(layout, piece.x, piece.y)
        dots[key] = dots.get(key, "") + f"M{x},{y}h0"
    found.pieces = [ThumbnailPieces(colour, objects, dots[objects, colour]) for objects, colour in sorted(dots, reverse=True)]
    return found


def _areas(layout: SceneLayout) -> list[ThumbnailArea]:
    lines = [
        ThumbnailArea(
            line.line.colours[0] if len(line.line.colours) == 1 else "",
            "".join(_box(layout, Box(*at, SQUARE, SQUARE)) for _, at in line.squares),
        )
        for line in layout.lines
    ]
    return lines + [ThumbnailArea(bay.bay.colour, _box(layout, bay.box)) for bay in layout.bays.values()]


def _square(corner: Point, cell: Cell) -> Box:
    return Box(corner[0] + cell[0] * SQUARE, corner[1] + cell[1] * SQUARE, SQUARE, SQUARE)


def _at(layout: SceneLayout, x: float, y: float) -> tuple[int, int]:
    return round((x - layout.bounds.x) / UNIT), round((y - layout.bounds.y) / UNIT)


def _box(layout: SceneLayout, box: Box) -> str:
    x, y = _at(layout, box.x, box.y)
    width, height = round(box.width / UNIT), round(box.height / UNIT)
    return f"M{x},{y}h{width}v{height}h{-width}z"


def _lines(layout: SceneLayout, corner: Point, edges: list[RoomEdge]) -> str:
    """Return the edges of a room as lines, each as long as possible."""
    left, out = set(edges), ""
    for edge in sorted(left):
        if edge not in left:
            continue
        length = 0
        while (further := edge._replace(k=edge.k + length)) in left:
            left.remove(further)
            length += 1
        along, across = edge.k * SQUARE, edge.line * SQUARE
        x, y = (across, along) if edge.upright else (along, across)
        x, y = _at(layout, corner[0] + x, corner[1] + y)
        out += f"M{x},{y}{'v' if edge.upright else 'h'}{SIDE * length}"
    return out
