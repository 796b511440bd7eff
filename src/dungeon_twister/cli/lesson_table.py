"""A lesson at the terminal: the game as it is always played there, with what the coach says above the prompt."""

from __future__ import annotations

from random import SystemRandom

from rich.text import Text

from dungeon_twister.cli.face import AnyView, Frame
from dungeon_twister.cli.faces import face_of
from dungeon_twister.cli.menus import InputError, Menu
from dungeon_twister.cli.session import Session
from dungeon_twister.cli.speech import t
from dungeon_twister.cli.table import Table
from dungeon_twister.cli.terminal import LeaveError, Terminal
from dungeon_twister.geometry.text import AmbiguousActionError, TextError
from dungeon_twister.lessons import Heard, LessonRun

NOT_HERE = ("save", "resign", "draw", "fill")
EXAMPLES = {"token": "bW yC", "square": "c4 d4", "zone": "blue-1.T blue-1.S"}


class LessonSession(Session):
    """The game of a lesson. It is the run that plays; here is what the table asks of a session."""

    def __init__(self, run: LessonRun) -> None:
        self.run = run
        self.face = face_of(run.state)
        self.typed = []
        self.mishaps = []
        self.rng = SystemRandom()
        self.follow()

    def follow(self) -> None:
        """Undo, `again` and a new position make another game of it."""
        self.seated = self.run.seated
        self.game = self.seated.game
        self.history = [{self.run.learner: events} for events in self.run.history]

    def play(self, choice: str) -> None:
        self.run.play(choice)
        self.follow()

    def play_typed(self, choices: list[str]) -> None:
        """The choices of one line, as far as the lesson lets them happen."""
        run, at = self.run, self.run.at
        self.typed.append(len(run.deeds))
        for choice in choices:
            self.play(choice)
            if run.at != at or run.heard is not None:
                return
        if not run.finished and not self.state.over and self.face.journey_is_done(self.state):
            self.play("stop")

    def take_back(self) -> bool:
        """What was typed last."""
        if not self.run.undo():
            return False
        while self.typed and self.typed[-1] > len(self.run.deeds):
            self.typed.pop()
        target = self.typed.pop() if self.typed else len(self.run.deeds)
        while len(self.run.deeds) > target and self.run.undo():
            pass
        self.follow()
        return True


class LessonTable(Table):
    """A person, a coach, and a side that plays as the lesson says."""

    def __init__(self, run: LessonRun, terminal: Terminal) -> None:
        self.lesson_run = run
        self.lesson_session = LessonSession(run)
        super().__init__(self.lesson_session, terminal, None)
        for command in NOT_HERE:
            del self.commands[command]
        self.commands |= {"show": self._show_me, "again": self._again, "tap": self._tap}

    def run(self) -> None:
        """Until the lesson is done or somebody leaves."""
        try:
            while not self.lesson_run.finished and not self.quitting:
                self.lesson_session.follow()
                self.seated = self.lesson_run.seated
                if self.session.state.over:
                    self.lesson_run.again()
                    continue
                self._person(self.lesson_run.learner)
        except LeaveError:
            return

    def _header(self, view: AnyView) -> Text:
        """The lesson, not the scenario: those of drawn positions are laboratories."""
        lesson = self.lesson_run.lesson
        return Text(f" {lesson.number}. {t(lesson.title)} ", style="bold reverse")

    def _notes(self, view: AnyView, frame: Frame) -> list[Text]:
        """Without who is out of the game: a drawn position has only those that it needs."""
        gone = t("terminal.list.gone", names="").rstrip()
        return [line for line in super()._notes(view, frame) if not line.plain.strip().startswith(gone)]

    def _below(self) -> list[Text]:
        coach = self.lesson_run.coach()
        ticks = "  ".join(f"[{'x' if tick.done else ' '}] {t(tick.text)}" for tick in coach.ticks)
        lines = [Text(""), Text(f" {ticks}", style="dim")]
        if coach.heard is not None:
            lines.append(Text(f" {_heard_words(coach.heard)}", style="bold magenta"))
        said = t("terminal.learn.step", step=coach.step + 1, steps=coach.steps, text=t(coach.text))
        lines.append(Text(f" {said}", style="bold green"))
        if coach.hint:
            lines.append(Text(f" {t('terminal.learn.hint', text=t(coach.hint))}", style="green"))
        if coach.question is not None:
            lines.append(Text(f" {t('terminal.learn.tap', example=EXAMPLES.get(coach.question.kind, 'bW yC'))}"))
        return [*lines, Text(f" {t('terminal.learn.commands')}", style="dim")]

    def _typed(self, view: AnyView, menu: Menu, typed: str) -> bool:
        """What the rules refuse may be what the lesson waits for; what it takes back is answered by the coach."""
        try:
            self.lesson_session.play_typed(self.face.read_typed(self.session.state, view, menu, typed))
        except InputError as error:
            if self._refused(typed):
                return True
            self.terminal.say(str(error))
            return False
        return True

    def _refused(self, typed: str) -> bool:
        try:
            return self.lesson_run.try_refused(typed)
        except (TextError, AmbiguousActionError):
            return False

    # -- commands ----------------------------------------------------------------------------------------------------------

    def _show_me(self, seat: int, words: list[str]) -> bool:
        line = self.lesson_run.show_me().removeprefix("try ")
        self.terminal.say(t("terminal.learn.show", line=line) if line else t("terminal.learn.show-none"), whole=True)
        return False

    def _again(self, seat: int, words: list[str]) -> bool:
        self.lesson_run.again()
        self.lesson_session.typed.clear()
        return True

    def _tap(self, seat: int, words: list[str]) -> bool:
        if self.lesson_run.coach().question is None:
            self.terminal.say(t("terminal.learn.no-question"))
            return False
        self.lesson_run.tap(word.strip(",") for word in words)
        return True

    def _undo(self, seat: int, words: list[str]) -> bool:
        if not self.lesson_session.take_back():
            self.terminal.say(t("terminal.learn.nothing-to-undo"))
            return False
        self.seen[seat] = min(self.seen.get(seat, 0), len(self.session.history))
        return True

    def _quit(self, seat: int, words: list[str]) -> bool:
        self.quitting = True
        return True


def _heard_words(heard: Heard) -> str:
    said = f"{t(heard.text)} ({heard.clause})" if heard.clause and heard.text.startswith("refusals.") else t(heard.text)
    return f"{said} {t('terminal.learn.try-again')}" if heard.again else said
