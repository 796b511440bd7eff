"""The lessons that come with the game: solutions, wrong tries, no dead ends, texts of all languages."""

from __future__ import annotations

import json
import re
from importlib.resources import files
from pathlib import Path

import pytest

from dungeon_twister.learning.lessons import (
    Lesson,
    LessonError,
    LessonRun,
    check_lesson,
    check_lessons,
    lesson_names,
    load_lesson,
    load_lessons,
)
from dungeon_twister.learning.lessons.conditions import counted
from dungeon_twister.learning.lessons.lesson_checks import follow, text_keys
from dungeon_twister.presentation.i18n import LANGUAGES, MessageCatalogue, unmarked

COMMON = {"lessons.not-yet", "lessons.wrong-tap", "lessons.set-up"}
LONGEST = 320  # signs of one text: two sentences next to the maze
SCRIPTED = [lesson for lesson in load_lessons() if not lesson.guided]
GUIDED = [lesson for lesson in load_lessons() if lesson.guided]


def named(lesson: Lesson) -> str:
    return lesson.name


def test_there_are_twelve_lessons_and_three_guided_tutorials() -> None:
    assert [lesson.number for lesson in load_lessons()] == list(range(1, 16))
    assert [lesson.game for lesson in load_lessons()] == ["board"] * 9 + ["card"] * 6
    assert [lesson.name for lesson in GUIDED] == ["first-game", "tutorial-1", "tutorial-2", "tutorial-3"]
    assert all(lesson.minutes <= 3 for lesson in SCRIPTED) and sum(lesson.minutes for lesson in SCRIPTED) < 30


@pytest.mark.parametrize("lesson", load_lessons(), ids=named)
def test_lesson_is_all_right(lesson: Lesson) -> None:
    report = check_lesson(lesson)
    assert report.faults == []
    assert report.steps == len(lesson.steps)
    assert lesson.guided or (report.positions > 0 and report.wrong_tries >= len(lesson.steps))
    assert 0 < report.seconds <= 60 * lesson.minutes


def test_a_quick_reader_learns_the_whole_game_in_half_an_hour() -> None:
    """The twelve lessons as they are, with their guided game; what the document says of it is so."""
    twelve, tutorials = check_lessons(load_lessons()[:12]), check_lessons(load_lessons()[12:])
    assert not twelve.faults and twelve.seconds <= 30 * 60
    minutes = f"The twelve lessons take {twelve.seconds / 60:.1f} minutes, the three tutorials {tutorials.seconds / 60:.1f}."
    assert minutes in (Path(__file__).parents[2] / "docs" / "lessons.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("lesson", SCRIPTED, ids=named)
def test_showing_the_way_leads_to_the_end(lesson: Lesson) -> None:
    """Doing just what is shown solves the lesson."""
    run = LessonRun(lesson)
    for _ in range(60):
        if run.finished:
            break
        assert follow(run, run.show_me()) == ""
    assert run.finished and run.show_me() == "" and run.coach().finished
    assert all(tick.done for tick in run.coach().ticks)


@pytest.mark.parametrize("lesson", load_lessons(), ids=named)
def test_rules_are_cited(lesson: Lesson) -> None:
    assert len(lesson.cards) >= 3
    for language in LANGUAGES:
        assert all(MessageCatalogue(language).has(f"rules.{card}") for card in lesson.cards)


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_are_those_that_lessons_need(language: str) -> None:
    path = files("dungeon_twister.content").joinpath("locales", language, "lessons.json")
    there = {f"lessons.{key}" for key in json.loads(path.read_text("utf-8"))}
    assert there == COMMON | {key for lesson in load_lessons() for key in text_keys(lesson)}


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_are_short(language: str) -> None:
    words = MessageCatalogue(language)
    for key in words.keys("lessons"):
        text = words.t(f"lessons.{key}")
        assert text == unmarked(text) and len(text) <= LONGEST, key
        assert len(re.findall(r"[.?!](?=\s|$)", text)) <= 3, key
        if key.endswith((".tick", ".title")):
            assert len(text) <= 45 and not text.endswith("."), key


DIRECTIONS = {
    "en": r"\b(left|right|up|down|top|bottom|above|below|upwards?|downwards?)\b",
    "fr": r"\b(gauche|droite|haute?|bas|dessus|dessous|descend\w*|mont(ez|er|e))\b",
    "de": r"\b(links|rechts|linke\w*|rechte\w*|oben|unten|hinauf|hinunter|aufwärts|abwärts)\b",
}
# What sounds like a direction and is none.
NO_DIRECTIONS = {
    "en": r"(pick|picked|picking|put|gets?|used|set)( it)? (up|down)|up to|face down|enemies are down|"
    r"1 above|(is|are|points|1|has) left|the right character|is right where|cards go up|come on top",
    "fr": r"trop haut|plus haute carte|au-dessus d’une fosse|en ligne droite",
    "de": r"(?!)",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_name_things_and_no_directions(language: str) -> None:
    """How the maze lies on the screen depends on the screen."""
    words = MessageCatalogue(language)
    for key in words.keys("lessons"):
        text = re.sub(NO_DIRECTIONS[language], "", words.t(f"lessons.{key}"), flags=re.IGNORECASE)
        assert not re.search(DIRECTIONS[language], text, re.IGNORECASE), (key, text)


def test_counts_in_texts_exist() -> None:
    """Only how much of what is waited for has happened can be put into a text."""
    for lesson in load_lessons():
        for step in lesson.steps:
            text = MessageCatalogue().t(lesson.key(step.name))
            assert set(re.findall(r"\{(\w+)\}", text)) <= ({"done", "wanted"} if counted(step.until) else set())


def test_a_lesson_is_found_by_name_and_number() -> None:
    assert load_lesson("fight") is load_lesson("5")
    assert lesson_names()[0] == "walk-and-look"
    with pytest.raises(LessonError, match="there is no lesson 'flight'"):
        load_lesson("flight")
