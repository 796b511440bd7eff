"""Exercises of which the server keeps nothing: whoever studies hands in what was done so far, and gets back how it stands."""

from __future__ import annotations

from dungeon_twister.server.study.lessons import lesson_cards
from dungeon_twister.server.study.puzzles import puzzle_list
from dungeon_twister.server.study.room import STUDY_BYTES, Study

__all__ = ["STUDY_BYTES", "Study", "lesson_cards", "puzzle_list"]
