"""Who may know, name or see what: the one place where it is decided (INFO-1, HID-1).

It stands on the engine and below everything that writes, shows or tells anything: notation names tokens for somebody, views and
events are made for somebody, the guide, logs and replays speak to somebody, and all of them ask here. These are questions
about a State and a viewer with yes or no for an answer; what is written instead of what is hidden is for those who write.
"""

from __future__ import annotations

from dungeon_twister.knowledge.shared import (
    ALL_KNOWING,
    SPECTATOR,
    decides,
    is_of,
    is_seat,
    is_strict,
    owns,
    sees_all,
    told_from,
    turns_told,
)

__all__ = [
    "ALL_KNOWING",
    "SPECTATOR",
    "decides",
    "is_of",
    "is_seat",
    "is_strict",
    "owns",
    "sees_all",
    "told_from",
    "turns_told",
]
