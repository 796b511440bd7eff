"""Gradients, patterns and parts that a drawing refers to, and the colours of both themes.

`content/drawing` has them. The page reads its `defs.svg` and `shapes.json` too (web/src/maze/draw/defs.ts); the colours and
glyphs are extracted from the page by `tools/drawing.py`.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from typing import Final

from dungeon_twister.presentation.svg.strokes import SHAPES, drawing_data

THEMES: Final = ("dark", "light")
_VARIABLE: Final = re.compile(r"var\(--([\w-]+)\)")
_CLEAR: Final = re.compile(r'"#([0-9a-fA-F]{2})([0-9a-fA-F]{2})([0-9a-fA-F]{2})([0-9a-fA-F]{2})"')
_USED: Final = re.compile(r"#mz-i-([\w-]+)")


def icon_of(figure: str) -> str:
    """Return the glyph of a character or an object by its key. Without a glyph of its own it gets a plain figure."""
    figures: dict[str, str] = drawing_data("icons.json")["figures"]
    return figures.get(figure.lower().replace("_", "-").replace(" ", "-"), "meeple")


def coloured(svg: str, theme: str) -> str:
    """Replace the names of colours by the colours of a theme.

    Programs that convert SVG into pixels know neither variables nor colours of eight digits, and two drawings on one page must
    not share their gradients.
    """
    colours: dict[str, str] = {
        **drawing_data("themes.json")["dark"],
        **(drawing_data("themes.json")["light"] if theme == "light" else {}),
    }
    svg = _VARIABLE.sub(lambda found: colours.get(found[1], colours["brass-lo"]), svg)
    svg = _CLEAR.sub(lambda f: f'"rgba({int(f[1], 16)},{int(f[2], 16)},{int(f[3], 16)},{int(f[4], 16) / 255:.3f})"', svg)
    return re.sub(r"(id=\"|#)mz-", rf"\1dt-{theme}-", svg)


@cache
def _shared() -> str:
    """Return the definitions that the page and these drawings share."""
    text = files("dungeon_twister.content").joinpath("drawing", "defs.svg").read_text("utf-8")
    inside = text.partition("<defs>")[2].partition("</defs>")[0]
    return re.sub(r"<!--.*?-->|\n\s*", "", inside)


def definitions(body: str) -> str:
    """Return the definitions that a drawing refers to."""
    glyphs: dict[str, str] = drawing_data("icons.json")["glyphs"]
    icons = "".join(
        f'<symbol id="mz-i-{name}" viewBox="0 0 512 512">{glyphs[name]}</symbol>' for name in sorted(set(_USED.findall(body)))
    )
    shapes = "".join(f'<path id="mz-s-{name}" d="{d}"/>' for name, d in SHAPES.items())
    return f"<defs>{_shared()}{shapes}{icons}</defs>"
