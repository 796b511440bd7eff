"""Mistakes: positions of one's own games to play again, taken from the analysis of a game (docs/library.md)."""

from __future__ import annotations

from dungeon_twister.learning.mistakes.mistake import Mistake, MistakeError, mistake_text, read_mistake
from dungeon_twister.learning.mistakes.mistake_finder import FoundMistake, find_mistakes
from dungeon_twister.learning.mistakes.mistake_run import MistakeRun, Verdict

__all__ = [
    "FoundMistake",
    "Mistake",
    "MistakeError",
    "MistakeRun",
    "Verdict",
    "find_mistakes",
    "mistake_text",
    "read_mistake",
]
