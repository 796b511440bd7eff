"""Puzzles as exercises."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from dungeon_twister.ai.analysis.plan_playback import arrows_of, marks_of, play_back
from dungeon_twister.game.record.grammar import Choice
from dungeon_twister.game.session import GameSession
from dungeon_twister.game.views import EventView
from dungeon_twister.learning.puzzles import (
    PuzzleError,
    PuzzleHint,
    PuzzleRun,
    load_puzzle,
)
from dungeon_twister.learning.puzzles.puzzle_run import FAILED, OPEN, REFUTED, SOLVED, actions_of
from dungeon_twister.presentation.guide.guide_shapes import Reason
from dungeon_twister.rules.engine.game import IllegalActionError
from dungeon_twister.rules.geometry.text import AmbiguousActionError, TextError
from dungeon_twister.server.study.exercise import NOTHING_TO_UNDO, PLAYED, Exercise, unreadable
from dungeon_twister.server.study_protocol import Puzzled, PuzzleHelp

SECONDS: Final = 6.0  # for proving that a turn survives: less than PATIENCE of the service, so that there is always an answer
OVER: Final = Reason("not-now", sentence="The turn is over: take something back, or begin again.")
NO_WAY: Final = Reason("no-way", sentence="This is not the way of the solution: begin again.")


class PuzzleExercise(Exercise):
    """A run of a puzzle. If the next player wins after the turn, that line is played out."""

    kind: ClassVar[str] = "puzzles"

    def __init__(self, name: str, deeds: Sequence[str]) -> None:
        if not (name.isascii() and name.isdecimal()) or name != str(int(name)):
            raise KeyError(name)
        try:
            puzzle = load_puzzle(int(name))
        except PuzzleError:
            raise KeyError(name) from None
        self.name = name
        self.run = PuzzleRun(puzzle, deeds, seconds=SECONDS)
        self.seat = self.run.learner
        self._hint: PuzzleHint | None = None
        self._source: list[list[EventView]] | None = None
        self._history: list[list[EventView]] = []
        self._seated = self.run.game_session
        self._follow()

    def _follow(self) -> None:
        """Update the state of the run, with the answer of the defence."""
        run = self.run
        if run.history is not self._source:
            self._source, self._history = run.history, []
        self._history += run.history[len(self._history) :]
        self._seated = run.game_session
        answer = run.answer
        if answer is None or answer.kind != REFUTED:
            return
        self._history += answer.events
        self._seated = run.game_session.clone()
        for line in answer.lines:
            self._seated.decide(self._seated.resolve_choice(line))

    @property
    def deeds(self) -> list[str]:
        return self.run.deeds

    @property
    def seated(self) -> GameSession:
        return self._seated

    @property
    def history(self) -> list[list[EventView]]:
        return self._history

    @property
    def undoable(self) -> str:
        return next((deed[len(PLAYED) :] for deed in reversed(self.deeds) if deed.startswith(PLAYED)), "")

    # -- doing --------------------------------------------------------------------------------------------------------------

    def play(self, choices: Sequence[Choice | str]) -> Reason | None:
        run = self.run
        self._hint = None
        for choice in choices:
            if run.status != OPEN:
                return OVER
            try:
                run.play(choice)
            except (TextError, AmbiguousActionError) as error:
                self._follow()
                return unreadable(error)
            except IllegalActionError as error:
                self._follow()
                return Reason(error.code, error.clause, sentence=error.sentence)
            if run.status != OPEN or run.answer is not None:
                break
        self._follow()
        return None

    def why(self, about: Choice | str) -> Reason | None:
        return OVER if self.run.status != OPEN else super().why(about)

    def undo(self, steps: int) -> Reason | None:
        self._hint = None
        for number in range(steps):
            if not self.run.undo():
                return None if number else NOTHING_TO_UNDO
        self._follow()
        return None

    def again(self, whole: bool) -> Reason | None:
        self._hint = None
        self.run.restart()
        self._follow()
        return None

    def hint(self, grade: int) -> Reason | None:
        if self.run.status != OPEN:
            return OVER
        self._hint = self.run.hint(grade)
        return None

    def show(self) -> Reason | None:
        """Make the next choice of the solution, a walk to its end."""
        run, solution = self.run, self.run.puzzle.solution
        self._hint = None
        done = self._lines
        if run.status != OPEN or done != list(solution[: len(done)]):
            return NO_WAY
        for line in run.step(solution[len(done) :]):
            run.play(line)
        self._follow()
        return None

    @property
    def _lines(self) -> list[str]:
        return [deed[len(PLAYED) :] for deed in self.deeds if deed.startswith(PLAYED)]

    # -- sending ------------------------------------------------------------------------------------------------------------

    @property
    def _help(self) -> PuzzleHelp | None:
        hint, state = self._hint, self.run.state
        if hint is None:
            return None
        playback = play_back(state, tuple(actions_of(state, hint.step)), -1, self.seat)
        return PuzzleHelp(
            hint.grade,
            hint.theme,
            hint.token,
            list(hint.choices),
            hint.lost,
            hint.proved,
            arrows_of(playback, self.seat),
            marks_of(playback, self.seat),
        )

    @property
    def puzzle(self) -> Puzzled:
        run, puzzle = self.run, self.run.puzzle
        colours = run.game_session.colours
        return Puzzled(
            number=puzzle.number,
            goal=puzzle.goal,
            player=puzzle.player,
            rival=colours[run.adapter.after_pass(run.root).active],
            grade=puzzle.grade,
            points=puzzle.points,
            token=puzzle.token,
            status=run.status,
            answer=run.answer.kind if run.answer else "",
            hint=self._help,
            reason=run.solution().reason if run.status == SOLVED else None,
            shows=run.status != FAILED and self._lines == list(puzzle.solution[: len(self._lines)]),
        )
