"""The scene of a game: rooms, places, lines and figures, the parts of a drawing that never change during a game."""

from __future__ import annotations

from dungeon_twister.presentation.guide.editions import guide_of_setting
from dungeon_twister.presentation.guide.guide_shapes import Scene
from dungeon_twister.rules.engine.setting import Setting


def scene_of(setting: Setting) -> Scene:
    """Return everything except its views that is needed to draw a game of this setting."""
    return guide_of_setting(setting).scene(setting)
