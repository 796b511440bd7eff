"""Missions as exercises, and their list."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

from dungeon_twister.learning.missions import OPENS, ConditionProgress, MissionRun, load_mission, load_missions, mission_names
from dungeon_twister.presentation.guide.guide_shapes import Reason
from dungeon_twister.server.study.exercise import BotAsked, bot_asked
from dungeon_twister.server.study.run_exercise import RunExercise
from dungeon_twister.server.study_protocol import MissionAim, MissionCard, Missioned, MissionList


def mission_list() -> MissionList:
    """Return all missions in their order."""
    cards = [
        MissionCard(one.name, one.number, one.act, one.game, one.scenario, one.players, one.bot, one.most_stars)
        for one in load_missions()
    ]
    return MissionList(list(OPENS.values()), cards)


class MissionExercise(RunExercise[MissionRun]):
    """A run of a mission. Choices are taken back by the rules of the game."""

    kind: ClassVar[str] = "missions"
    over: ClassVar[Reason] = Reason("not-now", sentence="The mission is over: begin it again.")

    def __init__(self, name: str, deeds: Sequence[str]) -> None:
        if name not in mission_names():
            raise KeyError(name)
        super().__init__(name, MissionRun(load_mission(name), deeds, bots=False))

    def asked(self) -> BotAsked | None:
        run = self.run
        return bot_asked(run.state, run.mission.bot, run.mission.seed) if run.waits_for_bot else None

    @property
    def mission(self) -> Missioned:
        run = self.run
        return Missioned(self.name, run.status, _aims(run.goal), _aims(run.stars), run.won_stars)


def _aims(found: Iterable[ConditionProgress]) -> list[MissionAim]:
    return [MissionAim(one.condition.kind, one.condition.number, one.condition.token, one.state, one.count) for one in found]
