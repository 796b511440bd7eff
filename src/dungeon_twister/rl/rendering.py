"""Renderings of a game for environments: text, SVG, an array of pixels. All show what a spectator may see."""

from __future__ import annotations

from typing import Any, Final, TypeAlias

from dungeon_twister.game.record.drawing import drawn_text
from dungeon_twister.game.views import observe
from dungeon_twister.presentation import svg
from dungeon_twister.rl.editions import edition_of
from dungeon_twister.rules.engine.state import State
from dungeon_twister.rules.visibility import SPECTATOR

Pixels: TypeAlias = Any  # an array of numpy: height, width, 3
RENDER_MODES: Final = ("ansi", "svg", "rgb_array")


def rendered(state: State, mode: str) -> Any:
    """Render a game in one of the RENDER_MODES."""
    if mode == "ansi":
        return text_of(state)
    if mode == "svg":
        return svg_of(state)
    return pixels_of(state)


def text_of(state: State) -> str:
    """Return the maze as text, with the points of the players and the decision."""
    return drawn_text(state, SPECTATOR) + "\n"


def svg_of(state: State) -> str:
    """Return the drawing of `dungeon_twister.presentation.svg`."""
    return svg.maze(observe(state, SPECTATOR))


def pixels_of(state: State) -> Pixels:
    """Return the maze as coloured squares."""
    return edition_of(state).pixels(state)
