"""A mistake at the terminal: the usual game screen, with what was played above the prompt and the judgement after the turn."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from dungeon_twister.ai.analysis.analysis_shapes import PlanReason
from dungeon_twister.ai.analysis.wording import hint_text, reason_text
from dungeon_twister.cli.solving_loop import SolvingLoop
from dungeon_twister.cli.terminal import Terminal
from dungeon_twister.cli.texts import t
from dungeon_twister.game.record.grammar import Choice
from dungeon_twister.learning.mistakes import MistakeRun
from dungeon_twister.learning.progress.entries import MISSED_WIN
from dungeon_twister.presentation.i18n.names import capital


class MistakeLoop(SolvingLoop):
    """A person and a mistake of an own game."""

    def __init__(self, run: MistakeRun, terminal: Terminal) -> None:
        self.mistake_run = run
        super().__init__(run, terminal)

    def run(self) -> None:
        super().run()
        if self.done:
            self.terminal.say(t("mistakes.answer.solved"), "bold green")
            self._tell_reason(self.mistake_run.mistake.reason)

    def _tell_failure(self) -> None:
        """Give the judgement, and the reply of the next player."""
        run, verdict = self.mistake_run, self.mistake_run.verdict
        if verdict is None:
            return
        given = t("mistakes.answer.gave", percent=round(100 * (verdict.best - verdict.share)))
        self.terminal.say(t("mistakes.answer.missed-win") if verdict.missed_win else given, "bold magenta")
        reply = run.reply_plan()
        if reply is not None:
            player = capital(self.names.player(run.state.setting.colours[run.state.decider()]))
            self.terminal.say(t("mistakes.reply", player=player, lines="; ".join(self._in_words(reply.choices))))

    def _title(self) -> str:
        mistake = self.mistake_run.mistake
        return t(f"mistakes.of.{mistake.kind}", turn=mistake.turn)

    def _task(self) -> list[Text]:
        run, mistake = self.mistake_run, self.mistake_run.mistake
        played = t("mistakes.played", lines="; ".join(self._in_words(run.played()))).rstrip(".")
        fault = f" {reason_text(mistake.fault, self.names)}" if mistake.fault is not None else ""
        goal = t("mistakes.goal.missed-win" if mistake.kind == MISSED_WIN else "mistakes.goal")
        return [Text(f" {played}.{fault}"), Text(f" {goal} {t('mistakes.rule')}", style="bold green")]

    def _tell_hint(self, grade: int) -> bool:
        hint = self.mistake_run.hint(grade)
        if hint is None:
            self.terminal.say(t("mistakes.off"))
            return False
        for sentence in hint_text(hint, self.names):
            self.terminal.say(sentence)
        if hint.plan is not None:
            self._tell_line(hint.plan.choices, hint.plan.text, hint.piece)
        return hint.plan is not None

    def _best(self) -> tuple[Sequence[str], Sequence[Choice], PlanReason | None]:
        mistake = self.mistake_run.mistake
        return mistake.best, self.mistake_run.best(), mistake.reason
