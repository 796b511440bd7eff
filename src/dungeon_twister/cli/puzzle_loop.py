"""A puzzle at the terminal: the usual game screen, with the goal above the prompt and the defence after the turn."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from dungeon_twister.ai.analysis.analysis_shapes import PlanReason
from dungeon_twister.cli.solving_loop import SolvingLoop, in_a_row
from dungeon_twister.cli.terminal import Terminal
from dungeon_twister.cli.texts import chronicle, colour_word, t
from dungeon_twister.game.record.grammar import Choice
from dungeon_twister.learning.puzzles import PuzzleRun
from dungeon_twister.learning.puzzles.puzzle_run import HELD, REFUTED


class PuzzleLoop(SolvingLoop):
    """A person and a puzzle."""

    def __init__(self, run: PuzzleRun, terminal: Terminal) -> None:
        self.puzzle_run = run
        super().__init__(run, terminal)

    def run(self) -> None:
        super().run()
        answer = self.puzzle_run.answer
        if self.done and answer is not None:
            self.terminal.say(t(f"puzzles.answer.{answer.kind}"), "bold green")
            if answer.kind == HELD:
                self._tell_reason(self.puzzle_run.solution().reason)

    def _tell_failure(self) -> None:
        """Show the defence."""
        run, answer = self.puzzle_run, self.puzzle_run.answer
        if answer is None:
            return
        player = colour_word(answer.player).capitalize() if answer.player else ""
        self.terminal.say(t(f"puzzles.answer.{answer.kind}", player=player), "bold magenta")
        if answer.kind == REFUTED:
            self.terminal.say(t("terminal.puzzles.defence", lines=in_a_row(answer.lines)), whole=True)
            telling = chronicle(run.state.setting, run.puzzle.player)
            telling.add([event for events in answer.events for event in events])
            for line in telling.lines:
                self.terminal.say(f"  {line.text}")

    def _title(self) -> str:
        puzzle = self.puzzle_run.puzzle
        goal = t(f"puzzles.short.{puzzle.goal}")
        if not puzzle.number:  # one of somebody's own
            return puzzle.source or goal
        return t("terminal.puzzles.title", number=puzzle.number, goal=goal, grade=puzzle.grade)

    def _task(self) -> list[Text]:
        lines, answer = list[Text](), self.puzzle_run.answer
        if answer is not None:
            lines.append(Text(f" {t(f'puzzles.answer.{answer.kind}', player='')}", style="bold magenta"))
        return [*lines, Text(f" {self._goal()} {t('puzzles.rule')}", style="bold green")]

    def _goal(self) -> str:
        puzzle, state = self.puzzle_run.puzzle, self.puzzle_run.root
        colours = state.setting.colours
        following = self.puzzle_run.adapter.after_pass(state)
        player = colour_word(colours[following.active])
        token = self.names.token(puzzle.token) if puzzle.token else ""
        return t(f"puzzles.goal.{puzzle.goal}", player=player, token=token)

    def _tell_hint(self, grade: int) -> bool:
        hint = self.puzzle_run.hint(grade)
        if hint.lost:
            self.terminal.say(t("puzzles.hint.no-way" if hint.proved else "puzzles.hint.lost"))
            return False
        self.terminal.say(t(f"puzzles.hint.{hint.theme or 'none'}"))
        if hint.token:
            self.terminal.say(t("puzzles.hint.token", object=self.names.token(hint.token, "object")))
        if hint.line:
            self._tell_line(hint.choices, hint.step, hint.token)
        return bool(hint.line)

    def _best(self) -> tuple[Sequence[str], Sequence[Choice], PlanReason | None]:
        solution = self.puzzle_run.solution()
        return solution.lines, solution.choices, solution.reason
