"""Hook by which states and views draw themselves in notebooks: the drawing code belongs to a higher layer and registers itself
here."""

from __future__ import annotations

from collections.abc import Callable

_draw: Callable[[object], str] | None = None


def register(draw: Callable[[object], str]) -> None:
    """Set the function that draws a state or a view as SVG."""
    global _draw
    _draw = draw


def drawn(thing: object) -> str | None:
    """Return a state or a view as SVG, or None if no drawing code is loaded."""
    return _draw(thing) if _draw is not None else None
