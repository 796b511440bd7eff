"""Solver of lesson steps: a breadth-first search over the choices that a step allows.

It finds the shortest way to the end, or all reachable positions, to see whether a learner can get stuck.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from dungeon_twister.game.record.notation import read, to_choice, write
from dungeon_twister.game.views import EventView, observe_event
from dungeon_twister.learning.exercise_run import TRY
from dungeon_twister.learning.lessons.conditions import Condition, Counts, count, count_refusal, counted
from dungeon_twister.learning.lessons.lesson_game import (
    answer_to,
    dice_of,
    is_done,
    is_open,
    is_taken_back,
    may_match,
    needs_events,
    scripted_choice,
)
from dungeon_twister.learning.lessons.lesson_shapes import Lesson, LessonStep
from dungeon_twister.learning.lessons.patterns import words_of
from dungeon_twister.rules.engine.decisions import CHANCE
from dungeon_twister.rules.engine.game import apply, legal, why_not
from dungeon_twister.rules.engine.state import State
from dungeon_twister.rules.geometry.text import TextError

MOST_POSITIONS: Final = 30_000
MOST_DETOURS: Final = 800  # limit of positions after choices at which the coach offers to restart the step
MOST_REPLIES: Final = 200  # limit of choices of the others between two of the player

Key = tuple[int, tuple[int, ...]]


class PositionLimitError(Exception):
    """There are more positions than the limit."""


@dataclass(slots=True)
class StepPosition:
    """A position reachable within a step, and the choices that lead on."""

    state: State
    counts: Counts
    done: bool
    line: str = ""  # the choice that led here
    before: Key | None = None
    onward: list[Key] = field(default_factory=list)
    given_up: int = 0  # number of choices after which the coach offers to restart the step


class Explorer:
    """Explores the positions of one step, starting from any of them."""

    def __init__(self, lesson: Lesson, step: LessonStep, learner: int) -> None:
        self.lesson = lesson
        self.step = step
        self.learner = learner
        self.counted: list[Condition] = counted(step.until)
        self.unscripted: set[str] = set()  # decisions of the other side for which the lesson has no script
        self._dice = dice_of(lesson, step)
        self._listens = needs_events(step)
        self._tries = [line.removeprefix(f"{TRY} ") for line in step.solution if line.startswith(f"{TRY} ")]

    def follows(self, state: State, counts: Counts, lines: Iterable[str]) -> bool:
        """Return whether these lines of a solution finish the step from here."""
        now, so_far = state.copy(), counts
        for line in lines:
            kind, _, rest = line.partition(" ")
            if kind == TRY:
                so_far = count_refusal(self.counted, self._refusal(now, rest), so_far)
                continue
            try:
                action = read(now, line)
            except TextError:
                return False
            if action not in legal(now):
                return False
            so_far = count(self.counted, self._play(now, action), so_far)
        return is_done(self.step, now, so_far)

    def way(self, state: State, counts: Counts, most: int = MOST_POSITIONS) -> list[str] | None:
        """Return the shortest way to the end, as lines of a solution, or None.

        It uses choices after which the coach offers to restart the step only if there is no other way.
        """
        return self._shortest(state, counts, most, False) or self._shortest(state, counts, min(most, MOST_DETOURS), True)

    def _shortest(self, state: State, counts: Counts, most: int, detours: bool) -> list[str] | None:
        places: dict[Key, StepPosition] = {}
        for key in self._reached(state, counts, places, most, detours):
            if places[key].done:
                lines: list[str] = []
                at: Key | None = key
                while at is not None and places[at].before is not None:
                    lines.append(places[at].line)
                    at = places[at].before
                return lines[::-1]
        return None

    def all_places(
        self, state: State, counts: Counts, most: int = MOST_POSITIONS, detours: bool = False
    ) -> dict[Key, StepPosition]:
        """Return every position that is reachable before the step is done.

        With `detours`, include those after choices at which the coach offers to restart the step.
        """
        places: dict[Key, StepPosition] = {}
        for _ in self._reached(state, counts, places, most, detours):
            pass
        return places

    def _reached(
        self, state: State, counts: Counts, places: dict[Key, StepPosition], most: int, detours: bool
    ) -> Iterable[Key]:
        first = self._key(state, counts)
        places[first] = StepPosition(state, counts, is_done(self.step, state, counts))
        yield first
        waiting = deque([first])
        while waiting:
            key = waiting.popleft()
            place = places[key]
            if place.done:
                continue
            for line, after, more in self._choices(place, detours):
                other = self._key(after, more)
                place.onward.append(other)
                if other in places:
                    continue
                if len(places) >= most:
                    raise PositionLimitError
                places[other] = StepPosition(after, more, is_done(self.step, after, more), line, key)
                yield other
                waiting.append(other)

    def _key(self, state: State, counts: Counts) -> Key:
        return state.hash64(), tuple(counts.get(condition, 0) for condition in self.counted)

    def _choices(self, place: StepPosition, detours: bool) -> list[tuple[str, State, Counts]]:
        """Return what can be done at a position: its choices, and the refused tries of the solution."""
        found: list[tuple[str, State, Counts]] = []
        for text in self._tries:
            code = self._refusal(place.state, text)
            if code:
                found.append((f"{TRY} {text}", place.state, count_refusal(self.counted, code, place.counts)))
        for action in legal(place.state):
            words = words_of(to_choice(place.state, action))
            fitting = [answer for answer in self.step.answers if may_match(answer, words)]
            plainly = next((answer for answer in fitting if not answer.then), None)
            if not is_open(self.step, words) or (plainly is not None and plainly.stays and fitting[0] is plainly):
                continue
            after = place.state.copy()
            events = self._play(after, action)
            answer = answer_to(self.step, words, after, events) if fitting else None
            if is_taken_back(self.step, words, answer):
                continue
            counts = count(self.counted, events, place.counts)
            if answer is not None and answer.again and not is_done(self.step, after, counts):
                place.given_up += 1
                if not detours:
                    continue
            found.append((write(place.state, action), after, counts))
        return found

    def _refusal(self, state: State, text: str) -> str:
        try:
            refusal = why_not(state, read(state, text))
        except TextError:
            return ""
        return refusal.code if refusal is not None else ""

    def _play(self, state: State, action: int) -> list[EventView]:
        """Make a choice and let the others decide until it is the player's turn to decide again."""
        events = self._apply(state, action)
        for _ in range(MOST_REPLIES):
            if state.over or state.decider() == self.learner:
                break
            if state.decider() == CHANCE:
                events += self._apply(state, self._dice.draw(state, []))
                continue
            reply, scripted = scripted_choice(state, self.lesson, self.step)
            if not scripted:
                self.unscripted.add(write(state, reply))
            events += self._apply(state, reply)
        return events

    def _apply(self, state: State, action: int) -> list[EventView]:
        state.events = [] if self._listens else None
        apply(state, action)
        events, state.events = state.events or [], None
        return [observe_event(state, event, self.learner) for event in events]


def dead_ends(places: dict[Key, StepPosition]) -> list[str]:
    """Return the choices into positions where the step can neither be finished nor restarted."""
    live = finishable(places)
    caught: set[Key] = set()
    grows = True
    while grows:  # without a way to the end, every line of choices must reach an offer to restart
        grows = False
        for key, place in places.items():
            if key in live or key in caught:
                continue
            ways = set(place.onward) - {key}
            if (ways or place.given_up) and ways <= caught:
                caught.add(key)
                grows = True
    lost = [places[key].line or "the beginning" for key in places if key not in live and key not in caught]
    return list(dict.fromkeys(lost))


def finishable(places: dict[Key, StepPosition]) -> set[Key]:
    """Return the positions from which the step can be finished."""
    before: dict[Key, list[Key]] = {}
    for key, place in places.items():
        for other in place.onward:
            before.setdefault(other, []).append(key)
    found = {key for key, place in places.items() if place.done}
    waiting = list(found)
    while waiting:
        for key in before.get(waiting.pop(), []):
            if key not in found:
                found.add(key)
                waiting.append(key)
    return found
