"""Processes beside the event loop: bots think there, whole games are replayed and looked into there."""

from __future__ import annotations

from dungeon_twister.server.workers.analysing import Analysts
from dungeon_twister.server.workers.analysing_worker import AnalyseGame, Desk, FindHint, FindThreats, Job
from dungeon_twister.server.workers.pools import Kind, Pool, UnknownError
from dungeon_twister.server.workers.processes import Lane, Line, RefusedJobError, Reply, answer_all
from dungeon_twister.server.workers.reading import Readers
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
    Place,
    Placed,
    Prove,
    Told,
    Write,
)
from dungeon_twister.server.workers.thinking import Asking, BotError, SameProcess, Thinker, Thinkers, question_of, read_choice
from dungeon_twister.server.workers.thinking_worker import Minds, Question

__all__ = [
    "AnalyseGame",
    "Analysts",
    "Asking",
    "At",
    "Begin",
    "BotError",
    "FindHint",
    "FindThreats",
    "HANDED_IN",
    "Job",
    "Keep",
    "Kept",
    "Kind",
    "LONGEST_RECORD",
    "Lane",
    "Line",
    "Check",
    "Desk",
    "Draw",
    "Look",
    "Minds",
    "Past",
    "Place",
    "Placed",
    "Pool",
    "Prove",
    "Question",
    "Readers",
    "RefusedJobError",
    "Reply",
    "SameProcess",
    "Thinker",
    "Thinkers",
    "Told",
    "UnknownError",
    "Write",
    "answer_all",
    "question_of",
    "read_choice",
]
