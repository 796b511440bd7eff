"""What notebooks ask for when something is to be seen. States and views stand far below the drawing, so they ask here, and the
drawing is looked for by its name when somebody wants to see something."""

from __future__ import annotations

from importlib import import_module


def drawn(thing: object) -> str:
    """A game, a state or a view as SVG."""
    svg: str = import_module("dungeon_twister.presentation.svg").maze(thing)
    return svg
