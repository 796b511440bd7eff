"""The table of hostile links and files (`hostile.json`), which the tests of the page read as well. Texts are written as parts
with a number of times."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

from dungeon_twister.rules.engine.scenarios import builtin_text

TABLE: Final[dict[str, list[dict[str, Any]]]] = json.loads((Path(__file__).parent / "hostile.json").read_text("utf-8"))
LINKS: Final = TABLE["refused"]
FILES: Final = TABLE["files"]


def whole(parts: str | list[tuple[str, int]]) -> str:
    """Return a text from its parts."""
    return parts if isinstance(parts, str) else "".join(part * times for part, times in parts)


def text_of(row: dict[str, Any]) -> str:
    """Return the text of a hostile file: its own, or the Basic Set with something in it replaced."""
    new = whole(row["text"])
    return builtin_text("base").replace(row["old"], new, 1) if "old" in row else new
