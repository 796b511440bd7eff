"""Lessons: positions with steps, judged by what happens in the game (docs/lessons.md)."""

from __future__ import annotations

from dungeon_twister.learning.lessons.lesson_checks import LessonReport, check_lesson, check_lessons
from dungeon_twister.learning.lessons.lesson_parser import LessonError, parse_lesson
from dungeon_twister.learning.lessons.lesson_run import LessonRun
from dungeon_twister.learning.lessons.lesson_shapes import Coach, CoachReply, Lesson, LessonStep, Ring, TapQuestion, Tick
from dungeon_twister.learning.lessons.loader import lesson_names, load_lesson, load_lessons

__all__ = [
    "Coach",
    "CoachReply",
    "Lesson",
    "LessonError",
    "LessonRun",
    "TapQuestion",
    "LessonReport",
    "Ring",
    "LessonStep",
    "Tick",
    "check_lesson",
    "check_lessons",
    "lesson_names",
    "load_lesson",
    "load_lessons",
    "parse_lesson",
]
