"""Puzzles as exercises: those of the game by their number, those of players by their text."""

from __future__ import annotations

from collections.abc import Sequence
from re import fullmatch
from typing import ClassVar, Final

from dungeon_twister.ai.analysis.plan_playback import arrows_of, marks_of, play_back
from dungeon_twister.game.session import GameSession
from dungeon_twister.game.views import EventView
from dungeon_twister.learning.exercise_run import FAILED, SOLVED
from dungeon_twister.learning.progress.entries import NAMES
from dungeon_twister.learning.puzzles import Puzzle, PuzzleAnswer, PuzzleError, PuzzleHint, PuzzleRun, load_puzzle
from dungeon_twister.learning.puzzles.own_puzzle import LONGEST_PUZZLE, read_own_puzzle
from dungeon_twister.learning.puzzles.puzzle_run import REFUTED, actions_of
from dungeon_twister.presentation.guide.guide_shapes import Reason
from dungeon_twister.presentation.guide.scene import scene_of
from dungeon_twister.server.study.run_exercise import RunExercise
from dungeon_twister.server.study_protocol import Board, Puzzled, PuzzleHelp

SECONDS: Final = 6.0  # for proving that a turn survives: less than PATIENCE of the service, so that there is always an answer
NO_WAY: Final = Reason("no-way", sentence="This is not the way of the solution: begin again.")


class PuzzleExercise(RunExercise[PuzzleRun]):
    """A run of a puzzle. If the next player wins after the turn, that line is played out."""

    kind: ClassVar[str] = "puzzles"

    def __init__(self, name: str, deeds: Sequence[str]) -> None:
        if not (name.isascii() and name.isdecimal()) or name != str(int(name)):
            raise KeyError(name)
        try:
            puzzle = load_puzzle(int(name))
        except PuzzleError:
            raise KeyError(name) from None
        self._begin(name, puzzle, deeds)

    def _begin(self, name: str, puzzle: Puzzle, deeds: Sequence[str]) -> None:
        self._hint: PuzzleHint | None = None
        self._answer: PuzzleAnswer | None = None
        self._source: list[list[EventView]] = []
        self._history: list[list[EventView]] = []
        RunExercise.__init__(self, name, PuzzleRun(puzzle, deeds, seconds=SECONDS))

    def changed(self) -> None:
        """Update the state of the run, with the answer of the defence."""
        run, self._hint = self.run, None
        if run.history is not self._source:
            self._source, self._history, self._answer = run.history, [], None
        elif run.answer is not None and run.answer is self._answer:
            return
        self._history += run.history[len(self._history) :]
        self._seated, self._answer = run.game_session, run.answer
        if run.answer is not None and run.answer.kind == REFUTED:
            self._history += run.answer.events
            self._seated = run.game_session.clone()
            for line in run.answer.lines:
                self._seated.decide(self._seated.resolve_choice(line))

    @property
    def seated(self) -> GameSession:
        return self._seated

    @property
    def history(self) -> list[list[EventView]]:
        return self._history

    # -- doing --------------------------------------------------------------------------------------------------------------

    def hint(self, grade: int) -> Reason | None:
        if self.run.over:
            return self.over
        self._hint = self.run.hint(grade)
        return None

    def show(self) -> Reason | None:
        """Make the next choice of the solution, a walk to its end."""
        run, solution, done = self.run, self.run.puzzle.solution, self.run.lines
        if run.over or done != list(solution[: len(done)]):
            return NO_WAY
        for line in run.step(solution[len(done) :]):
            run.play(line)
        self.changed()
        return None

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
            shows=run.status != FAILED and run.lines == list(puzzle.solution[: len(run.lines)]),
        )


class OwnPuzzleExercise(PuzzleExercise):
    """A run of a puzzle that somebody has made. The client brings it along: its text is the first deed."""

    kind: ClassVar[str] = "own-puzzles"
    longest: ClassVar[int] = LONGEST_PUZZLE

    def __init__(self, name: str, deeds: Sequence[str]) -> None:
        if not deeds or not fullmatch(NAMES, name):
            raise KeyError(name)
        self._text = deeds[0]
        self._begin(name, read_own_puzzle(self._text), deeds[1:])

    @property
    def deeds(self) -> list[str]:
        return [self._text, *self.run.deeds]

    def board(self, whole: bool) -> Board | None:
        """Return the scene, which may be that of a scenario with no name."""
        return Board(scene=scene_of(self.run.root.setting)) if whole else None
