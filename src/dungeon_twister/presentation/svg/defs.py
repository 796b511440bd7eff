"""Gradients, patterns and shapes that a drawing refers to, and the colours of both themes.

The page has web/src/maze/draw/defs.ts for this. `tools/drawing.py` extracts colours and glyphs from the page into
`content/drawing`.
"""

from __future__ import annotations

import json
import re
from functools import cache
from importlib.resources import files
from typing import Any, Final

from dungeon_twister.presentation.svg.strokes import SHAPES

THEMES: Final = ("dark", "light")
COLOURS: Final = ("blue", "yellow", "red", "green")
_VARIABLE: Final = re.compile(r"var\(--([\w-]+)\)")
_CLEAR: Final = re.compile(r'"#([0-9a-fA-F]{2})([0-9a-fA-F]{2})([0-9a-fA-F]{2})([0-9a-fA-F]{2})"')
_USED: Final = re.compile(r"#mz-i-([\w-]+)")


@cache
def _data(name: str) -> Any:
    return json.loads(files("dungeon_twister.content").joinpath("drawing", name).read_text("utf-8"))


def icon_of(figure: str) -> str:
    """Return the glyph of a character or an object by its key. Without a glyph of its own it gets a plain figure."""
    figures: dict[str, str] = _data("icons.json")["figures"]
    return figures.get(figure.lower().replace("_", "-").replace(" ", "-"), "meeple")


def coloured(svg: str, theme: str) -> str:
    """Replace the names of colours by the colours of a theme.

    Programs that convert SVG into pixels know neither variables nor colours of eight digits, and two drawings on one page must
    not share their gradients.
    """
    colours: dict[str, str] = {**_data("themes.json")["dark"], **(_data("themes.json")["light"] if theme == "light" else {})}
    svg = _VARIABLE.sub(lambda found: colours.get(found[1], colours["brass-lo"]), svg)
    svg = _CLEAR.sub(lambda f: f'"rgba({int(f[1], 16)},{int(f[2], 16)},{int(f[3], 16)},{int(f[4], 16) / 255:.3f})"', svg)
    return re.sub(r"(id=\"|#)mz-", rf"\1dt-{theme}-", svg)


def definitions(body: str) -> str:
    """Return the definitions that a drawing refers to."""
    glyphs: dict[str, str] = _data("icons.json")["glyphs"]
    icons = "".join(
        f'<symbol id="mz-i-{name}" viewBox="0 0 512 512">{glyphs[name]}</symbol>' for name in sorted(set(_USED.findall(body)))
    )
    shapes = "".join(f'<path id="mz-s-{name}" d="{d}"/>' for name, d in SHAPES.items())
    return f"<defs>{_gradients()}{_patterns()}{_stones()}{shapes}{icons}</defs>"


def _stop(offset: float, colour: str, opacity: float = 1) -> str:
    return f'<stop offset="{offset}" stop-color="{colour}"' + ("/>" if opacity == 1 else f' stop-opacity="{opacity}"/>')


def _linear(name: str, stops: str, across: bool = False) -> str:
    return f'<linearGradient id="mz-{name}" x1="0" y1="0" x2="{int(across)}" y2="{int(not across)}">{stops}</linearGradient>'


def _radial(name: str, stops: str, more: str = "") -> str:
    return f'<radialGradient id="mz-{name}"{more}>{stops}</radialGradient>'


def _gradients() -> str:
    glowing = _stop(0, "#c9300d") + _stop(0.45, "#ff8a4c") + _stop(0.6, "#ffd0a0") + _stop(1, "#d23a12")
    out = []
    for c in COLOURS:
        out.append(_linear(f"g-{c}", _stop(0, f"var(--{c}-hi)") + _stop(0.55, f"var(--{c})") + _stop(1, f"var(--{c}-lo)")))
        out.append(_linear(f"gw-{c}", _stop(0, f"var(--{c}-w)") + _stop(1, f"var(--{c}-w2)")))
    glow = _stop(0, "var(--glow-in)") + _stop(0.55, "var(--glow-in)", 0) + _stop(1, "var(--glow-out)")
    out += [
        _linear("bone", _stop(0, "#fff6df") + _stop(1, "#d9c49a")),
        _linear("brass", _stop(0, "#f7dd98") + _stop(0.5, "#d1a149") + _stop(1, "#8d6526")),
        _linear("bar", glowing, across=True),
        _linear("barv", glowing),
        _radial("lava", _stop(0, "#ff6a2b", 0.75) + _stop(0.5, "#ff4a1c", 0.28) + _stop(1, "#ff4a1c", 0)),
        _radial("back", _stop(0, "var(--back-hi)") + _stop(1, "var(--back)"), ' cx=".5" cy=".42" r=".75"'),
        _radial("potion", _stop(0.55, "#b07cff", 0) + _stop(0.8, "#b07cff", 0.55) + _stop(1, "#b07cff", 0)),
        _radial("room", glow, ' cx=".5" cy=".5" r=".72"'),
    ]
    return "".join(out)


def _pattern(name: str, width: int, height: int, body: str, more: str = "") -> str:
    return f'<pattern id="mz-{name}" width="{width}" height="{height}" patternUnits="userSpaceOnUse"{more}>{body}</pattern>'


def _patterns() -> str:
    """Draw the paving stones of zones, in the shape of their signs."""
    pave = 'fill="none" stroke="var(--zone-line)" stroke-width="1.3"'
    rivets = "".join(
        f'<circle cx="{x}" cy="{y}" r="2" fill="var(--zone-line)"/>' for x, y in ((12, 12), (0, 0), (24, 0), (0, 24), (24, 24))
    )
    hatch = '<rect width="1.6" height="5" fill="#000" opacity=".34"/>'
    return (
        _pattern("hatch", 5, 5, hatch, ' patternTransform="rotate(45)"')
        + _pattern("z-T", 30, 26, f'<path d="M0,26L15,0L30,26M-15,0L0,26M45,0L30,26M0,26H30M0,0H30" {pave}/>')
        + _pattern("z-S", 30, 30, f'<path d="M0,0H30V30H0Z" {pave}/>')
        + _pattern("z-C", 30, 30, f'<circle cx="15" cy="15" r="14" {pave}/>')
        + _pattern("z-G", 24, 24, f'<path d="M0,24L24,0M0,0L24,24" {pave}/>{rivets}')
    )


def _stones() -> str:
    """Draw five flagstones, and the pit: a square shaft seen from above, the same from every side."""
    slab = (
        '<rect x="1.6" y="1.6" width="56.8" height="56.8" rx="4" fill="var(--floor)"/>'
        '<path d="M2.6,54.4V6.1a3.5,3.5 0 0 1 3.5,-3.5H54.4" fill="none" stroke="var(--floor-hi)" stroke-width="1.5"/>'
        '<path d="M5.6,57.4H53.9a3.5,3.5 0 0 0 3.5,-3.5V5.6" fill="none" stroke="var(--floor-lo)" stroke-width="1.5"/>'
    )
    tiles = ""
    for number, d in enumerate(("", "M4,35H56", "M25,4V56", "M37,4V56M37,30H56", "M4,25H56M30,25V56")):
        split = f'<path d="{d}" fill="none" stroke="var(--floor-split)" stroke-width="1.3"/>' if d else ""
        tiles += f'<g id="mz-t{number}">{slab}{split}</g>'
    notches = (
        "M10,22h5.5M10,38h5.5M44.5,22h5.5M44.5,38h5.5M22,10v5.5M38,10v5.5M22,44.5v5.5M38,44.5v5.5"
        "M4.5,30h5.5M50,30h5.5M30,4.5v5.5M30,50v5.5"
    )
    corners = "M4.5,4.5L20,20M55.5,4.5L40,20M4.5,55.5L20,40M55.5,55.5L40,40"
    return tiles + (
        '<g id="mz-pit"><rect x="1.2" y="1.2" width="57.6" height="57.6" rx="3" fill="var(--pit-lip)"/>'
        '<rect x="4.5" y="4.5" width="51" height="51" rx="5" fill="var(--pit-1)"/>'
        f'<path d="{corners}" stroke="#000" stroke-opacity=".55" stroke-width="1.2"/>'
        '<rect x="10" y="10" width="40" height="40" rx="4" fill="var(--pit-2)"/>'
        '<rect x="15.5" y="15.5" width="29" height="29" rx="3.5" fill="var(--pit-3)"/>'
        f'<path d="{notches}" stroke="#000" stroke-opacity=".45" stroke-width="1"/>'
        '<rect x="4.5" y="4.5" width="51" height="51" rx="5" fill="none" stroke="#000" stroke-width="1.6"/></g>'
    )
