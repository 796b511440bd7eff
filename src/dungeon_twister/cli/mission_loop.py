"""A mission at the terminal: the usual game screen, with the goal and the stars above the prompt."""

from __future__ import annotations

from typing import Final

from rich.text import Text

from dungeon_twister.cli.exercise_loop import ExerciseLoop
from dungeon_twister.cli.game_display import AnyView
from dungeon_twister.cli.terminal import Terminal
from dungeon_twister.cli.texts import cached_scene, catalogue, has_text, t, t_plural
from dungeon_twister.learning.missions import ConditionProgress, MissionCondition, MissionRun
from dungeon_twister.learning.missions.conditions import DONE, FAILED
from dungeon_twister.presentation.i18n import NamingContext, SignNames

MARKS: Final = {DONE: "x", FAILED: "-"}


class MissionLoop(ExerciseLoop):
    """A person and a mission; the bots of this process play the other seats."""

    nothing_to_undo = "terminal.missions.nothing-to-undo"

    def __init__(self, run: MissionRun, terminal: Terminal) -> None:
        self.mission_run = run
        super().__init__(run, terminal)
        self.names = SignNames(catalogue(), NamingContext(cached_scene(run.state.setting), run.mission.player))

    def run(self) -> None:
        self.terminal.say(t(self.mission_run.mission.key("story")), "italic")
        super().run()

    def _failed(self) -> None:
        """Handle a failed mission: wait until the user begins again or leaves."""
        for line in self._conditions():
            self.terminal.say(line)
        self.terminal.say(f"{t('missions.failed')}. {t('missions.failed.text')}", "bold magenta")
        if self.terminal.confirm(t("terminal.missions.again")):
            self._again(self.mission_run.learner, [])
        else:
            self.quitting = True

    def _header(self, view: AnyView) -> Text:
        mission = self.mission_run.mission
        title = t("terminal.missions.title", number=mission.number, title=t(mission.key("title")))
        return Text(f" {title} ", style="bold reverse")

    def _prompt_lines(self) -> list[Text]:
        return [Text(""), *self._conditions(), Text(f" {t('terminal.missions.commands')}", style="dim")]

    def _conditions(self) -> list[Text]:
        """Return the goal and each further star, with how far it is."""
        run = self.mission_run
        goal = " ".join(self.sentence(one.condition) for one in run.goal)
        lines = [Text(f" {t('missions.goal')}: {goal} {_counts(run.goal)}".rstrip(), style="bold green")]
        for one in run.stars:
            text = f" [{MARKS.get(one.state, ' ')}] {t('missions.star')}: {self.sentence(one.condition)} {_counts([one])}"
            lines.append(Text(text.rstrip(), style="dim" if one.state == FAILED else "green"))
        return lines

    def sentence(self, condition: MissionCondition) -> str:
        """Return a condition as a sentence."""
        return condition_sentence(condition, self.names)


def condition_sentence(condition: MissionCondition, names: SignNames) -> str:
    """Return the sentence of a condition, with its number or its character."""
    key = f"missions.condition.{condition.kind}"
    if condition.token:
        return t(key, object=names.token(condition.token, "object"))
    if has_text(key):
        return t(key)
    return t(f"{key}.none") if not condition.number else t_plural(key, condition.number)


def _counts(found: list[ConditionProgress]) -> str:
    """Return how far the numbers of conditions are: `(1/2, 3/6)`."""
    counted = [f"{one.count}/{one.condition.number}" for one in found if one.condition.number]
    return f"({', '.join(counted)})" if counted else ""
