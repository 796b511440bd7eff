"""The whole game without a server: the game service, the study and their protocol in a web worker."""

from __future__ import annotations

from dungeon_twister.browser.disk import Disk
from dungeon_twister.browser.local_server import LocalServer
from dungeon_twister.browser.local_store import LocalStore

__all__ = ["Disk", "LocalServer", "LocalStore"]
