"""Drawings of the maze as SVG, as on the page: `svg.maze(game)`.

In a notebook, a game, a state or a view at the end of a cell is shown as its drawing.

>>> from dungeon_twister import Game, svg  # doctest: +SKIP
>>> svg.maze(game, theme="light", arrows=[svg.Arrow("bW", "e5")], fills={"c4": "#c63a0b"})  # doctest: +SKIP

This package needs the standard library only. A drawing contains nothing that is hidden from the viewer.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from html import escape
from typing import Protocol

from dungeon_twister.game.views import VIEWS, CardView, HasState, View, observe
from dungeon_twister.presentation.guide.guide_shapes import Scene
from dungeon_twister.presentation.guide.scene import scene_of
from dungeon_twister.presentation.svg import edges, marks, room_svg, token_svg
from dungeon_twister.presentation.svg.defs import THEMES, coloured, definitions
from dungeon_twister.presentation.svg.marks import Arrow
from dungeon_twister.presentation.svg.scene_layout import SceneLayout, layout_of
from dungeon_twister.presentation.svg.view_layout import ViewLayout, lay_out_view
from dungeon_twister.rules.engine.game import new_setting
from dungeon_twister.rules.engine.state import State

__all__ = ["THEMES", "Arrow", "Drawing", "maze", "plan_arrows"]

CREDIT = "<!-- Icons: game-icons.net by Lorc, Delapouite and contributors, CC BY 3.0 -->"


class Drawing(str):
    """A text of SVG. At the end of a cell of a notebook it is shown as a picture."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)


class HasArrows(Protocol):
    """A plan of an analysis."""

    @property
    def arrows(self) -> Iterable[object]: ...


def maze(
    thing: HasState | State | View | CardView,
    *,
    for_side: str = "",
    theme: str = "dark",
    size: int | None = None,
    quarters: int = 0,
    coordinates: bool = True,
    chips: bool = True,
    arrows: Iterable[Arrow | Sequence[str]] = (),
    fills: Mapping[str, str] | None = None,
    rings: Mapping[str, str] | Iterable[str] = (),
) -> Drawing:
    """Return the maze of a game, a state or a view as SVG, a text that a notebook shows as a picture.

    A view is drawn as it is. A game or a state is drawn with all hidden information, unless `for_side` names a viewer: a colour
    or `spectator`. `theme` is `dark` or `light`, `size` the length of the longer side in pixels, `quarters` the clockwise
    rotation of the whole maze in quarter turns. `coordinates` are the names of columns, rows and rooms, `chips` the numbers on
    the characters.

    `arrows` lead along places or from token to token, `fills` colours places (`{"c4": "#c63a0b"}`), `rings` puts rings round
    tokens and places. Colours are those of CSS, or `plan` and `danger` of the page. A place is a square (`e5`), a zone
    (`red-1.T`), a station (`N0T`) or a room (`R3`). Raise TextError for an unknown one.
    """
    if theme not in THEMES:
        raise ValueError(f"a theme is one of {', '.join(THEMES)}, not {theme!r}")
    _check_numbers(size, quarters)
    if fills is not None and not isinstance(fills, Mapping):
        raise TypeError(f'fills are a dict such as {{"c4": "plan"}}, not {fills!r}')
    if isinstance(rings, str) or not isinstance(rings, Iterable):
        raise TypeError(f'rings are a list such as ["bW", "c4"], or a dict with colours, not {rings!r}')
    view, scene = _seen(thing, for_side)
    layout = layout_of(scene, quarters)
    reading = lay_out_view(layout, view)
    ringed = rings if isinstance(rings, Mapping) else dict.fromkeys(rings, marks.PLAN)
    drawn = [_arrow(arrow) for arrow in arrows]
    body = (
        _ground(reading)
        + marks.fills(reading, fills or {})
        + _upright(reading)
        + token_svg.ropes(reading.ropes)
        + _slots(reading)
        + "".join(token_svg.drawn_piece(piece, chips) for piece in reading.pieces)
        + (marks.coordinates(reading) if coordinates else "")
        + marks.rings(reading, ringed)
        + marks.arrows(reading, drawn)
    )
    return Drawing(coloured(_whole(layout, body, size, view), theme))


def plan_arrows(plan: HasArrows) -> list[Arrow]:
    """Return the arrows of a plan of `Game.analyse`."""
    paths = [tuple(getattr(arrow, "path", ())) for arrow in plan.arrows]
    return [Arrow(*path) for path in paths if len(path) > 1]


def _check_numbers(size: int | None, quarters: int) -> None:
    for name, number in (("size", 1 if size is None else size), ("quarters", quarters)):
        if isinstance(number, bool) or not isinstance(number, int):
            raise TypeError(f"{name} is a whole number, not {number!r}")
    if size is not None and size < 1:
        raise ValueError(f"size is at least 1, not {size}")


def _arrow(arrow: Arrow | Sequence[str]) -> Arrow:
    if isinstance(arrow, Arrow):
        return arrow
    if isinstance(arrow, str) or not isinstance(arrow, Sequence):
        raise TypeError(f'an arrow is an Arrow or a pair such as ("bW", "e5"), not {arrow!r}')
    return Arrow(*arrow)


def _seen(thing: HasState | State | View | CardView, for_side: str) -> tuple[View | CardView, Scene]:
    """Return the view to draw, and the scene with everything that never changes."""
    if not isinstance(for_side, str):
        raise TypeError(f"for_side is a colour, spectator or all, not {for_side!r}")
    state = thing if isinstance(thing, State) else getattr(thing, "state", None)
    if isinstance(state, State):
        return observe(state, for_side or "all"), scene_of(state.setting)
    if not isinstance(thing, VIEWS):
        raise TypeError(f"only a game, a state or a view can be drawn, not {thing!r}")
    view = thing
    if for_side not in ("", view.viewer):
        raise ValueError(f"this is what {view.viewer} sees: it cannot be drawn for {for_side}")
    return view, _scene(view.declared or view.scenario, tuple(sorted(view.options.items())))


@lru_cache(maxsize=16)
def _scene(scenario: str, options: tuple[tuple[str, str], ...]) -> Scene:
    return scene_of(new_setting(scenario, dict(options)))


def _moved(x: float, y: float, body: str) -> str:
    return f'<g transform="translate({round(x, 1)},{round(y, 1)})">{body}</g>'


def _ground(reading: ViewLayout) -> str:
    """Draw everything under walls and tokens."""
    layout = reading.layout
    out = [edges.bed(layout.bounds)] if layout.full else []
    for line in layout.lines:
        owners = line.line.colours
        owner = reading.doors.get(line.line.name) or (owners[0] if len(owners) == 1 else "neutral")
        out.append(edges.starting_line(line, owner, outwards=not owners))
    out.append(edges.starting_zones(layout))
    taken = [room.at for room in reading.rooms.values()]
    for at in layout.corners.values():
        if at not in taken:
            across = ' transform="rotate(90 150 150)"' if layout.turns % 2 == 1 else ""
            out.append(_moved(at.x, at.y, f'<use href="#mz-{"rails" if reading.elevator else "shaft"}"{across}/>'))
    for room in reading.rooms.values():
        shadow = '<use href="#mz-apex-shadow"/>' if room.place == reading.raised else ""
        floor = room_svg.room_floor(room.room) if room.room else '<use href="#mz-lid"/>'
        out.append(_moved(room.at.x, room.at.y, shadow + floor))
    return "".join(out)


def _upright(reading: ViewLayout) -> str:
    """Draw walls and the parts that stand on the floor."""
    out = []
    for room in reading.rooms.values():
        if room.room is not None:
            chains = '<use href="#mz-apex-chains"/>' if room.place == reading.raised else ""
            walls = room_svg.room_walls(room.room, room.gates) + room_svg.corner_tabs(room.room)
            out.append(_moved(room.at.x, room.at.y, walls + chains))
    return "".join(out) + edges.joints(reading.layout)


def _slots(reading: ViewLayout) -> str:
    """Draw the free places on lids during the setup."""
    look = 'r="27" fill="#00000055" stroke="var(--back-line)" stroke-width="2" stroke-dasharray="5 4.5"'
    return "".join(f'<circle cx="{round(x, 1)}" cy="{round(y, 1)}" {look}/>' for x, y in reading.slots)


def _whole(layout: SceneLayout, body: str, size: int | None, view: View | CardView) -> str:
    x, y, width, height = layout.bounds
    scale = (size or 800) / max(width, height)
    pixels = f'width="{round(width * scale)}" height="{round(height * scale)}"'
    box = f'viewBox="{round(x, 1)} {round(y, 1)} {round(width, 1)} {round(height, 1)}"'
    font = 'font-family="Grenze, \'Alegreya Sans\', Georgia, serif" font-weight="600"'
    title = f"<title>{escape(view.scenario)}, turn {view.turn}</title>"
    return f'<svg xmlns="http://www.w3.org/2000/svg" {box} {pixels} {font}>{title}{CREDIT}{definitions(body)}{body}</svg>'
