"""The whole game without a server: the hall, the study and their protocol inside a worker of somebody's browser."""

from __future__ import annotations

from dungeon_twister.browser.house import House
from dungeon_twister.browser.store import Disk, LocalStore

__all__ = ["Disk", "House", "LocalStore"]
