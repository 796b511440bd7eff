"""Base class of exercises that are runs of `learning`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Generic, TypeVar

from dungeon_twister.game.record.grammar import Choice
from dungeon_twister.game.session import GameSession
from dungeon_twister.game.views import EventView
from dungeon_twister.learning.exercise_run import ExerciseRun
from dungeon_twister.presentation.guide.guide_shapes import Reason
from dungeon_twister.rules.engine.game import IllegalActionError
from dungeon_twister.rules.geometry.text import AmbiguousActionError, TextError
from dungeon_twister.server.study.exercise import NOTHING_TO_UNDO, Exercise, unreadable

Run = TypeVar("Run", bound=ExerciseRun)


class RunExercise(Exercise, Generic[Run]):
    """An exercise with a run. `over` is the refusal of whatever needs a run that is not over."""

    over: ClassVar[Reason] = Reason("not-now", sentence="The turn is over: take something back, or begin again.")

    def __init__(self, name: str, run: Run) -> None:
        self.name = name
        self.run = run
        self.seat = run.learner
        self.changed()

    def changed(self) -> None:
        """Follow the run, which may have changed."""

    @property
    def deeds(self) -> list[str]:
        return self.run.deeds

    @property
    def seated(self) -> GameSession:
        return self.run.game_session

    @property
    def history(self) -> list[list[EventView]]:
        return self.run.history

    @property
    def undoable(self) -> str:
        return self.run.undoable

    # -- doing --------------------------------------------------------------------------------------------------------------

    def play(self, choices: Sequence[Choice | str]) -> Reason | None:
        """Make choices until the run is at another stage, answers, or waits for a bot: the rest is dropped."""
        run, refusal = self.run, None
        for choice in choices:
            stage, refusal = run.stage, self.over if run.over else self.make(choice)
            if refusal is not None or run.stage != stage or run.answered or run.waits_for_bot:
                break
        self.changed()
        return refusal

    def make(self, choice: Choice | str) -> Reason | None:
        """Make one choice."""
        try:
            self.run.play(choice)
        except (TextError, AmbiguousActionError) as error:
            return unreadable(error)
        except IllegalActionError as error:
            return Reason(error.code, error.clause, sentence=error.sentence)
        return None

    def reply(self, choice: Choice) -> None:
        self.run.reply(choice)

    def why(self, about: Choice | str) -> Reason | None:
        return self.over if self.run.over else super().why(about)

    def undo(self, steps: int) -> Reason | None:
        undone = sum(1 for _ in range(steps) if self.run.undo())
        self.changed()
        return None if undone else NOTHING_TO_UNDO

    def again(self, whole: bool) -> Reason | None:
        self.run.restart()
        self.changed()
        return None
