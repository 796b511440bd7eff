"""Parser of lesson files (docs/lessons.md). A fault is reported in one sentence with file, step and reason."""

from __future__ import annotations

import re
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
from dungeon_twister.presentation.i18n import MessageCatalogue
from dungeon_twister.rules.engine.options import OptionError
from dungeon_twister.rules.engine.scenarios import scenario_names
from dungeon_twister.rules.engine.state import State
from dungeon_twister.rules.geometry.text import TextError

NAME: Final = re.compile(r"[a-z][a-z0-9-]*")
RESERVED: Final = ("title", "aim", "remember", "done")
GAMES: Final = ("board", "card")
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

Table = dict[str, object]


class LessonError(ValueError):
    """The file of a lesson is wrong; the message is one sentence."""


class LessonFault(ValueError):  # noqa: N818 - a finding within a file, reported as a LessonError
    """A fault whose place in the file is not yet known."""


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
    except LessonFault as fault:
        raise LessonError(f"{where}: {fault}") from None
    return lesson


def _lesson(name: str, table: Table, where: str) -> Lesson:
    _only(table, LESSON_KEYS)
    if not NAME.fullmatch(name):
        raise LessonFault(f"{name!r} is no name of a lesson: small letters, digits and hyphens")
    game = _one_of(_text(table, "game"), GAMES, "game")
    start, scenario = _text(table, "start", ""), _text(table, "scenario", "")
    if bool(start) == bool(scenario):
        raise LessonFault("a lesson begins either with a position (start) or with a scenario")
    if scenario and scenario not in scenario_names():
        raise LessonFault(f"there is no scenario {scenario!r}")
    bot = _text(table, "bot", "")
    if bot and bot not in known_bots():
        raise LessonFault(f"there is no bot {bot!r}")
    steps = _tables(table, "step")
    if not steps:
        raise LessonFault("a lesson has at least one step")
    return Lesson(
        name=name,
        number=_number(table, "number", 99),
        game=game,
        minutes=_number(table, "minutes", MOST_MINUTES),
        player=_text(table, "player", "blue"),
        cards=tuple(_texts(table, "cards")),
        steps=tuple(_step(one, number, where) for number, one in enumerate(steps)),
        start=start,
        scenario=scenario,
        options={key: str(value) for key, value in _table(table, "options").items()},
        seed=_text(table, "seed", "lesson"),
        bot=bot,
        other=_patterns(table, "other"),
        chance=_patterns(table, "chance"),
    )


def _step(table: Table, number: int, where: str) -> LessonStep:
    name = str(table.get("name", number + 1))
    try:
        _only(table, STEP_KEYS)
        _named(table)
        if ("until" in table) == ("question" in table):
            raise LessonFault("a step has either conditions it waits for (until) or a question")
        return LessonStep(
            name=name,
            until=_conditions(table, "until"),
            question=_text(table, "question", ""),
            rings=tuple(_texts(table, "ring")),
            open=_patterns(table, "open"),
            answers=tuple(_answer(one) for one in _tables(table, "answer")),
            hints=tuple(_hint(one) for one in _tables(table, "hint")),
            start=_text(table, "start", ""),
            other=_patterns(table, "other"),
            chance=_patterns(table, "chance"),
            solution=tuple(_texts(table, "solution")),
            wrong=tuple(_wrong(one) for one in _tables(table, "wrong")),
        )
    except LessonFault as fault:
        raise LessonError(f"{where}, step {name}: {fault}") from None


def _answer(table: Table) -> StepAnswer:
    _only(table, ANSWER_KEYS)
    answer = StepAnswer(
        name=_named(table),
        to=_patterns(table, "to"),
        then=_conditions(table, "then"),
        refusal=_text(table, "refusal", ""),
        taps=frozenset(_texts(table, "taps")),
        stays=_truth(table, "stays"),
        again=_truth(table, "again"),
    )
    if not (answer.to or answer.then or answer.refusal or answer.taps):
        raise LessonFault(f"the answer {answer.name} says to nothing what it says")
    if answer.refusal and not MessageCatalogue("en").has(f"refusals.{answer.refusal}"):
        raise LessonFault(f"the answer {answer.name} is to the refusal {answer.refusal!r}, which does not exist")
    if answer.stays and answer.again:
        raise LessonFault(f"the answer {answer.name} takes a choice back, so the step need not be offered again")
    return answer


def _hint(table: Table) -> StepHint:
    _only(table, {"name", "when", "turns"})
    if "when" not in table:
        raise LessonFault("a hint says when it is given (when)")
    return StepHint(_named(table), _conditions(table, "when"), _number(table, "turns", 99, 1))


def _wrong(table: Table) -> WrongTry:
    _only(table, {"tries", "gets"})
    wrong = WrongTry(tuple(_texts(table, "tries")), _text(table, "gets"))
    if not wrong.tries:
        raise LessonFault("a wrong try has no lines (tries)")
    return wrong


# -- checks against the game ------------------------------------------------------------------------------------------------


def _check_start(lesson: Lesson, where: str) -> None:
    known = MessageCatalogue("en")
    for card in lesson.cards:
        if not card.startswith(f"{lesson.game}.") or not known.has(f"rules.{card}"):
            raise LessonFault(f"there is no card of the rules {card!r}")
    state = _state(lesson, lesson.steps[0])
    if lesson.player not in state.setting.colours:
        raise LessonFault(f"nobody of {', '.join(state.setting.colours)} is {lesson.player!r}")
    names = [step.name for step in lesson.steps]
    for step in lesson.steps:
        try:
            if names.count(step.name) > 1 or step.name in RESERVED:
                raise LessonFault("its name is taken")
            if step.start:
                state = _state(lesson, step)
            _check_step(lesson, step, state)
        except LessonFault as fault:
            raise LessonError(f"{where}, step {step.name}: {fault}") from None


def _state(lesson: Lesson, step: LessonStep) -> State:
    try:
        state = game_of(lesson, step).state
    except (TextError, OptionError) as error:
        raise LessonFault(f"its position is wrong: {error}") from None
    if state.setting.scenario.game != lesson.game:
        raise LessonFault(f"its position is not of the game {lesson.game!r}")
    return state


def _check_step(lesson: Lesson, step: LessonStep, state: State) -> None:
    names = [*(one.name for one in step.answers), *(one.name for one in step.hints)]
    for name in names:
        if names.count(name) > 1 or name == "tick":
            raise LessonFault(f"the name {name!r} is taken")
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
        raise LessonFault("it has no solution")
    if step.hints and not lesson.guided:
        raise LessonFault("hints are for guided games: this lesson has no bot")
    known = MessageCatalogue("en")
    for wrong in step.wrong:
        if wrong.gets not in (*names, NOT_YET_NAME) and not known.has(f"refusals.{wrong.gets}"):
            raise LessonFault(f"a wrong try gets {wrong.gets!r}, which is neither an answer nor a refusal")


@contextmanager
def _as_faults() -> Iterator[None]:
    """Turn errors of conditions, patterns and questions into faults of the file."""
    try:
        yield
    except ValueError as error:
        raise LessonFault(str(error)) from None


# -- values -----------------------------------------------------------------------------------------------------------------


def _only(table: Table, keys: set[str]) -> None:
    for key in table:
        if key not in keys:
            raise LessonFault(f"{key!r} is none of {', '.join(sorted(keys))}")


def _named(table: Table) -> str:
    name = _text(table, "name")
    if not NAME.fullmatch(name):
        raise LessonFault(f"{name!r} is no name: small letters, digits and hyphens")
    return name


def _text(table: Table, key: str, otherwise: str | None = None) -> str:
    value = table.get(key, otherwise)
    if not isinstance(value, str):
        raise LessonFault(f"{key} should be a text")
    return value


def _number(table: Table, key: str, most: int, otherwise: int | None = None) -> int:
    value = table.get(key, otherwise)
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= most:
        raise LessonFault(f"{key} should be a whole number from 1 to {most}")
    return value


def _truth(table: Table, key: str) -> bool:
    value = table.get(key, False)
    if not isinstance(value, bool):
        raise LessonFault(f"{key} should be true or false")
    return value


def _one_of(value: str, known: tuple[str, ...], key: str) -> str:
    if value not in known:
        raise LessonFault(f"{key} should be one of {', '.join(known)}, not {value!r}")
    return value


def _texts(table: Table, key: str) -> list[str]:
    value = table.get(key, [])
    if not isinstance(value, list) or not all(isinstance(one, str) and one.strip() for one in value):
        raise LessonFault(f"{key} should be a list of texts")
    return value


def _table(table: Table, key: str) -> Table:
    value = table.get(key, {})
    if not isinstance(value, dict):
        raise LessonFault(f"{key} should be a table")
    return value


def _tables(table: Table, key: str) -> list[Table]:
    value = table.get(key, [])
    if not isinstance(value, list) or not all(isinstance(one, dict) for one in value):
        raise LessonFault(f"{key} should be a list of tables, as [[{key}]]")
    return value


def _patterns(table: Table, key: str) -> tuple[Pattern, ...]:
    texts = _texts(table, key)
    with _as_faults():
        return tuple(Pattern.read(text) for text in texts)


def _conditions(table: Table, key: str) -> tuple[Condition, ...]:
    value = table.get(key, [])
    if not isinstance(value, list):
        raise LessonFault(f"{key} should be a list of conditions")
    with _as_faults():
        return tuple(read_condition(one) for one in value)
