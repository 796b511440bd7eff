"""Lessons: positions with steps, judged by what happens in the game (docs/lessons.md)."""

from __future__ import annotations

from dungeon_twister.learning.lessons.checking import Report, check_lesson, check_lessons
from dungeon_twister.learning.lessons.loader import lesson_names, load_lesson, load_lessons
from dungeon_twister.learning.lessons.reading import LessonError, parse_lesson
from dungeon_twister.learning.lessons.run import LessonRun
from dungeon_twister.learning.lessons.shapes import Coach, Heard, Lesson, Question, Ring, Step, Tick

__all__ = [
    "Coach",
    "Heard",
    "Lesson",
    "LessonError",
    "LessonRun",
    "Question",
    "Report",
    "Ring",
    "Step",
    "Tick",
    "check_lesson",
    "check_lessons",
    "lesson_names",
    "load_lesson",
    "load_lessons",
    "parse_lesson",
]
