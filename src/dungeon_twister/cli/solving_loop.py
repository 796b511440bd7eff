"""Base class of puzzles and mistakes at the terminal: one turn, which is judged, with hints and the solution."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Final

from rich.text import Text

from dungeon_twister.ai.analysis.analysis_shapes import PlanReason
from dungeon_twister.ai.analysis.wording import reason_text
from dungeon_twister.cli.exercise_loop import ExerciseLoop
from dungeon_twister.cli.game_display import AnyView
from dungeon_twister.cli.input_words import localize, to_english
from dungeon_twister.cli.terminal import Terminal
from dungeon_twister.cli.texts import cached_scene, catalogue, t
from dungeon_twister.game.record.grammar import Choice
from dungeon_twister.game.record.notation import choice_text
from dungeon_twister.learning.exercise_run import FAILED, HINTS, ExerciseRun
from dungeon_twister.presentation.i18n import NamingContext, SignNames
from dungeon_twister.presentation.i18n.walks import actions_of, walk_text

ARROW: Final = " > "


class SolvingLoop(ExerciseLoop):
    """A person and a turn to find.

    - `faulty`: a turn has failed, or the next choice or the solution was shown.
    - `shown`: the solution was shown.
    """

    nothing_to_undo = "terminal.puzzles.nothing-to-undo"

    def __init__(self, run: ExerciseRun, terminal: Terminal) -> None:
        self.faulty = self.shown = False
        self._hinted = 0
        super().__init__(run, terminal)
        self.commands |= {"hint": self._hint, "solution": self._solution}
        setting = run.state.setting
        self.names = SignNames(catalogue(), NamingContext(cached_scene(setting), setting.colours[run.learner]))

    # -- what is special ---------------------------------------------------------------------------------------------------

    @abstractmethod
    def _title(self) -> str: ...

    @abstractmethod
    def _task(self) -> list[Text]:
        """Return the lines about what is to be done."""

    @abstractmethod
    def _tell_failure(self) -> None:
        """Say why the turn has failed."""

    @abstractmethod
    def _tell_hint(self, grade: int) -> bool:
        """Give a hint. Return whether it has shown the next choice."""

    @abstractmethod
    def _best(self) -> tuple[Sequence[str], Sequence[Choice], PlanReason | None]:
        """Return the solution: in notation, as choices, and why it is good."""

    # -- the screen --------------------------------------------------------------------------------------------------------

    def _header(self, view: AnyView) -> Text:
        return Text(f" {self._title()} ", style="bold reverse")

    def _prompt_lines(self) -> list[Text]:
        return [Text(""), *self._task(), Text(f" {t('terminal.puzzles.commands')}", style="dim")]

    def _failed(self) -> None:
        """Handle a failed turn: wait until the user takes choices back, sees the solution or quits."""
        self.faulty = True
        self._tell_failure()
        run = self.exercise.run
        command = {"undo": self._undo, "again": self._again, "solution": self._solution, "quit": self._quit}
        while run.status == FAILED and not self.quitting:
            typed = to_english(self.terminal.ask(t("terminal.puzzles.failed") + " ")).lower().split()
            if typed and typed[0] in command:
                command[typed[0]](run.learner, [])

    # -- commands ----------------------------------------------------------------------------------------------------------

    def _hint(self, seat: int, typed: list[str]) -> bool:
        self._hinted = min(HINTS, self._hinted + 1)
        if self._tell_hint(self._hinted):
            self.faulty = True
        return False

    def _solution(self, seat: int, typed: list[str]) -> bool:
        self.faulty = self.shown = True
        lines, choices, reason = self._best()
        self.terminal.say(t("terminal.puzzles.solution", lines=in_a_row(lines)), whole=True)
        for number, text in enumerate(self._in_words(choices), start=1):
            self.terminal.say(f"  {number}. {text}")
        self._tell_reason(reason)
        return False

    def _tell_reason(self, reason: PlanReason | None) -> None:
        if reason is not None:
            self.terminal.say(reason_text(reason, self.names))

    def _tell_line(self, choices: Sequence[Choice], lines: Sequence[str], walker: str = "") -> None:
        """Show the next choice: a walk in words, and anything in notation."""
        words = walk_text(choices, self.names, walker)
        if words:
            self.terminal.say(f"{words}.")
        self.terminal.say(t("terminal.puzzles.line", line=in_a_row(lines)), whole=True)

    def _in_words(self, choices: Sequence[Choice]) -> list[str]:
        """Return each action as a sentence, or in notation."""
        return [walk_text(action, self.names) or localize(choice_text(action[0])) for action in actions_of(choices)]


def in_a_row(lines: Sequence[str]) -> str:
    """Return choices in words of the current language, with arrows between them."""
    return ARROW.join(localize(line) for line in lines)
