"""The command `learn`: the list, lessons at the keyboard, progress, the check."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from dungeon_twister.cli import learn_command, progress_file
from dungeon_twister.learning.lessons import LessonRun, load_lesson, load_lessons, parse_lesson
from dungeon_twister.presentation.i18n import LANGUAGES, MessageCatalogue
from tests.cli.conftest import Run
from tests.lessons.test_lesson_parser import GOOD

SCRIPTED = [lesson.name for lesson in load_lessons() if not lesson.guided]


def typed(name: str) -> Iterable[str]:
    """The solution of a lesson, as somebody types it."""
    return (line.removeprefix("try ") for step in load_lesson(name).steps for line in step.solution)


@pytest.mark.parametrize("language", LANGUAGES)
def test_list(run: Run, language: str) -> None:
    out = run("learn", "--language", language).out
    words = MessageCatalogue(language)
    for lesson in load_lessons():
        assert lesson.name in out and words.t(lesson.title) in out
    assert out.count("[ ]") == 15 and words.t("terminal.learn.minutes", minutes=3) in out
    assert out.rstrip().endswith("dungeon-twister learn walk-and-look")


@pytest.mark.parametrize("name", SCRIPTED)
def test_a_solution_is_typed(run: Run, name: str) -> None:
    lesson, words = load_lesson(name), MessageCatalogue()
    result = run("learn", name, typed=typed(name))
    assert result.code == 0 and not result.err
    assert words.t(lesson.key("done")) in result.out.replace("\n", " ")
    assert words.t("terminal.learn.finished", number=lesson.number, title=words.t(lesson.title)) in result.out
    assert f"[x]  {lesson.number} " in run("learn").out


def test_progress_is_kept(run: Run) -> None:
    run("learn", "5", typed=typed("fight"))
    run("learn", "2", typed=typed("get-out"))
    assert learn_command.finished_lessons() == {"fight", "get-out"}
    out = run("learn").out
    assert "2 of 15 done" in out and out.count("[x]") == 2
    run("learn", "5", typed=typed("fight"))
    assert len(progress_file.own_entries()) == 2, "a finished lesson is finished"


@pytest.mark.parametrize("text", ["nonsense", '{"done": 7}', '{"done": ["fight", 3, "not a name"]}'])
def test_lessons_of_earlier_versions_are_taken_over(run: Run, data_folder: Path, text: str) -> None:
    data_folder.mkdir()
    (data_folder / "lessons.json").write_text(text, "utf-8")
    assert learn_command.finished_lessons() == ({"fight"} if "fight" in text else set())


def test_progress_file_without_write_permission(run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    monkeypatch.setattr(progress_file, "user_data_path", lambda *_, **__: tmp_path / "file" / "folder")
    assert run("learn", "get-out", typed=typed("get-out")).code == 0
    assert learn_command.finished_lessons() == set()


def test_coach_answers_wrong_turns(run: Run) -> None:
    words = MessageCatalogue()
    result = run("learn", "1", typed=["T move", "bH reveal R2", "show", "undo", "H a2", "again", "bH move", "undo", "tap bW"])
    out = " ".join(result.out.split())
    for key in ("walk.troll-later", "walk.too-short", "walk"):
        assert words.t(f"lessons.walk-and-look.{key}") in out
    assert words.t("refusals.nothing-to-reveal") + " (REVEAL-1)" in out
    assert words.t("terminal.learn.show", line="bH move") in out
    assert words.t("terminal.learn.nothing-to-undo") in out and words.t("terminal.learn.no-question") in out
    assert words.t("terminal.learn.try-again") in out
    assert " 1. Walk and look " in out and "Laboratory" not in out and "Out of the game" not in out
    assert out.endswith("Come back with: dungeon-twister learn walk-and-look")


def test_a_question(run: Run) -> None:
    out = " ".join(run("learn", "6", typed=["1", "tap bW yC", "show", "tap bW, bG, yC, yG", "quit"]).out.split())
    words = MessageCatalogue()
    assert words.t("terminal.learn.tap", example="bW yC") in out and words.t("lessons.not-yet") in out
    assert words.t("lessons.all-of-them.who-fights.chain") in out
    assert words.t("terminal.learn.show", line="tap bG bW yC yG") in out
    assert words.t("lessons.all-of-them.sword") in out


def test_show_after_a_wrong_turn(run: Run) -> None:
    out = " ".join(run("learn", "get-out", typed=["bG move", "i5", "j5", "take b$", "k5", "drop", "l5", "show"]).out.split())
    assert MessageCatalogue().t("terminal.learn.show-none") in out


def test_a_line_undone_is_undone_whole(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """`H a4` is four choices and one undo."""
    made: list[LessonRun] = []

    class Noted(LessonRun):
        def __init__(self, *args: Any) -> None:
            super().__init__(*args)
            made.append(self)

    monkeypatch.setattr(learn_command, "LessonRun", Noted)
    run("learn", "1", typed=["H a4"])
    assert made[-1].at == 1
    run("learn", "1", typed=["H a4", "undo"])
    assert made[-1].at == 0 and made[-1].deeds == []
    run("learn", "1", typed=["H a4", "bH reveal R1", "undo"])
    assert made[-1].at == 1


def test_commands_not_available_in_lessons(run: Run) -> None:
    """Nothing is saved or given up in a lesson: what is no command is read as a choice."""
    out = run("learn", "1", typed=["save x.dt", "resign", "help", "quit"]).out
    assert "Save the game?" not in out and "give the game up?" not in out


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_lesson_in_every_language(run: Run, language: str) -> None:
    words = MessageCatalogue(language)
    out = " ".join(run("learn", "12", "--language", language, typed=typed("sight-and-shots")).out.split())
    for key in ("who-is-seen", "shoot", "card", "fire", "bow", "zero", "done"):
        assert " ".join(words.t(f"lessons.sight-and-shots.{key}").split()) in out
    remember = words.t("terminal.learn.remember", text=words.t("lessons.sight-and-shots.remember"))
    assert " ".join(remember.split()) in out


def test_a_guided_game_at_the_keyboard(run: Run) -> None:
    words = MessageCatalogue()
    out = " ".join(run("learn", "first-game", typed=["1", "1", "show", "1", "1", "1", "quit"]).out.split())
    assert words.t("terminal.learn.hint", text=words.t("lessons.first-game.starters.fast")) in out
    assert words.t("lessons.first-game.hide.where") in out


def test_check(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    result = run("learn", "--check", "fight")
    assert result.code == 0 and result.out == (
        "1 lesson, 5 steps, 9 wrong tries: no faults. A quick reader needs 1.2 minutes.\n"
    )
    broken = parse_lesson("try", GOOD.replace('solution = ["bT move", "d3"]', 'solution = ["bT move"]'))
    monkeypatch.setattr(learn_command, "load_lessons", lambda: (broken,))
    result = run("learn", "--check")
    assert result.code == 1 and "Lesson try, step go: its solution does not reach its end." in result.out
    assert result.out.rstrip().endswith("faults.")


def test_unknown_lesson(run: Run) -> None:
    result = run("learn", "walk")
    assert result.code == 2 and "There is no lesson walk (there are walk-and-look, get-out," in result.err
