"""A puzzle in progress."""

from __future__ import annotations

import math
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Final

from dungeon_twister.ai.analysis.analysis_shapes import Mark, PlanReason, TokenPath
from dungeon_twister.ai.analysis.plan_playback import arrows_of, is_risk, marks_of, play_back
from dungeon_twister.ai.analysis.reasons import Scales, reason_for
from dungeon_twister.ai.search.adapters import adapter_for, gc_paused
from dungeon_twister.game.record.notation import Choice, read, write
from dungeon_twister.game.record.recorded_game import RecordedGame
from dungeon_twister.game.session import PlayedChoice
from dungeon_twister.game.views import EventView
from dungeon_twister.learning.exercise_run import FAILED, HINTS, OPEN, PLAY, SOLVED, TRY, ExerciseRun, seat_learner
from dungeon_twister.learning.puzzles.continuation import Continuation
from dungeon_twister.learning.puzzles.defence import Defence, DefenceLimitError
from dungeon_twister.learning.puzzles.puzzle import SURVIVE, WIN, Puzzle
from dungeon_twister.learning.puzzles.puzzle_checks import goal_of, puzzle_state
from dungeon_twister.learning.puzzles.puzzle_codec import PuzzleError
from dungeon_twister.learning.puzzles.puzzle_goal import lost
from dungeon_twister.presentation.guide.routes import traveller
from dungeon_twister.rules.engine.game import apply, is_for_any_time, legal
from dungeon_twister.rules.engine.state import State
from dungeon_twister.rules.geometry.text import TextError

# kinds of answers
RISK: Final = "risk"  # a combat or a reveal: taken back, as its result is uncertain
MISSED: Final = "missed"  # the turn is over without the goal
REFUTED: Final = "refuted"  # the next player wins
HELD: Final = "held"  # the goal is reached
UNSURE: Final = "unsure"  # too many positions to prove that the turn survives: its last choice is taken back

HINT_POSITIONS: Final = 60_000  # limit of positions of a search while the player waits
HINT_SECONDS: Final = 4.0  # and of its seconds
QUICK: Final = 600  # limit of positions in the search for a win of the next player, for other goals than survival


@dataclass(frozen=True, slots=True)
class PuzzleAnswer:
    """The answer to the last action. A refutation has its player, its choices, and the events of each."""

    kind: str
    player: str = ""
    lines: list[str] = field(default_factory=list)
    events: list[list[EventView]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class PuzzleHint:
    """A hint. Grade 1 has a theme (or none), grade 2 also who begins, grade 3 the next choice.

    With grade 3, `step` has all choices up to the end of the walk that it begins. `lost` says that no way to the goal was
    found, and something must be taken back; `proved` says that there is none.
    """

    grade: int
    theme: str = ""
    token: str = ""
    line: str = ""
    lost: bool = False
    proved: bool = False
    step: tuple[str, ...] = ()
    choices: tuple[Choice, ...] = ()  # the same as `step`, by the names that the player may know


@dataclass(frozen=True, slots=True)
class PuzzleSolution:
    """The stored solution of a puzzle: its choices, an explanation, and its drawing."""

    lines: list[str]
    choices: list[Choice]
    reason: PlanReason
    arrows: list[TokenPath]
    marks: list[Mark]


def actions_of(s: State, lines: Iterable[str]) -> list[int]:
    """Return the choices that lines of notation mean when they are played one after the other."""
    state, found = s.copy(), list[int]()
    for line in lines:
        found.append(read(state, line))
        apply(state, found[-1])
    return found


class PuzzleRun(ExerciseRun):
    """The run of one puzzle: one player decides until the turn is over or the goal is reached.

    `most` limits the positions of a search for the way on. Survival is either proved or left open; `seconds` limits the time of
    the proof.
    """

    error: ClassVar[type[ValueError]] = PuzzleError
    status: str = OPEN

    def __init__(
        self, puzzle: Puzzle, deeds: Iterable[str] = (), most: int = HINT_POSITIONS, seconds: float = math.inf
    ) -> None:
        self.puzzle = puzzle
        self.most = most
        self.seconds = seconds
        self.root = puzzle_state(puzzle)
        self.learner = self.root.active
        self.adapter = adapter_for(self.root.setting)
        self.goal = goal_of(puzzle, self.adapter, self.root)
        self.answer: PuzzleAnswer | None = None
        self.lines: list[str] = []  # choices played
        self._continuation = Continuation(puzzle, self.adapter, self.goal, self.root, most, min(seconds, HINT_SECONDS))
        self._known: tuple[list[str], list[str]] | None = None  # choices played, and the way on from there
        self._rebuild(list(deeds))

    # -- queries ---------------------------------------------------------------------------------------------------------

    @property
    def answered(self) -> bool:
        return self.answer is not None

    @property
    def clean(self) -> bool:
        """Return whether nothing wrong was tried."""
        return not any(deed.startswith(f"{TRY} ") for deed in self.deeds)

    def hint(self, grade: int) -> PuzzleHint:
        """Return a hint for the current position."""
        grade = max(1, min(HINTS, grade))
        way = self._way()
        if not way:
            return PuzzleHint(grade, lost=True, proved=self._continuation.proved)
        theme = self.puzzle.themes[0] if self.puzzle.themes else ""
        token = self._actor(way[0]) if grade > 1 else ""
        if grade < HINTS:
            return PuzzleHint(grade, theme, token)
        step = self.step(way)
        playback = play_back(self.state, tuple(actions_of(self.state, step)), -1, self.learner)
        return PuzzleHint(grade, theme, token, way[0], step=step, choices=tuple(playback.choices))

    def _actor(self, line: str) -> str:
        """Return the name of the character that a choice is about: on a journey that of the traveller."""
        setting, mover = self.root.setting, traveller(self.state)
        if mover >= 0:
            return setting.names[mover]
        return next((word for word in line.split() if word in setting.names), "")

    def step(self, way: Sequence[str]) -> tuple[str, ...]:
        """Return the first choice of a way, with the rest of the walk that it begins."""
        trial, found = self.game_session.clone(), list[str]()
        for line in way:
            found.append(line)
            trial.decide(trial.resolve_choice(line))
            if trial.over or trial.stage != "travel":
                break
        return tuple(found)

    def _way(self) -> list[str]:
        """Return the choices from here to the goal; empty if none were found. One search serves all grades of a hint."""
        if self._known is None or self._known[0] != self.lines:
            way = self._continuation.find(self.state, self.lines) if self.status == OPEN else []
            self._known = (list(self.lines), way)
        return self._known[1]

    def solution(self) -> PuzzleSolution:
        """Return the stored solution with its explanation."""
        playback = play_back(self.root, tuple(actions_of(self.root, self.puzzle.solution)), -1, self.learner)
        reason = reason_for(
            Scales(self.adapter, self.root, self.learner, self.learner), playback, -1, self.puzzle.goal == WIN, False
        )
        if self.puzzle.goal == SURVIVE:
            reason = PlanReason("saves")
        arrows, marks = arrows_of(playback, self.learner), marks_of(playback, self.learner)
        return PuzzleSolution(list(self.puzzle.solution), playback.choices, reason, arrows, marks)

    # -- actions ---------------------------------------------------------------------------------------------------------

    def play(self, choice: str | Choice) -> list[PlayedChoice]:
        """Make a choice. A combat or a reveal is answered and taken back, and so is the end of a turn whose survival cannot be
        decided."""
        if self.status != OPEN:
            return []
        action = self._checked(choice)
        text = write(self.state, action)
        if is_risk(self.state, action):
            self._try(action)
            return []
        moments = self.game_session.decide(action)
        self.deeds.append(f"{PLAY} {text}")
        self.lines.append(text)
        self.answer = None
        self._note_events(moments)
        try:
            self._judge()
        except DefenceLimitError:
            self._rebuild(self.deeds[:-1])
            self._try(action)
            return []
        return moments

    def _checked(self, choice: str | Choice) -> int:
        """Return the choice that a text means, if it is legal."""
        action = self.game_session.resolve_choice(choice, self.learner)
        if is_for_any_time(self.state, action):
            raise TextError("nobody gives a puzzle up: leave it")
        self.game_session.check(action)
        return action

    def _try(self, action: int) -> None:
        """Note a choice that is not made: a risk, or the end of a turn whose survival is open."""
        risk = is_risk(self.state, action)
        if not risk and not (self.puzzle.goal == SURVIVE and self._ends_turn(action)):
            raise TextError("this is nothing that is only tried")
        self.deeds.append(f"{TRY} {write(self.state, action)}")
        self.answer = PuzzleAnswer(RISK if risk else UNSURE)

    def _ends_turn(self, action: int) -> bool:
        after = self.state.copy()
        apply(after, action)
        return after.over or after.active != self.learner

    def undo(self) -> bool:
        undone = super().undo()
        if undone:
            self.answer = None
        return undone

    def _rebuild(self, deeds: Sequence[str]) -> None:
        game = RecordedGame.from_position(self.puzzle.position, f"puzzle {self.puzzle.number}")
        self.game_session = seat_learner(game, self.learner, "")
        self.deeds, self.history, self.lines = [], [], []
        self.status, self.answer = OPEN, None
        self._do_again(deeds)

    def _redo(self, kind: str, rest: str) -> None:
        if kind == TRY:
            self._try(self._checked(rest))
        elif kind == PLAY:
            self.play(rest)

    def _is_noted(self, deed: str) -> bool:
        """A proof of survival may take too long this time; then the deed counts as a try only."""
        unsure = self.answer is not None and self.answer.kind == UNSURE
        return super()._is_noted(f"{TRY} {deed.partition(' ')[2]}" if unsure else deed)

    # -- consequences ----------------------------------------------------------------------------------------------------

    def _judge(self) -> None:
        state = self.state
        over = state.over or state.active != self.learner
        if self.puzzle.goal != SURVIVE:
            if self.goal.reached(state):
                self.status, self.answer = SOLVED, PuzzleAnswer(HELD)
            elif over:
                self.status, self.answer = FAILED, self._defended(Defence(self.adapter, quick=QUICK).quick(state))
        elif over:
            self._judge_survival(state)

    def _judge_survival(self, state: State) -> None:
        if lost(self.adapter, state, self.learner):
            self.status, self.answer = FAILED, PuzzleAnswer(MISSED)
            return
        if self.lines == list(self.puzzle.solution):  # checked when it was found
            self.status, self.answer = SOLVED, PuzzleAnswer(HELD)
            return
        with gc_paused():
            found = Defence(self.adapter, until=time.monotonic() + self.seconds).refutation(state)
        if found is None:
            self.status, self.answer = SOLVED, PuzzleAnswer(HELD)
        else:
            self.status, self.answer = FAILED, self._defended(found)

    def _defended(self, path: tuple[int, ...] | None) -> PuzzleAnswer:
        """Return the answer of the next player, played on a copy; without one the goal was only missed."""
        if path is None:
            return PuzzleAnswer(MISSED)
        seated = self.game_session.clone()
        player = seated.colours[seated.state.active]
        lines, events = list[str](), list[list[EventView]]()
        for action in path:
            if not seated.over and action in legal(seated.state):
                lines.append(write(seated.state, action))
                events += [list(moment.viewer_events[self.learner]) for moment in seated.decide(action)]
        return PuzzleAnswer(REFUTED, player, lines, events)
