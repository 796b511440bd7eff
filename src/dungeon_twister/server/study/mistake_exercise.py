"""Mistakes of one's own games as exercises."""

from __future__ import annotations

from collections.abc import Sequence
from re import fullmatch
from typing import ClassVar, Final

from dungeon_twister.ai.analysis.analysis_shapes import Hint
from dungeon_twister.game.record.grammar import Choice
from dungeon_twister.game.session import GameSession
from dungeon_twister.game.views import EventView
from dungeon_twister.learning.deeds import TRY
from dungeon_twister.learning.mistakes import MistakeRun, read_mistake
from dungeon_twister.learning.mistakes.mistake_run import FAILED, OPEN, SOLVED
from dungeon_twister.learning.progress.entries import LONGEST_TEXT, NAMES
from dungeon_twister.presentation.guide.guide_shapes import Reason
from dungeon_twister.rules.engine.game import IllegalActionError
from dungeon_twister.rules.geometry.text import AmbiguousActionError, TextError
from dungeon_twister.server.study.exercise import NOTHING_TO_UNDO, Exercise, unreadable
from dungeon_twister.server.study_protocol import Replayed

OVER: Final = Reason("not-now", sentence="The turn is over: take something back, or begin again.")
NO_WAY: Final = Reason("no-way", sentence="This is not the way of the best plan: begin again.")


class MistakeExercise(Exercise):
    """A mistake that is played again. The client brings it along: its text is the first deed."""

    kind: ClassVar[str] = "mistakes"
    longest: ClassVar[int] = LONGEST_TEXT

    def __init__(self, name: str, deeds: Sequence[str]) -> None:
        if not deeds or not fullmatch(NAMES, name):
            raise KeyError(name)
        self.name = name
        self._text = deeds[0]
        self.run = MistakeRun(read_mistake(self._text), deeds[1:])
        self.seat = self.run.learner
        self._hint: Hint | None = None

    @property
    def deeds(self) -> list[str]:
        return [self._text, *self.run.deeds]

    @property
    def seated(self) -> GameSession:
        return self.run.game_session

    @property
    def history(self) -> list[list[EventView]]:
        return self.run.history

    @property
    def undoable(self) -> str:
        return self.run.lines[-1] if self.run.deeds else ""

    # -- doing --------------------------------------------------------------------------------------------------------------

    def play(self, choices: Sequence[Choice | str]) -> Reason | None:
        self._hint = None
        for choice in choices:
            if self.run.status != OPEN:
                return OVER
            try:
                self.run.play(choice)
            except (TextError, AmbiguousActionError) as error:
                return unreadable(error)
            except IllegalActionError as error:
                return Reason(error.code, error.clause, sentence=error.sentence)
            if self.run.status != OPEN:
                break
        return None

    def why(self, about: Choice | str) -> Reason | None:
        return OVER if self.run.status != OPEN else super().why(about)

    def undo(self, steps: int) -> Reason | None:
        self._hint = None
        for number in range(steps):
            if not self.run.undo():
                return None if number else NOTHING_TO_UNDO
        return None

    def again(self, whole: bool) -> Reason | None:
        self._hint = None
        self.run.restart()
        return None

    def hint(self, grade: int) -> Reason | None:
        if self.run.status != OPEN:
            return OVER
        self._hint = self.run.hint(grade)
        return None if self._hint is not None else NO_WAY

    def show(self) -> Reason | None:
        self._hint = None
        return None if self.run.show() else NO_WAY

    # -- sending ------------------------------------------------------------------------------------------------------------

    @property
    def mistake(self) -> Replayed:
        run, mistake, verdict = self.run, self.run.mistake, self.run.verdict
        return Replayed(
            kind=mistake.kind,
            game=mistake.game,
            at=mistake.at,
            turn=mistake.turn,
            player=mistake.player,
            played=run.played(),
            loss=mistake.loss,
            status=run.status,
            fault=mistake.fault,
            given=round(verdict.best - verdict.share, 4) if verdict is not None else 0.0,
            missed_win=verdict is not None and verdict.missed_win,
            luck=bool(run.deeds) and run.deeds[-1].startswith(TRY),
            reply=run.reply() if run.status == FAILED else None,
            hint=self._hint,
            reason=mistake.reason if run.status == SOLVED else None,
            shows=run.follows,
        )
