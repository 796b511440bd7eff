"""How the maze of a game is drawn: rooms, places, lines and figures, everything that never changes while it is played."""

from __future__ import annotations

from dungeon_twister.engine.setting import Setting
from dungeon_twister.guide.games import guide_of_setting
from dungeon_twister.guide.shapes import Scene


def scene_of(setting: Setting) -> Scene:
    """Everything that drawing a game of this setting needs besides its views."""
    return guide_of_setting(setting).scene(setting)
