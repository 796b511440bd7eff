"""Lessons as exercises."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import ClassVar, Final

from dungeon_twister.game.record.grammar import Choice
from dungeon_twister.game.views import EventView
from dungeon_twister.learning.lessons import Coach, CoachReply, LessonRun, lesson_names, load_lesson, load_lessons
from dungeon_twister.learning.lessons.lesson_checks import follow
from dungeon_twister.learning.lessons.lesson_shapes import REFUSED
from dungeon_twister.presentation.guide.advice import explain
from dungeon_twister.presentation.guide.guide_shapes import Reason
from dungeon_twister.rules.engine.game import IllegalActionError, why_not
from dungeon_twister.rules.geometry.text import AmbiguousActionError, TextError
from dungeon_twister.server.protocol import AnyView
from dungeon_twister.server.study.exercise import BotAsked, bot_asked
from dungeon_twister.server.study.run_exercise import RunExercise
from dungeon_twister.server.study_protocol import LessonCard

TRIED: Final = "try "
MOST_SHOWN: Final = 12  # choices of one walk
NO_WAY: Final = Reason("no-way", sentence="From here there is no way on: begin the step again.")


def lesson_cards() -> list[LessonCard]:
    """Return all lessons in their order."""
    return [
        LessonCard(one.name, one.number, one.game, one.minutes, one.guided, len(one.steps), list(one.cards))
        for one in load_lessons()
    ]


class LessonExercise(RunExercise[LessonRun]):
    """A run of a lesson. The coach carries all answers of the lesson."""

    kind: ClassVar[str] = "lessons"

    def __init__(self, name: str, deeds: Sequence[str]) -> None:
        if name not in lesson_names():
            raise KeyError(name)
        super().__init__(name, LessonRun(load_lesson(name), deeds, bots=False))

    @property
    def left(self) -> tuple[list[list[EventView]], AnyView] | None:
        return self.run.left

    @property
    def coach(self) -> Coach:
        return self.run.coach()

    def asked(self) -> BotAsked | None:
        run = self.run
        if not run.waits_for_bot:
            return None
        return bot_asked(run.state, run.lesson.bot, run.lesson.seed)

    # -- doing --------------------------------------------------------------------------------------------------------------

    def play(self, choices: Sequence[Choice | str]) -> Reason | None:
        run, at = self.run, self.run.at
        run.heard = None
        for choice in choices:
            refusal = self.make(choice)
            if refusal is not None:
                return refusal
            if run.heard is not None:
                return self._refusal()
            # Further choices were meant for this step: they are dropped when it changes, except after a stop.
            if run.at != at and not _stops(choice):
                return None
        if self._would_be_done():
            run.play("stop")
        return None

    def _refusal(self) -> Reason | None:
        """Return the last refusal of the rules."""
        heard, deeds = self.run.heard, self.deeds
        if heard is None or heard.kind != REFUSED or not deeds:
            return None
        return self._explained(deeds[-1].removeprefix(TRIED)) or Reason("not-now", heard.clause)

    def _would_be_done(self) -> bool:
        """Return whether the step only needs the journey to end. People see that they have arrived, not that the journey is
        still open."""
        run = self.run
        if run.finished or run.lesson.guided or run.game_session.stage != "travel":
            return False
        with suppress(TextError, AmbiguousActionError):
            trial = LessonRun(run.lesson, run.deeds, bots=False)
            trial.play("stop")
            return trial.at > run.at
        return False

    def reply(self, choice: Choice) -> None:
        self.run.heard = None
        self.run.reply(choice)

    def why(self, about: Choice | str) -> Reason | None:
        """Return the refusal. The lesson's answer to it, if there is one, goes to the coach."""
        reason = self._explained(about)
        if reason is None or self.run.finished:
            return reason
        with suppress(TextError, AmbiguousActionError):
            if self.run.try_refused(about):
                return reason
        self.run.heard = None
        if isinstance(about, Choice):
            if self._tried(about):
                return self._refusal() or reason
            if about.square or about.zone:
                self._hear(about, reason)
        return reason

    def _explained(self, about: Choice | str) -> Reason | None:
        return explain(self.view, about, self.seated.state.setting)

    def _tried(self, about: Choice) -> bool:
        """Return whether a refused action is the one that the step waits for. A refused button does not name its target."""
        run = self.run
        for line in run.step.solution:
            if line.startswith(f"{TRIED}{about.token} {about.do} ") and not (about.target or about.square or about.zone):
                return run.try_refused(line[len(TRIED) :])
        return False

    def _hear(self, about: Choice, reason: Reason) -> None:
        """Return the answer to an impossible walk, which is asked about by its end alone: as a
        whole, or as a single step."""
        run, words = self.run, ["step", about.square or about.zone]
        codes = {reason.code, self._refused_step(about)}
        for one in run.step.answers:
            if one.refusal in codes and (not one.to or any(pattern.matches(words) for pattern in one.to)):
                run.heard = CoachReply(REFUSED, run.lesson.key(run.step.name, one.name), stays=True, clause=reason.clause)
                return

    def _refused_step(self, about: Choice) -> str:
        """Return why no single step leads there; empty if that cannot be asked."""
        trial = self.run.game_session.clone()
        with suppress(TextError, AmbiguousActionError, IllegalActionError):
            if trial.stage != "travel":
                trial.play(replace(about, square="", zone=""), self.seat)
            refusal = why_not(
                trial.state, trial.resolve_choice(Choice("step", square=about.square, zone=about.zone), self.seat)
            )
            return refusal.code if refusal is not None else ""
        return ""

    def tap(self, things: Sequence[str]) -> Reason | None:
        self.run.tap(things)
        return None

    def undo(self, steps: int) -> Reason | None:
        """Take choices back. If only the automatic end of a journey was taken back, take the
        journey back too."""
        refusal = super().undo(steps)
        while refusal is None and self._would_be_done() and self.run.undo():
            pass
        return refusal

    def again(self, whole: bool) -> Reason | None:
        self.run.restart(whole)
        return None

    def show(self) -> Reason | None:
        """Make the next choice of the solution, a walk to its end. An unfinished move is ended
        first."""
        run, at = self.run, self.run.at
        run.heard = None
        if run.finished or run.waits_for_bot:
            return None
        for number in range(MOST_SHOWN):
            line = run.show_me()
            if not line or follow(run, line):
                return NO_WAY
            ended = run.game_session.stage != "travel" and not (number == 0 and _stops(line))
            if run.finished or run.lesson.guided or run.at != at or ended:
                break
        return None


def _stops(choice: Choice | str) -> bool:
    return (choice.do if isinstance(choice, Choice) else choice) == "stop"
