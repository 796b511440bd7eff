"""The command `learn`: the list of lessons with their progress, one lesson, or a check of all."""

from __future__ import annotations

from argparse import Namespace

from rich.table import Table

from dungeon_twister.cli.help_texts import Help
from dungeon_twister.cli.input_words import with_suggestion
from dungeon_twister.cli.lesson_loop import LessonLoop
from dungeon_twister.cli.output import CommandError, make_console
from dungeon_twister.cli.progress_file import add_result, own_entries
from dungeon_twister.cli.terminal import Terminal
from dungeon_twister.cli.texts import t, t_plural
from dungeon_twister.learning.lessons import (
    Lesson,
    LessonError,
    LessonRun,
    check_lessons,
    lesson_names,
    load_lesson,
    load_lessons,
)
from dungeon_twister.learning.progress.entries import LESSON


def learn(args: Namespace) -> int:
    """List the lessons, run one, or check them."""
    try:
        lessons = [_named(args.lesson)] if args.lesson else list(load_lessons())
    except LessonError as error:
        raise CommandError(str(error)) from None
    if args.check:
        return _check(lessons)
    if not args.lesson:
        return _list(lessons)
    return _play(lessons[0], args.no_colour)


def _named(name: str) -> Lesson:
    if name not in lesson_names() and name not in (str(lesson.number) for lesson in load_lessons()):
        problem = t("terminal.learn.none", lesson=name, lessons=", ".join(lesson_names()))
        raise CommandError(with_suggestion(problem, name, lesson_names()))
    return load_lesson(name)


def _list(lessons: list[Lesson]) -> int:
    done = finished_lessons()
    table = Table.grid(padding=(0, 2))
    for lesson in lessons:
        mark = "[x]" if lesson.name in done else "[ ]"
        minutes = t("terminal.learn.minutes", minutes=lesson.minutes)
        name = f"[bold]{lesson.name}[/]"
        table.add_row(f"\\{mark}", str(lesson.number), name, t(lesson.title), minutes, t(lesson.key("aim")))
    console = make_console()
    console.print(table)
    left = [lesson.name for lesson in lessons if lesson.name not in done]
    progress = t(
        "terminal.learn.progress", done=len(lessons) - len(left), all=len(lessons), lesson=(left or [lessons[0].name])[0]
    )
    console.print(progress, markup=False)
    return 0


def _check(lessons: list[Lesson]) -> int:
    report = check_lessons(lessons)
    console = make_console()
    for fault in report.faults:
        console.print(fault, markup=False, soft_wrap=True)
    minutes, games = (f"{seconds / 60:.1f}" for seconds in (report.seconds, report.guided))
    figures: dict[str, str | int] = {"steps": report.steps, "tries": report.wrong_tries, "minutes": minutes, "games": games}
    key = "terminal.learn.check-wrong" if report.faults else "terminal.learn.check"
    console.print(t_plural(key, report.lessons, **figures, faults=len(report.faults)), markup=False)
    return 1 if report.faults else 0


def _play(lesson: Lesson, no_colour: bool) -> int:
    terminal = Terminal(make_console(no_colour))
    run = LessonRun(lesson)
    LessonLoop(run, terminal).run()
    if not run.finished:
        terminal.say(t("terminal.learn.left", lesson=lesson.name), whole=True)
        return 0
    if lesson.name not in finished_lessons():
        add_result(LESSON, lesson.name, game=lesson.game)
    guide = Help(lesson.game)
    terminal.say(t("terminal.learn.finished", number=lesson.number, title=t(lesson.title)), "bold")
    terminal.say(t(lesson.key("done")))
    terminal.say(t("terminal.learn.remember", text=t(lesson.key("remember"))), "bold")
    cards = [guide.title(card.partition(".")[2]) for card in lesson.cards]
    terminal.say(t("terminal.learn.cards", cards=", ".join(cards)))
    left = [one.name for one in load_lessons() if one.name not in finished_lessons()]
    if left:
        terminal.say(t("terminal.learn.next", lesson=left[0]), whole=True)
    return 0


# -- progress -----------------------------------------------------------------------------------------------------------


def finished_lessons() -> set[str]:
    """Return the names of the finished lessons."""
    return {entry.name for entry in own_entries() if entry.kind == LESSON}
