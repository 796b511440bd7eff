"""A lesson at the terminal: the usual game screen, with the coach's text above the prompt."""

from __future__ import annotations

from rich.text import Text

from dungeon_twister.cli.exercise_loop import ExerciseLoop
from dungeon_twister.cli.game_display import AnyView, Viewport
from dungeon_twister.cli.input_words import localize
from dungeon_twister.cli.menus import InputError, Menu
from dungeon_twister.cli.terminal import QuitError, Terminal
from dungeon_twister.cli.texts import t
from dungeon_twister.learning.lessons import CoachReply, LessonRun
from dungeon_twister.rules.geometry.text import AmbiguousActionError, TextError

EXAMPLES = {"token": "bW yC", "square": "c4 d4", "zone": "blue-1.T blue-1.S"}


class LessonLoop(ExerciseLoop):
    """A learner, a coach, and an opponent scripted by the lesson."""

    nothing_to_undo = "terminal.learn.nothing-to-undo"

    def __init__(self, run: LessonRun, terminal: Terminal) -> None:
        self.lesson_run = run
        super().__init__(run, terminal)
        self.commands |= {"show": self._show_me, "tap": self._tap}

    def run(self) -> None:
        """Run until the lesson is done or the user leaves."""
        try:
            while not self.lesson_run.finished and not self.quitting:
                self._sync()
                if self.session.state.over:
                    self.lesson_run.restart()
                    continue
                self._ask_person(self.lesson_run.learner)
        except QuitError:
            return

    def _header(self, view: AnyView) -> Text:
        """Return the title of the lesson, because a drawn position has a technical scenario."""
        lesson = self.lesson_run.lesson
        return Text(f" {lesson.number}. {t(lesson.title)} ", style="bold reverse")

    def _notes(self, view: AnyView, viewport: Viewport) -> list[Text]:
        """Leave out removed characters: a drawn position has only those that it needs."""
        gone = t("terminal.list.gone", names="").rstrip()
        return [line for line in super()._notes(view, viewport) if not line.plain.strip().startswith(gone)]

    def _prompt_lines(self) -> list[Text]:
        coach = self.lesson_run.coach()
        ticks = "  ".join(f"[{'x' if tick.done else ' '}] {t(tick.text)}" for tick in coach.ticks)
        lines = [Text(""), Text(f" {ticks}", style="dim")]
        if coach.heard is not None:
            lines.append(Text(f" {_answer_text(coach.heard)}", style="bold magenta"))
        said = t("terminal.learn.step", step=coach.step + 1, steps=coach.steps, text=t(coach.text))
        lines.append(Text(f" {said}", style="bold green"))
        if coach.hint:
            lines.append(Text(f" {t('terminal.learn.hint', text=t(coach.hint))}", style="green"))
        if coach.question is not None:
            lines.append(Text(f" {t('terminal.learn.tap', example=EXAMPLES.get(coach.question.kind, 'bW yC'))}"))
        return [*lines, Text(f" {t('terminal.learn.commands')}", style="dim")]

    def _play_line(self, view: AnyView, menu: Menu, typed: str) -> bool:
        """Make the typed choices. A choice that the rules refuse may be the one that the lesson waits for."""
        try:
            self.exercise.play_typed(self.display.read_typed(self.session.state, view, menu, typed))
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
        line = localize(self.lesson_run.show_me().removeprefix("try "))
        self.terminal.say(t("terminal.learn.show", line=line) if line else t("terminal.learn.show-none"), whole=True)
        return False

    def _tap(self, seat: int, words: list[str]) -> bool:
        if self.lesson_run.coach().question is None:
            self.terminal.say(t("terminal.learn.no-question"))
            return False
        self.lesson_run.tap(word.strip(",") for word in words)
        return True


def _answer_text(heard: CoachReply) -> str:
    said = f"{t(heard.text)} ({heard.clause})" if heard.clause and heard.text.startswith("refusals.") else t(heard.text)
    return f"{said} {t('terminal.learn.try-again')}" if heard.again else said
