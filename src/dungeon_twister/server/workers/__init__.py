"""Processes beside the event loop: bots think there, and whole games are replayed there."""

from __future__ import annotations

from dungeon_twister.server.workers.pool import NoAnswerError, Pool, Reply, answer_all
from dungeon_twister.server.workers.processes import Line
from dungeon_twister.server.workers.reading import Readers, UnknownError
from dungeon_twister.server.workers.reading_worker import (
    HANDED_IN,
    LONGEST_RECORD,
    At,
    Begin,
    Check,
    Draw,
    Keep,
    Kept,
    Look,
    Past,
    Prove,
    Told,
    Write,
)
from dungeon_twister.server.workers.thinking import Asking, BotError, Thinker, Thinkers

__all__ = [
    "Asking",
    "At",
    "Begin",
    "BotError",
    "HANDED_IN",
    "Keep",
    "Kept",
    "LONGEST_RECORD",
    "Line",
    "Check",
    "Draw",
    "Look",
    "NoAnswerError",
    "Past",
    "Pool",
    "Prove",
    "Readers",
    "Reply",
    "Thinker",
    "Thinkers",
    "Told",
    "UnknownError",
    "Write",
    "answer_all",
]
