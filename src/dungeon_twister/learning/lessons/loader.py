"""Loads the built-in lessons: `content/lessons/NAME.toml`."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from itertools import pairwise

from dungeon_twister.learning.lessons.lesson_parser import LessonError, parse_lesson
from dungeon_twister.learning.lessons.lesson_shapes import Lesson

FOLDER = files("dungeon_twister.content").joinpath("lessons")


@cache
def load_lessons() -> tuple[Lesson, ...]:
    """Return all lessons, ordered by number. Raise LessonError if a file is wrong."""
    found = [entry.name.removesuffix(".toml") for entry in FOLDER.iterdir() if entry.name.endswith(".toml")]
    lessons = sorted((_read(name) for name in found), key=lambda lesson: lesson.number)
    for before, after in pairwise(lessons):
        if before.number == after.number:
            raise LessonError(f"{before.name}.toml and {after.name}.toml have the same number")
    return tuple(lessons)


def lesson_names() -> list[str]:
    return [lesson.name for lesson in load_lessons()]


def load_lesson(name: str) -> Lesson:
    """Return a lesson by its name or its number."""
    for lesson in load_lessons():
        if name in (lesson.name, str(lesson.number)):
            return lesson
    raise LessonError(f"there is no lesson {name!r} (there are {', '.join(lesson_names())})")


def _read(name: str) -> Lesson:
    return parse_lesson(name, FOLDER.joinpath(f"{name}.toml").read_text("utf-8"))
