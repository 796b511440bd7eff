"""How the maze of a game is drawn: rooms, places, lines and figures, everything that never changes while it is played."""

from __future__ import annotations

from dungeon_twister.presentation.guide.games import guide_of_setting
from dungeon_twister.presentation.guide.shapes import Scene
from dungeon_twister.rules.engine.setting import Setting


def scene_of(setting: Setting) -> Scene:
    """Everything that drawing a game of this setting needs besides its views."""
    return guide_of_setting(setting).scene(setting)
