"""Exercises: lessons, puzzles, missions and free boards. The server stores nothing: a client sends everything
done so far and gets the new state."""

from __future__ import annotations

from dungeon_twister.server.study.board_exercise import BoardExercise
from dungeon_twister.server.study.gallery_list import gallery_cards
from dungeon_twister.server.study.lesson_exercise import lesson_cards
from dungeon_twister.server.study.mission_exercise import mission_list
from dungeon_twister.server.study.puzzle_cards import puzzle_days, puzzle_drawing, puzzle_list
from dungeon_twister.server.study.study_service import STUDY_BYTES, StudyService

__all__ = [
    "STUDY_BYTES",
    "BoardExercise",
    "StudyService",
    "gallery_cards",
    "lesson_cards",
    "mission_list",
    "puzzle_days",
    "puzzle_drawing",
    "puzzle_list",
]
