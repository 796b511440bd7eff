"""A puzzle at the terminal: the usual game screen, with the goal above the prompt and the defence after the turn."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from dungeon_twister.ai.analysis.wording import reason_text
from dungeon_twister.cli.exercise_loop import ExerciseLoop
from dungeon_twister.cli.game_display import AnyView
from dungeon_twister.cli.input_words import localize, to_english
from dungeon_twister.cli.menus import InputError, Menu
from dungeon_twister.cli.terminal import QuitError, Terminal
from dungeon_twister.cli.texts import cached_scene, catalogue, chronicle, colour_word, t
from dungeon_twister.game.record.notation import choice_text
from dungeon_twister.learning.exercise_run import FAILED, SOLVED
from dungeon_twister.learning.puzzles import PuzzleRun
from dungeon_twister.learning.puzzles.puzzle_run import HELD, HINTS, REFUTED
from dungeon_twister.presentation.i18n import NamingContext, SignNames
from dungeon_twister.presentation.i18n.walks import actions_of, walk_text

ARROW = " > "


class PuzzleLoop(ExerciseLoop):
    """A person and a puzzle. `faulty`: a turn has failed, or the next choice or the solution was shown."""

    nothing_to_undo = "terminal.puzzles.nothing-to-undo"

    def __init__(self, run: PuzzleRun, terminal: Terminal) -> None:
        self.puzzle_run = run
        self.faulty = False
        self._hinted = 0
        super().__init__(run, terminal)
        self.commands |= {"hint": self._hint, "solution": self._solution}
        self.names = SignNames(catalogue(), NamingContext(cached_scene(run.state.setting), run.puzzle.player))

    @property
    def solved(self) -> bool:
        return self.puzzle_run.status == SOLVED

    def run(self) -> None:
        """Run until the puzzle is solved or the user leaves."""
        try:
            while not self.solved and not self.quitting:
                self._sync()
                if self.puzzle_run.status == FAILED:
                    self._failed()
                else:
                    self._ask_person(self.puzzle_run.learner)
        except QuitError:
            return
        answer = self.puzzle_run.answer
        if self.solved and answer is not None:
            self.terminal.say(t(f"puzzles.answer.{answer.kind}"), "bold green")
            if answer.kind == HELD:
                self.terminal.say(reason_text(self.puzzle_run.solution().reason, self.names))

    def _failed(self) -> None:
        """Handle a failed turn: show the defence, then wait until the user takes choices back, sees the solution or quits."""
        self.faulty = True
        run, answer = self.puzzle_run, self.puzzle_run.answer
        if answer is not None:
            player = colour_word(answer.player).capitalize() if answer.player else ""
            self.terminal.say(t(f"puzzles.answer.{answer.kind}", player=player), "bold magenta")
            if answer.kind == REFUTED:
                self.terminal.say(t("terminal.puzzles.defence", lines=_in_a_row(answer.lines)), whole=True)
                telling = chronicle(run.state.setting, run.puzzle.player)
                telling.add([event for events in answer.events for event in events])
                for line in telling.lines:
                    self.terminal.say(f"  {line.text}")
        while run.status == FAILED and not self.quitting:
            typed = to_english(self.terminal.ask(t("terminal.puzzles.failed") + " ")).lower().split()
            command = {"undo": self._undo, "again": self._again, "solution": self._solution, "quit": self._quit}
            if typed and typed[0] in command:
                command[typed[0]](run.learner, [])

    def _header(self, view: AnyView) -> Text:
        puzzle = self.puzzle_run.puzzle
        goal = t(f"puzzles.short.{puzzle.goal}")
        title = t("terminal.puzzles.title", number=puzzle.number, goal=goal, grade=puzzle.grade)
        return Text(f" {title} ", style="bold reverse")

    def _prompt_lines(self) -> list[Text]:
        lines = [Text("")]
        answer = self.puzzle_run.answer
        if answer is not None:
            lines.append(Text(f" {t(f'puzzles.answer.{answer.kind}', player='')}", style="bold magenta"))
        lines.append(Text(f" {self._goal()} {t('puzzles.rule')}", style="bold green"))
        return [*lines, Text(f" {t('terminal.puzzles.commands')}", style="dim")]

    def _goal(self) -> str:
        puzzle, state = self.puzzle_run.puzzle, self.puzzle_run.root
        colours = state.setting.colours
        following = self.puzzle_run.adapter.after_pass(state)
        player = colour_word(colours[following.active])
        token = self.names.token(puzzle.token) if puzzle.token else ""
        return t(f"puzzles.goal.{puzzle.goal}", player=player, token=token)

    def _play_line(self, view: AnyView, menu: Menu, typed: str) -> bool:
        try:
            self.exercise.play_typed(self.display.read_typed(self.session.state, view, menu, typed))
        except InputError as error:
            self.terminal.say(str(error))
            return False
        return True

    # -- commands ----------------------------------------------------------------------------------------------------------

    def _hint(self, seat: int, typed: list[str]) -> bool:
        self._hinted = min(HINTS, self._hinted + 1)
        hint = self.puzzle_run.hint(self._hinted)
        if hint.lost:
            self.terminal.say(t("puzzles.hint.no-way" if hint.proved else "puzzles.hint.lost"))
            return False
        self.terminal.say(t(f"puzzles.hint.{hint.theme or 'none'}"))
        if hint.token:
            self.terminal.say(t("puzzles.hint.token", object=self.names.token(hint.token, "object")))
        if hint.line:
            self.faulty = True
            words = walk_text(hint.choices, self.names, hint.token)
            if words:
                self.terminal.say(f"{words}.")
            self.terminal.say(t("terminal.puzzles.line", line=_in_a_row(hint.step)), whole=True)
        return False

    def _solution(self, seat: int, typed: list[str]) -> bool:
        self.faulty = True
        solution = self.puzzle_run.solution()
        self.terminal.say(t("terminal.puzzles.solution", lines=_in_a_row(solution.lines)), whole=True)
        for number, action in enumerate(actions_of(solution.choices), start=1):
            words = walk_text(action, self.names) or localize(choice_text(action[0]))
            self.terminal.say(f"  {number}. {words}")
        self.terminal.say(reason_text(solution.reason, self.names))
        return False


def _in_a_row(lines: Sequence[str]) -> str:
    """Return choices in words of the current language, with arrows between them."""
    return ARROW.join(localize(line) for line in lines)
