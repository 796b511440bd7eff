"""Parser of lesson files (docs/lessons.md). A fault is reported in one sentence with file, step and reason."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from dungeon_twister.ai.bots.registry import known_bots
from dungeon_twister.learning.lessons.conditions import Condition, check_conditions, read_condition
from dungeon_twister.learning.lessons.lesson_game import game_of
from dungeon_twister.learning.lessons.lesson_shapes import Lesson, LessonStep, StepAnswer, StepHint, WrongTry
from dungeon_twister.learning.lessons.patterns import Pattern
from dungeon_twister.learning.lessons.questions import kind_of_name, right_answer
from dungeon_twister.learning.toml_file import (
    GAMES,
    NAME,
    FileFault,
    Table,
    check_keys,
    number_of,
    one_of,
    table_of,
    tables_of,
    text_of,
    texts_of,
    truth_of,
)
from dungeon_twister.presentation.i18n import MessageCatalogue
from dungeon_twister.rules.engine.options import OptionError
from dungeon_twister.rules.engine.scenarios import scenario_names
from dungeon_twister.rules.engine.state import State
from dungeon_twister.rules.geometry.text import TextError

RESERVED: Final = ("title", "aim", "remember", "done")
MOST_MINUTES: Final = 30
NOT_YET_NAME: Final = "not-yet"
LINES: Final = ("play", "try", "tap")
LESSON_KEYS: Final = {
    "number", "game", "minutes", "player", "cards", "start", "scenario", "options", "seed", "bot", "other", "chance", "step",
}  # fmt: skip
STEP_KEYS: Final = {
    "name", "until", "question", "ring", "open", "answer", "hint", "start", "other", "chance", "solution", "wrong",
}  # fmt: skip
ANSWER_KEYS: Final = {"name", "to", "then", "refusal", "taps", "stays", "again"}


class LessonError(ValueError):
    """The file of a lesson is wrong; the message is one sentence."""


def parse_lesson(name: str, text: str, source: str = "") -> Lesson:
    """Parse the text of a lesson file. Raise LessonError if it is wrong."""
    where = source or f"{name}.toml"
    try:
        table: Table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise LessonError(f"{where}: it is no TOML: {error}") from None
    try:
        lesson = _lesson(name, table, where)
        _check_start(lesson, where)
    except FileFault as fault:
        raise LessonError(f"{where}: {fault}") from None
    return lesson


def _lesson(name: str, table: Table, where: str) -> Lesson:
    check_keys(table, LESSON_KEYS)
    if not NAME.fullmatch(name):
        raise FileFault(f"{name!r} is no name of a lesson: small letters, digits and hyphens")
    game = one_of(text_of(table, "game"), GAMES, "game")
    start, scenario = text_of(table, "start", ""), text_of(table, "scenario", "")
    if bool(start) == bool(scenario):
        raise FileFault("a lesson begins either with a position (start) or with a scenario")
    if scenario and scenario not in scenario_names():
        raise FileFault(f"there is no scenario {scenario!r}")
    bot = text_of(table, "bot", "")
    if bot and bot not in known_bots():
        raise FileFault(f"there is no bot {bot!r}")
    steps = tables_of(table, "step")
    if not steps:
        raise FileFault("a lesson has at least one step")
    return Lesson(
        name=name,
        number=number_of(table, "number", 99),
        game=game,
        minutes=number_of(table, "minutes", MOST_MINUTES),
        player=text_of(table, "player", "blue"),
        cards=tuple(texts_of(table, "cards")),
        steps=tuple(_step(one, number, where) for number, one in enumerate(steps)),
        start=start,
        scenario=scenario,
        options={key: str(value) for key, value in table_of(table, "options").items()},
        seed=text_of(table, "seed", "lesson"),
        bot=bot,
        other=_patterns(table, "other"),
        chance=_patterns(table, "chance"),
    )


def _step(table: Table, number: int, where: str) -> LessonStep:
    name = str(table.get("name", number + 1))
    try:
        check_keys(table, STEP_KEYS)
        _named(table)
        if ("until" in table) == ("question" in table):
            raise FileFault("a step has either conditions it waits for (until) or a question")
        return LessonStep(
            name=name,
            until=_conditions(table, "until"),
            question=text_of(table, "question", ""),
            rings=tuple(texts_of(table, "ring")),
            open=_patterns(table, "open"),
            answers=tuple(_answer(one) for one in tables_of(table, "answer")),
            hints=tuple(_hint(one) for one in tables_of(table, "hint")),
            start=text_of(table, "start", ""),
            other=_patterns(table, "other"),
            chance=_patterns(table, "chance"),
            solution=tuple(texts_of(table, "solution")),
            wrong=tuple(_wrong(one) for one in tables_of(table, "wrong")),
        )
    except FileFault as fault:
        raise LessonError(f"{where}, step {name}: {fault}") from None


def _answer(table: Table) -> StepAnswer:
    check_keys(table, ANSWER_KEYS)
    answer = StepAnswer(
        name=_named(table),
        to=_patterns(table, "to"),
        then=_conditions(table, "then"),
        refusal=text_of(table, "refusal", ""),
        taps=frozenset(texts_of(table, "taps")),
        stays=truth_of(table, "stays"),
        again=truth_of(table, "again"),
    )
    if not (answer.to or answer.then or answer.refusal or answer.taps):
        raise FileFault(f"the answer {answer.name} says to nothing what it says")
    if answer.refusal and not MessageCatalogue("en").has(f"refusals.{answer.refusal}"):
        raise FileFault(f"the answer {answer.name} is to the refusal {answer.refusal!r}, which does not exist")
    if answer.stays and answer.again:
        raise FileFault(f"the answer {answer.name} takes a choice back, so the step need not be offered again")
    return answer


def _hint(table: Table) -> StepHint:
    check_keys(table, {"name", "when", "turns"})
    if "when" not in table:
        raise FileFault("a hint says when it is given (when)")
    return StepHint(_named(table), _conditions(table, "when"), number_of(table, "turns", 99, 1))


def _wrong(table: Table) -> WrongTry:
    check_keys(table, {"tries", "gets"})
    wrong = WrongTry(tuple(texts_of(table, "tries")), text_of(table, "gets"))
    if not wrong.tries:
        raise FileFault("a wrong try has no lines (tries)")
    return wrong


# -- checks against the game ------------------------------------------------------------------------------------------------


def _check_start(lesson: Lesson, where: str) -> None:
    known = MessageCatalogue("en")
    for card in lesson.cards:
        if not card.startswith(f"{lesson.game}.") or not known.has(f"rules.{card}"):
            raise FileFault(f"there is no card of the rules {card!r}")
    state = _state(lesson, lesson.steps[0])
    if lesson.player not in state.setting.colours:
        raise FileFault(f"nobody of {', '.join(state.setting.colours)} is {lesson.player!r}")
    names = [step.name for step in lesson.steps]
    for step in lesson.steps:
        try:
            if names.count(step.name) > 1 or step.name in RESERVED:
                raise FileFault("its name is taken")
            if step.start:
                state = _state(lesson, step)
            _check_step(lesson, step, state)
        except FileFault as fault:
            raise LessonError(f"{where}, step {step.name}: {fault}") from None


def _state(lesson: Lesson, step: LessonStep) -> State:
    try:
        state = game_of(lesson, step).state
    except (TextError, OptionError) as error:
        raise FileFault(f"its position is wrong: {error}") from None
    if state.setting.scenario.game != lesson.game:
        raise FileFault(f"its position is not of the game {lesson.game!r}")
    return state


def _check_step(lesson: Lesson, step: LessonStep, state: State) -> None:
    names = [*(one.name for one in step.answers), *(one.name for one in step.hints)]
    for name in names:
        if names.count(name) > 1 or name == "tick":
            raise FileFault(f"the name {name!r} is taken")
    with _as_faults():
        check_conditions(step.until, state)
        for answer in step.answers:
            check_conditions(answer.then, state)
        for hint in step.hints:
            check_conditions(hint.when, state)
        for ring in step.rings:
            if kind_of_name(state, ring) == "choice":
                Pattern.read(ring)
        if step.question.partition(" ")[0] not in ("", "fighters", "choices", "zones", "where", "things"):
            right_answer(state, step.question)
    if not lesson.guided and not step.solution:
        raise FileFault("it has no solution")
    if step.hints and not lesson.guided:
        raise FileFault("hints are for guided games: this lesson has no bot")
    known = MessageCatalogue("en")
    for wrong in step.wrong:
        if wrong.gets not in (*names, NOT_YET_NAME) and not known.has(f"refusals.{wrong.gets}"):
            raise FileFault(f"a wrong try gets {wrong.gets!r}, which is neither an answer nor a refusal")


@contextmanager
def _as_faults() -> Iterator[None]:
    """Turn errors of conditions, patterns and questions into faults of the file."""
    try:
        yield
    except ValueError as error:
        raise FileFault(str(error)) from None


# -- values -----------------------------------------------------------------------------------------------------------------


def _named(table: Table) -> str:
    name = text_of(table, "name")
    if not NAME.fullmatch(name):
        raise FileFault(f"{name!r} is no name: small letters, digits and hyphens")
    return name


def _patterns(table: Table, key: str) -> tuple[Pattern, ...]:
    texts = texts_of(table, key)
    with _as_faults():
        return tuple(Pattern.read(text) for text in texts)


def _conditions(table: Table, key: str) -> tuple[Condition, ...]:
    value = table.get(key, [])
    if not isinstance(value, list):
        raise FileFault(f"{key} should be a list of conditions")
    with _as_faults():
        return tuple(read_condition(one) for one in value)
