"""A lesson in progress."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import ClassVar, Final

from dungeon_twister.ai.bots.resolve import resolve_bot
from dungeon_twister.game.record.notation import Choice, choice_text, to_choice
from dungeon_twister.game.record.recorded_game import RecordedGame
from dungeon_twister.game.session import GameSession, PlayedChoice, give_up
from dungeon_twister.game.views import CardView, EventView, View
from dungeon_twister.learning.exercise_run import OPEN, PLAY, REPLY, SOLVED, TAP, TRY, ExerciseRun, seat_learner
from dungeon_twister.learning.lessons.conditions import Counts, all_hold, count, count_refusal, counted
from dungeon_twister.learning.lessons.lesson_game import answer_to, dice_of, game_of, is_done, is_taken_back, scripted_choice
from dungeon_twister.learning.lessons.lesson_parser import LessonError
from dungeon_twister.learning.lessons.lesson_shapes import (
    AGAIN,
    NOT_YET,
    NOTED,
    REFUSED,
    WRONG_TAP,
    Coach,
    CoachReply,
    Lesson,
    LessonStep,
    Ring,
    StepAnswer,
    TapQuestion,
    Tick,
)
from dungeon_twister.learning.lessons.patterns import words_of
from dungeon_twister.learning.lessons.questions import kind_of_name, right_answer
from dungeon_twister.learning.lessons.solver import MOST_REPLIES, Explorer, PositionLimitError
from dungeon_twister.rules.engine.game import IllegalActionError, why_not
from dungeon_twister.rules.engine.state import State

ADVISER: Final = "stoker"  # the level whose choice is shown in a guided game
SHOW_POSITIONS: Final = 1_000  # limit of positions of a search while the learner waits
NOT_YET_TEXT: Final = "lessons.not-yet"
WRONG_TAP_TEXT: Final = "lessons.wrong-tap"
SET_UP_TEXT: Final = "lessons.set-up"

Advise = Callable[[View | CardView], Choice]  # returns what the owner of the view should do


class LessonRun(ExerciseRun):
    """The run of one lesson.

    `bots` says that the bot of a guided game answers by itself. A host that asks it elsewhere passes False and hands in its
    answers (`waits_for_bot`, `reply`).
    """

    error: ClassVar[type[ValueError]] = LessonError

    def __init__(self, lesson: Lesson, deeds: Iterable[str] = (), bots: bool = True, advise: Advise | None = None) -> None:
        self.lesson = lesson
        self.at = 0
        self.heard: CoachReply | None = None
        self.left: tuple[list[list[EventView]], View | CardView] | None = None  # before a step replaced the position
        self._replaying = False
        self._repairs = True  # a step that cannot be finished from its first position gets the position of the solution
        self._counts: Counts = {}
        self._lines: list[str] = []  # lines of this step, as a solution writes them
        self._step_from = 0
        self._hinted: dict[str, set[int]] = {}  # hint -> the turns in which it was given
        self._bot = resolve_bot(lesson.bot).make(lesson.seed) if lesson.guided and bots else None
        self._advise = advise
        self._begin()
        self._rebuild(list(deeds))

    # -- queries ---------------------------------------------------------------------------------------------------------

    @property
    def stage(self) -> int:
        """Return the number of the current step."""
        return self.at

    @property
    def answered(self) -> bool:
        return self.heard is not None

    @property
    def status(self) -> str:
        return SOLVED if self.finished else OPEN

    @property
    def finished(self) -> bool:
        return self.at >= len(self.lesson.steps)

    @property
    def step(self) -> LessonStep:
        """Return the current step, or the last one of a finished lesson."""
        return self.lesson.steps[min(self.at, len(self.lesson.steps) - 1)]

    @property
    def waits_for_bot(self) -> bool:
        return self.lesson.guided and not self.finished and not self.state.over and self.state.decider() != self.learner

    def coach(self) -> Coach:
        """Return what the coach says and shows now."""
        lesson, step, finished = self.lesson, self.step, self.finished
        question = None
        if step.question and not finished:
            things = right_answer(self.state, step.question)
            question = TapQuestion(kind_of_name(self.state, min(things)) if things else "token", len(things))
        return Coach(
            lesson=lesson.name,
            step=self.at,
            steps=len(lesson.steps),
            text=lesson.key("done") if finished else lesson.key(step.name),
            values=self._values(),
            rings=[] if finished else [Ring(kind_of_name(self.state, name), name) for name in step.rings],
            ticks=[Tick(lesson.key(one.name, "tick"), number < self.at) for number, one in enumerate(lesson.steps)],
            heard=self.heard,
            question=question,
            hint=self._hint(),
            finished=finished,
            remember=lesson.key("remember"),
            cards=list(lesson.cards),
        )

    def _values(self) -> dict[str, int]:
        """Return the progress of the first counted condition."""
        waited = next(iter(counted(self.step.until)), None)
        return {} if waited is None else {"done": self._counts.get(waited, 0), "wanted": waited.times}

    def _hint(self) -> str:
        turn = self.state.turn
        for hint in self.step.hints if not self.finished else ():
            if turn in self._hinted.get(hint.name, set()):
                if all_hold(hint.when, self.state, self._counts):
                    return self.lesson.key(self.step.name, hint.name)
        return ""

    def show_me(self) -> str:
        """Return the next line towards the end of the step, as a solution writes it (`bW move`, `try card 5`, `tap bW yC`).

        An empty text means that there is no way from here, and the step must be restarted.
        """
        if self.finished or self.waits_for_bot:
            return ""
        step = self.step
        if step.question:
            return " ".join((TAP, *sorted(right_answer(self.state, step.question))))
        if self.lesson.guided:
            return choice_text(self._advice())
        explorer = Explorer(self.lesson, step, self.learner)
        rest = step.solution[len(self._lines) :]
        if rest and self._lines == list(step.solution[: len(self._lines)]) and explorer.follows(self.state, self._counts, rest):
            return rest[0]
        try:
            way = explorer.way(self.state, self._counts, SHOW_POSITIONS)
        except PositionLimitError:
            return ""
        return way[0] if way else ""

    def _advice(self) -> Choice:
        if self._advise is None:
            adviser = resolve_bot(ADVISER).make(self.lesson.seed)
            return adviser.choose(self.view)
        return self._advise(self.view)

    # -- actions ---------------------------------------------------------------------------------------------------------

    def play(self, choice: str | Choice) -> list[PlayedChoice]:
        """Make a choice. One that the rules refuse or the step takes back changes nothing in the game: the coach answers it
        (`heard`)."""
        if self.finished or self.state.decider() != self.learner:
            return []
        action = self.game_session.resolve_choice(choice, self.learner)
        named = to_choice(self.state, action)
        text, words = choice_text(named), words_of(named)
        try:
            self.game_session.check(action)
        except IllegalActionError as error:
            self._refused(text, error)
            return []
        trial = self.game_session.clone()
        moments = trial.decide(action)
        moments += self._script(trial)
        events = self._events_of(moments)
        answer = answer_to(self.step, words, trial.state, events)
        if answer is not None and answer.again and self._would_be_done(trial.state, events):
            answer = None
        if is_taken_back(self.step, words, answer):
            self.deeds.append(f"{TRY} {text}")
            self.heard = self._reply_to(NOT_YET, answer, stays=True)
            return []
        self.game_session = trial
        self.deeds.append(f"{PLAY} {text}")
        self._lines.append(text)
        self.heard = self._reply_to(AGAIN if answer.again else NOTED, answer) if answer is not None else None
        self._happened(moments)
        return moments

    def try_refused(self, choice: str | Choice) -> bool:
        """Note a choice that the rules refuse. Return False, and note nothing, if they allow it."""
        if self.finished or self.state.decider() != self.learner:
            return False
        action = self.game_session.resolve_choice(choice, self.learner)
        refusal = why_not(self.state, action)
        if refusal is None:
            return False
        self._refused(choice_text(to_choice(self.state, action)), IllegalActionError(refusal))
        return True

    def tap(self, things: Iterable[str]) -> bool:
        """Answer a question. Return whether the answer was right."""
        given, step = frozenset(things), self.step
        if self.finished or not step.question:
            return False
        self.deeds.append(" ".join((TAP, *sorted(given))))
        right = right_answer(self.state, step.question)
        if given != right:
            more = given - right
            answer = next((one for one in step.answers if one.taps and (one.taps & more or one.taps & (right - given))), None)
            self.heard = self._reply_to(WRONG_TAP, answer)
            return False
        self.heard = None
        self._next_step()
        self._settle()
        return True

    def reply(self, choice: str | Choice) -> list[PlayedChoice]:
        moments = self._reply(self.game_session.resolve_choice(choice))
        self._happened(moments)
        return moments

    def _reply(self, action: int) -> list[PlayedChoice]:
        self.game_session.check(action)
        self.deeds.append(f"{REPLY} {choice_text(to_choice(self.state, action))}")
        return self.game_session.decide(action)

    # -- undo ------------------------------------------------------------------------------------------------------------

    def undo(self) -> bool:
        undone = super().undo()
        if undone:
            self.heard = None
        return undone

    def restart(self, whole: bool = False) -> None:
        """Restart this step, or the whole lesson."""
        self._rebuild([] if whole or self.finished else self.deeds[: self._step_from])
        self.heard = None

    def _rebuild(self, deeds: Sequence[str]) -> None:
        self._begin()
        self._replaying = True
        self._do_again(deeds)
        self._replaying = False
        self._settle()

    def _redo(self, kind: str, rest: str) -> None:
        if kind == TAP:
            self.tap(rest.split())
        elif kind == REPLY:
            self.reply(rest)
        elif kind in (PLAY, TRY):
            self.play(rest)

    # -- consequences ----------------------------------------------------------------------------------------------------

    def _begin(self) -> None:
        self.deeds, self.at, self.heard, self._replaying = [], 0, None, False
        self._seat(game_of(self.lesson, self.step))
        self._enter()

    def _seat(self, game: RecordedGame) -> None:
        """Seat the learner and the other side at a game."""
        colours = game.state.setting.colours
        self.learner = colours.index(self.lesson.player)
        bots = {} if self._bot is None else dict.fromkeys(range(len(colours)), self._bot)
        self.game_session = seat_learner(game, self.learner, self.lesson.bot, bots)
        self.history = []

    def _enter(self) -> None:
        self._counts, self._lines = {}, []
        self._step_from = len(self.deeds)
        self._hinted = {}

    def _next_step(self) -> None:
        self.at += 1
        if not self.finished:
            if self.step.start:
                self._set_up(game_of(self.lesson, self.step))
            else:
                self.game_session.game.set_seed(self.lesson.seed, dice_of(self.lesson, self.step))
                if self._repairs and not self._can_be_finished():
                    self._set_up(self._as_solved())
                    self.heard = CoachReply(NOTED, SET_UP_TEXT)
        self._enter()

    def _set_up(self, game: RecordedGame) -> None:
        """Continue with another position."""
        self.left = self.history, self.view
        self._seat(game)

    def _can_be_finished(self) -> bool:
        """Return whether the step that begins now can be finished: earlier choices may have spent too many action points."""
        step = self.step
        if self.lesson.guided or step.question:
            return True
        explorer = Explorer(self.lesson, step, self.learner)
        if explorer.follows(self.state, {}, step.solution):
            return True
        try:
            return explorer.way(self.state, {}, SHOW_POSITIONS) is not None
        except PositionLimitError:
            return True

    def _as_solved(self) -> RecordedGame:
        """Return the game after the solutions of all steps before this one."""
        run = LessonRun(self.lesson, bots=False)
        run._repairs = False
        for step in self.lesson.steps[: self.at]:
            for line in step.solution:
                kind, _, rest = line.partition(" ")
                if kind == TAP:
                    run.tap(rest.split())
                elif kind == TRY:
                    run.try_refused(rest)
                else:
                    run.play(line)
        return run.game_session.game

    def _would_be_done(self, state: State, events: Sequence[EventView]) -> bool:
        until = self.step.until
        return is_done(self.step, state, count(counted(until), events, self._counts))

    def _events_of(self, moments: Sequence[PlayedChoice]) -> list[EventView]:
        return [event for moment in moments for event in moment.viewer_events[self.learner]]

    def _happened(self, moments: Sequence[PlayedChoice]) -> None:
        self._note(moments)
        self._settle()

    def _settle(self) -> None:
        """Let the others decide, and go on to the next step when this one is done."""
        for _ in range(MOST_REPLIES * len(self.lesson.steps)):
            if self.finished:
                return
            if is_done(self.step, self.state, self._counts):
                self._next_step()
            elif self.waits_for_bot:
                if self._bot is None or self._replaying:
                    return
                self._note(self._reply(self.game_session.ask(self.state.decider(), give_up)))
            elif moments := self._script(self.game_session):
                self._note(moments)
            else:
                break
        self._give_hints()

    def _note(self, moments: Sequence[PlayedChoice]) -> None:
        self._note_events(moments)
        self._counts = count(counted(self.step.until), self._events_of(moments), self._counts)

    def _script(self, seated: GameSession) -> list[PlayedChoice]:
        """Make the choices of a scripted side until the player decides."""
        moments: list[PlayedChoice] = []
        while not self.lesson.guided and not seated.over and seated.state.decider() != self.learner:
            moments += seated.decide(scripted_choice(seated.state, self.lesson, self.step)[0])
        return moments

    def _give_hints(self) -> None:
        """Note which hints are given in this turn, as each is given in a few turns only."""
        for hint in self.step.hints:
            turns = self._hinted.setdefault(hint.name, set())
            if len(turns) < hint.turns and all_hold(hint.when, self.state, self._counts):
                turns.add(self.state.turn)

    def _refused(self, text: str, error: IllegalActionError) -> None:
        self.deeds.append(f"{TRY} {text}")
        step = self.step
        waited = counted(step.until)
        before = self._counts
        self._counts = count_refusal(waited, error.code, before)
        if self._counts != before:
            self._lines.append(f"{TRY} {text}")
        words = words_of(to_choice(self.state, self.game_session.resolve_choice(text)))
        fitting = (one for one in step.answers if one.refusal == error.code)
        answer = next((one for one in fitting if not one.to or any(pattern.matches(words) for pattern in one.to)), None)
        key = self.lesson.key(step.name, answer.name) if answer is not None else f"refusals.{error.code}"
        self.heard = CoachReply(REFUSED, key, stays=True, clause=error.clause)
        self._settle()

    def _reply_to(self, kind: str, answer: StepAnswer | None, stays: bool = False) -> CoachReply:
        if answer is None:
            return CoachReply(kind, WRONG_TAP_TEXT if kind == WRONG_TAP else NOT_YET_TEXT, stays)
        return CoachReply(kind, self.lesson.key(self.step.name, answer.name), stays, answer.again)
