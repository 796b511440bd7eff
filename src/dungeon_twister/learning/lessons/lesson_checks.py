"""Checks of lessons: solutions reach their end, wrong tries get their answers, no learner gets stuck, no text is missing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

from dungeon_twister.ai.bots.resolve import resolve_bot
from dungeon_twister.learning.exercise_run import TAP, TRY
from dungeon_twister.learning.lessons.lesson_parser import NOT_YET_NAME
from dungeon_twister.learning.lessons.lesson_run import NOT_YET_TEXT, LessonRun
from dungeon_twister.learning.lessons.lesson_shapes import REFUSED, Lesson, LessonStep
from dungeon_twister.learning.lessons.questions import right_answer
from dungeon_twister.learning.lessons.solver import Explorer, PositionLimitError, dead_ends
from dungeon_twister.presentation.i18n import LANGUAGES, MessageCatalogue
from dungeon_twister.rules.geometry.text import AmbiguousActionError, TextError

MOST_CHOICES: Final = 4000  # limit of choices in a guided game
ON_THE_WAY: Final = "travel"  # the stage of a game in which a character walks
STAND_IN: Final = "lamplighter"  # the bot that plays for the learner when a guided game is checked
WORDS_A_MINUTE: Final = 200  # of a fast reader
SECONDS_A_CHOICE: Final = 4.0


@dataclass
class LessonReport:
    """The result of a check: counts, and faults as sentences."""

    lessons: int = 0
    steps: int = 0
    wrong_tries: int = 0
    positions: int = 0
    choices: int = 0  # choices of a learner who follows the solutions; a whole walk is one
    seconds: float = 0.0  # time of a fast reader who does that, in the language with the most words
    guided: float = 0.0  # the part of these seconds in guided games
    faults: list[str] = field(default_factory=list)


def check_lessons(lessons: Iterable[Lesson]) -> LessonReport:
    """Check lessons one after the other."""
    whole = LessonReport()
    for lesson in lessons:
        report = check_lesson(lesson)
        whole.lessons += report.lessons
        whole.steps += report.steps
        whole.wrong_tries += report.wrong_tries
        whole.positions += report.positions
        whole.choices += report.choices
        whole.seconds += report.seconds
        whole.guided += report.guided
        whole.faults += report.faults
    return whole


def check_lesson(lesson: Lesson) -> LessonReport:
    """Play the solution and the wrong tries of a lesson, and look for dead ends and missing texts."""
    report = LessonReport(lessons=1, steps=len(lesson.steps))
    report.faults += [f"Lesson {lesson.name}: {fault}." for fault in missing_texts(lesson)]
    check = _check_guided if lesson.guided else _check_scripted
    report.faults += [f"Lesson {lesson.name}, {fault}." for fault in check(lesson, report)]
    if not report.faults:
        words = max(words_read(lesson, language) for language in LANGUAGES)
        report.seconds = words * 60 / WORDS_A_MINUTE + report.choices * SECONDS_A_CHOICE
        report.guided = report.seconds if lesson.guided else 0.0
    return report


def _check_scripted(lesson: Lesson, report: LessonReport) -> Iterator[str]:
    run = LessonRun(lesson)
    for number, step in enumerate(lesson.steps):
        if run.at != number:
            yield f"step {step.name}: it is done before it has begun"
            return
        begun = list(run.deeds)
        yield from _solver(run, step, report)
        for wrong in step.wrong:
            report.wrong_tries += 1
            yield from (f"step {step.name}: {fault}" for fault in _wrong_try(lesson, begun, list(wrong.tries), wrong.gets))
        said = {wrong.gets for wrong in step.wrong}
        for line in step.solution:
            if run.at != number:
                yield f"step {step.name}: its solution goes on after its end with {line!r}"
                return
            report.choices += run.game_session.stage != ON_THE_WAY
            fault = follow(run, line)
            if fault:
                yield f"step {step.name}: its solution {fault}"
                return
            said |= {run.heard.text.rpartition(".")[2]} if run.heard is not None else set()
        for answer in step.answers:
            if answer.name not in said:
                yield f"step {step.name}: no wrong try shows the answer {answer.name!r}"
        if run.at == number:
            yield f"step {step.name}: its solution does not reach its end"
            return
    if LessonRun(lesson, run.deeds).coach() != run.coach():
        yield "the end: done again, it is not the same"


def follow(run: LessonRun, line: str) -> str:
    """Play one line of a solution. Return the fault, or an empty text."""
    kind, _, rest = line.partition(" ")
    made = len(run.deeds)
    try:
        if kind == TAP:
            return "" if run.tap(rest.split()) else f"taps wrong: {line!r}, right is {_right(run)}"
        if kind == TRY:
            return "" if run.try_refused(rest) else f"tries {rest!r}, which is not refused"
        run.play(line)
    except (TextError, AmbiguousActionError) as error:
        return f"has {line!r}, which cannot be read: {error}"
    if len(run.deeds) == made or run.deeds[-1].startswith(f"{TRY} "):
        return f"has {line!r}, which is answered with {run.heard.text if run.heard else 'nothing'}"
    return ""


def _right(run: LessonRun) -> str:
    return " ".join(sorted(right_answer(run.state, run.step.question)))


def _wrong_try(lesson: Lesson, begun: list[str], tries: list[str], gets: str) -> Iterator[str]:
    run = LessonRun(lesson, begun)
    step = run.step
    for line in tries[:-1]:
        fault = follow(run, line)
        if fault:
            yield f"a wrong try {fault}"
            return
    kind, _, rest = tries[-1].partition(" ")
    try:
        if kind == TAP:
            run.tap(rest.split())
        else:
            run.play(tries[-1])
    except (TextError, AmbiguousActionError) as error:
        yield f"the wrong try {tries[-1]!r} cannot be read: {error}"
        return
    heard = run.heard.text if run.heard is not None else "nothing"
    wanted = NOT_YET_TEXT if gets == NOT_YET_NAME else lesson.key(step.name, gets)
    if heard not in (wanted, f"refusals.{gets}"):
        yield f"the wrong try {tries[-1]!r} is answered with {heard}, not with {gets}"
    elif run.heard is not None and run.heard.kind == REFUSED and run.at == 0 and not run.deeds:
        yield f"the wrong try {tries[-1]!r} leaves no trace"


def _solver(run: LessonRun, step: LessonStep, report: LessonReport) -> Iterator[str]:
    """Yield a fault if there is no way to the end of a step, or if a learner can get stuck in it."""
    if step.question:
        try:
            if not right_answer(run.state, step.question):
                yield f"step {step.name}: there is nothing to tap"
        except ValueError as error:
            yield f"step {step.name}: {error}"
        return
    explorer = Explorer(run.lesson, step, run.learner)
    try:
        places = explorer.all_places(run.state, {})
    except PositionLimitError:
        yield f"step {step.name}: it leaves open more positions than can be looked at"
        return
    report.positions += len(places)
    if not any(place.done for place in places.values()):
        yield f"step {step.name}: there is no way to its end"
    for text in sorted(explorer.unscripted):
        yield f"step {step.name}: nobody says what the other side does (it would be {text!r})"
    lost = dead_ends(places)
    if lost:
        yield f"step {step.name}: after {', '.join(map(repr, lost[:3]))} it cannot be finished, and no answer says so"


def _check_guided(lesson: Lesson, report: LessonReport) -> Iterator[str]:
    """Let a bot play for the learner until the lesson is over. Yield the faults."""
    run = LessonRun(lesson)
    stand_in = resolve_bot(STAND_IN).make(lesson.seed)
    shown: set[str] = set()
    for _ in range(MOST_CHOICES):
        if run.finished or run.state.over:
            break
        shown.add(run.coach().hint)
        report.choices += run.game_session.stage != ON_THE_WAY
        run.play(stand_in.choose(run.view))
    if not run.finished:
        yield f"step {run.step.name}: a bot that plays it does not get to its end"
    hints = {lesson.key(step.name, hint.name) for step in lesson.steps for hint in step.hints}
    for hint in sorted(hints - shown):
        yield f"the hint {hint} was never given"


# -- texts ------------------------------------------------------------------------------------------------------------------


def text_keys(lesson: Lesson) -> set[str]:
    """Return the keys of all texts that a lesson needs."""
    keys = {lesson.key(name) for name in ("title", "aim", "remember", "done")}
    for step in lesson.steps:
        keys |= {lesson.key(step.name), lesson.key(step.name, "tick")}
        keys |= {lesson.key(step.name, one.name) for one in step.answers}
        keys |= {lesson.key(step.name, one.name) for one in step.hints}
    return keys


def words_read(lesson: Lesson, language: str) -> int:
    """Return the number of words read by a learner without mistakes: all texts except the answers to wrong tries."""
    answers = {lesson.key(step.name, one.name) for step in lesson.steps for one in step.answers}
    catalogue = MessageCatalogue(language)
    return sum(len(catalogue.t(key).split()) for key in text_keys(lesson) - answers)


def missing_texts(lesson: Lesson) -> list[str]:
    return [
        f"the text {key} is missing in {language!r}"
        for language in LANGUAGES
        for key in sorted(text_keys(lesson))
        if not MessageCatalogue(language).has(key)
    ]
