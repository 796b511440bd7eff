"""Mistakes of one's own games as exercises."""

from __future__ import annotations

from collections.abc import Sequence
from re import fullmatch
from typing import ClassVar, Final

from dungeon_twister.ai.analysis.analysis_shapes import Hint
from dungeon_twister.learning.exercise_run import FAILED, SOLVED, TRY
from dungeon_twister.learning.mistakes import MistakeRun, read_mistake
from dungeon_twister.learning.progress.entries import LONGEST_TEXT, NAMES
from dungeon_twister.presentation.guide.guide_shapes import Reason
from dungeon_twister.server.study.run_exercise import RunExercise
from dungeon_twister.server.study_protocol import Replayed

NO_WAY: Final = Reason("no-way", sentence="This is not the way of the best plan: begin again.")


class MistakeExercise(RunExercise[MistakeRun]):
    """A mistake that is played again. The client brings it along: its text is the first deed."""

    kind: ClassVar[str] = "mistakes"
    longest: ClassVar[int] = LONGEST_TEXT

    def __init__(self, name: str, deeds: Sequence[str]) -> None:
        if not deeds or not fullmatch(NAMES, name):
            raise KeyError(name)
        self._text = deeds[0]
        self._hint: Hint | None = None
        super().__init__(name, MistakeRun(read_mistake(self._text), deeds[1:]))

    @property
    def deeds(self) -> list[str]:
        return [self._text, *self.run.deeds]

    # -- doing --------------------------------------------------------------------------------------------------------------

    def changed(self) -> None:
        self._hint = None

    def hint(self, grade: int) -> Reason | None:
        if self.run.over:
            return self.over
        self._hint = self.run.hint(grade)
        return None if self._hint is not None else NO_WAY

    def show(self) -> Reason | None:
        shown = self.run.show()
        self.changed()
        return None if shown else NO_WAY

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
            reply=run.reply_plan() if run.status == FAILED else None,
            hint=self._hint,
            reason=mistake.reason if run.status == SOLVED else None,
            shows=run.follows,
        )
