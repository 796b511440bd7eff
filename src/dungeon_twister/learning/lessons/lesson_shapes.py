"""Shapes of lessons: the declarations of a lesson file, and the texts of the coach at one moment."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from dungeon_twister.learning.lessons.conditions import Condition
from dungeon_twister.learning.lessons.patterns import Pattern

# Kinds of replies of the coach to an action of the learner.
REFUSED: Final = "refused"  # the rules refuse it; `text` is the refusal's sentence
NOT_YET: Final = "not-yet"  # legal, but taken back
NOTED: Final = "noted"  # done, with a remark
AGAIN: Final = "again"  # done, but the step may have become impossible to finish
WRONG_TAP: Final = "wrong-tap"  # a wrong or incomplete answer to a question


@dataclass(frozen=True, slots=True)
class Ring:
    """A highlight.

    - `kind`: `square`, `token`, `room`, `zone` or `choice`.
    - `name`: name of the square, token, place, zone, station or kind of choice.
    """

    kind: str
    name: str


@dataclass(frozen=True, slots=True)
class StepAnswer:
    """An answer of a step to a choice.

    It matches by the choice (`to`) and by the position after it (`then`); all given parts must match.
    """

    name: str
    to: tuple[Pattern, ...] = ()
    then: tuple[Condition, ...] = ()
    refusal: str = ""  # answers a refused choice with this code
    taps: frozenset[str] = frozenset()  # answers a wrong tap on one of these names
    stays: bool = False  # the choice is taken back
    again: bool = False  # the step is offered again


@dataclass(frozen=True, slots=True)
class WrongTry:
    """A wrong try for the check of a lesson: lines from the start of the step, and the expected answer to the last one."""

    tries: tuple[str, ...]
    gets: str


@dataclass(frozen=True, slots=True)
class StepHint:
    """A hint for a situation, shown in at most `turns` turns."""

    name: str
    when: tuple[Condition, ...]
    turns: int = 1


@dataclass(frozen=True, slots=True)
class LessonStep:
    """One task of a lesson. It has a `question`, which the learner answers by tapping, or waits `until` all conditions hold.

    `start` is a position that replaces the current one.
    """

    name: str
    until: tuple[Condition, ...] = ()
    question: str = ""
    rings: tuple[str, ...] = ()
    open: tuple[Pattern, ...] = ()  # allowed choices; empty: all
    answers: tuple[StepAnswer, ...] = ()
    hints: tuple[StepHint, ...] = ()
    start: str = ""
    other: tuple[Pattern, ...] = ()
    chance: tuple[Pattern, ...] = ()
    solution: tuple[str, ...] = ()
    wrong: tuple[WrongTry, ...] = ()


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson with the fields of its file. It begins with a position or with a game of a scenario.

    With a `bot` it is a game against that bot, guided by hints; otherwise the other side is scripted.
    """

    name: str
    number: int
    game: str
    minutes: int
    player: str
    cards: tuple[str, ...]
    steps: tuple[LessonStep, ...]
    start: str = ""
    scenario: str = ""
    options: dict[str, str] = field(default_factory=dict)
    seed: str = "lesson"
    bot: str = ""
    other: tuple[Pattern, ...] = ()
    chance: tuple[Pattern, ...] = ()

    @property
    def guided(self) -> bool:
        return bool(self.bot)

    @property
    def title(self) -> str:
        return f"lessons.{self.name}.title"

    def key(self, *names: str) -> str:
        """Return the key of a text in the catalogues."""
        return ".".join(("lessons", self.name, *names))


@dataclass(frozen=True, slots=True)
class Tick:
    """A step in the list of steps."""

    text: str
    done: bool


@dataclass(frozen=True, slots=True)
class CoachReply:
    """The coach's answer to the last action.

    - `kind`: `refused`, `not-yet`, `noted`, `again` or `wrong-tap`.
    - `text`: key of the text; for a refusal `refusals.CODE`.
    - `stays`: the choice was taken back.
    - `again`: the step can be restarted.
    - `clause`: clause of a refusal.
    """

    kind: str
    text: str
    stays: bool = False
    again: bool = False
    clause: str = ""


@dataclass(frozen=True, slots=True)
class TapQuestion:
    """A question that the player answers by tapping things.

    - `kind`: `token`, `square` or `zone`.
    - `count`: number of things.
    """

    kind: str
    count: int


@dataclass(frozen=True, slots=True)
class Coach:
    """The texts and highlights of a lesson at one moment. Texts are keys of the catalogues.

    - `step`: number of the current step, from 0; equal to `steps` in a finished lesson.
    - `text`: instruction.
    - `values`: values for the placeholders of `text`.
    - `rings`: highlights.
    - `ticks`: list of steps.
    - `heard`: answer to the last action.
    - `question`: question to answer by tapping.
    - `hint`: current hint.
    - `remember`: summary of the lesson.
    - `cards`: cards of the rules that the lesson teaches.
    """

    lesson: str
    step: int
    steps: int
    text: str
    values: dict[str, int]
    rings: list[Ring]
    ticks: list[Tick]
    heard: CoachReply | None
    question: TapQuestion | None
    hint: str
    finished: bool
    remember: str
    cards: list[str]
