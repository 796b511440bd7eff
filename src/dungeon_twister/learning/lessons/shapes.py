"""The shapes of lessons: what a file declares, and what a coach says at one moment."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from dungeon_twister.learning.lessons.conditions import Condition
from dungeon_twister.learning.lessons.patterns import Pattern

# How something that a player did is answered.
REFUSED: Final = "refused"  # the rules refuse it; `text` is the refusal's sentence
NOT_YET: Final = "not-yet"  # it is legal, but it was taken back
NOTED: Final = "noted"  # it happened, and there is something to say about it
AGAIN: Final = "again"  # it happened, and the step can perhaps not be finished any more
WRONG_TAP: Final = "wrong-tap"  # not all that was asked for, or something else


@dataclass(frozen=True, slots=True)
class Ring:
    """A highlight.

    - `kind`: `square`, `token`, `room`, `zone` or `choice`.
    - `name`: name of the square, token, place, zone, station or kind of choice.
    """

    kind: str
    name: str


@dataclass(frozen=True, slots=True)
class Answer:
    """What a step says to a choice. It fits by its pattern and by what is so after the choice; all that are given must fit."""

    name: str
    to: tuple[Pattern, ...] = ()
    then: tuple[Condition, ...] = ()
    refusal: str = ""  # it answers a refused choice with this code
    taps: frozenset[str] = frozenset()  # it answers a wrong tap that has one of these
    stays: bool = False  # the choice is taken back
    again: bool = False  # the step is offered again


@dataclass(frozen=True, slots=True)
class Wrong:
    """A wrong try of the check: lines from the beginning of the step on, and how the last of them is answered."""

    tries: tuple[str, ...]
    gets: str


@dataclass(frozen=True, slots=True)
class Hint:
    """Something that is said in a certain situation, in so many turns at most."""

    name: str
    when: tuple[Condition, ...]
    turns: int = 1


@dataclass(frozen=True, slots=True)
class Step:
    """One thing to do. `question` asks the engine for what is to be tapped; otherwise the step waits `until` all conditions
    hold. `start` is a position with which the step begins anew."""

    name: str
    until: tuple[Condition, ...] = ()
    question: str = ""
    rings: tuple[str, ...] = ()
    open: tuple[Pattern, ...] = ()  # what may be chosen; nothing given: everything
    answers: tuple[Answer, ...] = ()
    hints: tuple[Hint, ...] = ()
    start: str = ""
    other: tuple[Pattern, ...] = ()
    chance: tuple[Pattern, ...] = ()
    solution: tuple[str, ...] = ()
    wrong: tuple[Wrong, ...] = ()


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson as its file declares it. It begins with a position, or with a game of a scenario. With a `bot` it is a game
    against it, guided by hints; otherwise the other side is scripted."""

    name: str
    number: int
    game: str
    minutes: int
    player: str
    cards: tuple[str, ...]
    steps: tuple[Step, ...]
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
        """The key of a text in the catalogues."""
        return ".".join(("lessons", self.name, *names))


@dataclass(frozen=True, slots=True)
class Tick:
    """A step in the list of steps."""

    text: str
    done: bool


@dataclass(frozen=True, slots=True)
class Heard:
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
class Question:
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
    heard: Heard | None
    question: Question | None
    hint: str
    finished: bool
    remember: str
    cards: list[str]
