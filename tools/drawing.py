"""Generates `content/drawing` from the page's sources: the colours of both themes and the glyphs of figures, so that
`dungeon_twister.presentation.svg` draws like the page.

    python3 tools/drawing.py      after a change of tokens.css, maze.css or icon-names.ts; needs web/node_modules

`tests/svg/test_data.py` fails if the two differ.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WEB = ROOT / "web"
TARGET = ROOT / "src" / "dungeon_twister" / "content" / "drawing"
GLYPHS = WEB / "node_modules" / "@iconify-json" / "game-icons" / "icons.json"
SIGNS = ("drop", "help", "manacles", "meeple", "sight-disabled")  # glyphs in addition to those of figures
COLOUR = re.compile(r"--([\w-]+):\s*0?(#[0-9a-fA-F]+|\.\d+);")


def themes() -> dict[str, dict[str, str]]:
    """Return the colours that the page declares: all of the dark theme, and the differences of the light one."""
    tokens = (WEB / "src" / "styles" / "tokens.css").read_text("utf-8").replace('"', "")
    maze = (WEB / "src" / "maze" / "maze.css").read_text("utf-8").replace('"', "")
    light = block("[data-theme=light]", tokens)
    dark = tokens.partition(light)[0]
    return {
        "dark": dict(COLOUR.findall(dark) + COLOUR.findall(block(".maze", maze))),
        "light": dict(COLOUR.findall(light) + COLOUR.findall(block("[data-theme=light] .maze", maze))),
    }


def block(selector: str, css: str) -> str:
    """Return the declarations of the first rule with exactly this selector."""
    found = re.search(rf"^{re.escape(selector)}\s*\{{([^}}]*)\}}", css, re.MULTILINE)
    assert found, f"there is no rule for {selector}"
    return found[1]


def figure_icons() -> dict[str, str]:
    """Return the glyph name of each character and object."""
    source = (WEB / "src" / "lib" / "icon-names.ts").read_text("utf-8")
    table = source.partition("FIGURE_ICONS = {")[2].partition("}")[0]
    return dict(re.findall(r'"?([\w-]+)"?: "([\w-]+)",', table))


def glyphs(names: set[str]) -> dict[str, str]:
    """Return the drawings of glyphs, without a colour of their own."""
    found = json.loads(GLYPHS.read_text("utf-8"))["icons"]
    return {name: found[name]["body"].replace(' fill="currentColor"', "") for name in sorted(names)}


def main() -> None:
    TARGET.mkdir(exist_ok=True)
    figures = figure_icons()
    icons = {"licence": "game-icons.net by Lorc, Delapouite and contributors, CC BY 3.0", "figures": figures}
    drawn = glyphs({*figures.values(), *SIGNS})
    for name, data in (("themes.json", themes()), ("icons.json", {**icons, "glyphs": drawn})):
        (TARGET / name).write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
