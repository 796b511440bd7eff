"""The game of a lesson: its start, the script of the other side and of chance, and the answers of a step to choices.

Both the run of a lesson and its solver use it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from dungeon_twister.game.record.chance import TICKETS, Chance
from dungeon_twister.game.record.recorded_game import RecordedGame
from dungeon_twister.game.views import EventView
from dungeon_twister.learning.lessons.conditions import ANY_OF, EVENT, NOT, Condition, Counts, all_hold, count, counted
from dungeon_twister.learning.lessons.lesson_shapes import Lesson, LessonStep, StepAnswer
from dungeon_twister.learning.lessons.patterns import Pattern, first_match
from dungeon_twister.rules.engine.actions import PASS, pack
from dungeon_twister.rules.engine.game import legal, new_setting
from dungeon_twister.rules.engine.state import State

STOP: Final = ["stop"]


class ScriptedChance:
    """Chance as the lesson scripts it; everything else is drawn from its seed."""

    way = TICKETS

    def __init__(self, seed: str, patterns: tuple[Pattern, ...]) -> None:
        self._chance = Chance(seed)
        self._patterns = patterns

    def copy(self) -> ScriptedChance:
        return self  # it has no state

    def draw(self, state: State, log: Sequence[str]) -> int:
        found = first_match(state, self._patterns) if self._patterns else None
        return self._chance.draw(state, log) if found is None else found


def dice_of(lesson: Lesson, step: LessonStep) -> ScriptedChance:
    return ScriptedChance(lesson.seed, step.chance + lesson.chance)


def game_of(lesson: Lesson, step: LessonStep) -> RecordedGame:
    """Return the game at the start of the lesson, or of a step with a position of its own."""
    text = step.start or lesson.start
    if not text:
        return RecordedGame(new_setting(lesson.scenario, lesson.options), lesson.seed, dice_of(lesson, step))
    game = RecordedGame.from_position(text, lesson.seed)
    game.set_seed(lesson.seed, dice_of(lesson, step))
    return game


def scripted_choice(state: State, lesson: Lesson, step: LessonStep) -> tuple[int, bool]:
    """Return the choice of the other side, and whether the lesson scripts it.

    Without a script, the turn ends, or the first choice is made.
    """
    found = first_match(state, step.other + lesson.other)
    if found is not None:
        return found, True
    choices = legal(state)
    return (pack(PASS) if pack(PASS) in choices else choices[0]), False


# -- answers of a step ------------------------------------------------------------------------------------------------------


def is_open(step: LessonStep, words: list[str]) -> bool:
    """Return whether the step allows this choice. A move under way may always end, so that the next thing can be done."""
    if step.question:
        return False
    return not step.open or words == STOP or any(pattern.matches(words) for pattern in step.open)


def may_match(answer: StepAnswer, words: list[str]) -> bool:
    """Return whether an answer may match this choice, judged by the choice alone."""
    return not answer.refusal and not answer.taps and (not answer.to or any(one.matches(words) for one in answer.to))


def answer_to(step: LessonStep, words: list[str], state: State, events: Iterable[EventView]) -> StepAnswer | None:
    """Return the answer of the step to a choice, given its events.

    A choice that is not open gets only answers that take it back.
    """
    happened = list(events)
    opened = is_open(step, words)
    for answer in step.answers:
        if not opened and not answer.stays:
            continue
        if may_match(answer, words) and all_hold(answer.then, state, count(counted(answer.then), happened, {})):
            return answer
    return None


def is_taken_back(step: LessonStep, words: list[str], answer: StepAnswer | None) -> bool:
    """Return whether the choice is taken back, as always if it is not open."""
    return (answer is not None and answer.stays) or not is_open(step, words)


def needs_events(step: LessonStep) -> bool:
    """Return whether the step needs events to be judged."""
    return any(_has_event(one) for one in (*step.until, *(then for answer in step.answers for then in answer.then)))


def _has_event(condition: Condition) -> bool:
    return condition.kind == EVENT or (condition.kind in (ANY_OF, NOT) and any(_has_event(part) for part in condition.parts))


def is_done(step: LessonStep, state: State, counts: Counts) -> bool:
    """Return whether all conditions of the step hold. A question is answered by taps, not by the game."""
    return not step.question and all_hold(step.until, state, counts)
