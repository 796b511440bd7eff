"""Missions as exercises, and their list."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar, Final

from dungeon_twister.game.record.grammar import Choice
from dungeon_twister.game.session import GameSession
from dungeon_twister.game.views import EventView
from dungeon_twister.learning.missions import OPENS, ConditionProgress, MissionRun, load_mission, load_missions, mission_names
from dungeon_twister.presentation.guide.guide_shapes import Reason
from dungeon_twister.rules.engine.game import IllegalActionError
from dungeon_twister.rules.geometry.text import AmbiguousActionError, TextError
from dungeon_twister.server.study.exercise import NOTHING_TO_UNDO, BotAsked, Exercise, bot_asked, unreadable
from dungeon_twister.server.study_protocol import MissionAim, MissionCard, Missioned, MissionList

OVER: Final = Reason("not-now", sentence="The mission is over: begin it again.")


def mission_list() -> MissionList:
    """Return all missions in their order."""
    cards = [
        MissionCard(one.name, one.number, one.act, one.game, one.scenario, one.players, one.bot, one.most_stars)
        for one in load_missions()
    ]
    return MissionList(list(OPENS.values()), cards)


class MissionExercise(Exercise):
    """A run of a mission. Choices are taken back by the rules of the game."""

    kind: ClassVar[str] = "missions"

    def __init__(self, name: str, deeds: Sequence[str]) -> None:
        if name not in mission_names():
            raise KeyError(name)
        self.name = name
        self.run = MissionRun(load_mission(name), deeds, bots=False)
        self.seat = self.run.learner

    @property
    def deeds(self) -> list[str]:
        return self.run.deeds

    @property
    def seated(self) -> GameSession:
        return self.run.game_session

    @property
    def history(self) -> list[list[EventView]]:
        return self.run.history

    @property
    def undoable(self) -> str:
        return self.run.undoable

    def asked(self) -> BotAsked | None:
        run = self.run
        return bot_asked(run.state, run.mission.bot, run.mission.seed) if run.waits_for_bot else None

    # -- doing --------------------------------------------------------------------------------------------------------------

    def play(self, choices: Sequence[Choice | str]) -> Reason | None:
        run = self.run
        for choice in choices:
            if run.over:
                return OVER
            try:
                run.play(choice)
            except (TextError, AmbiguousActionError) as error:
                return unreadable(error)
            except IllegalActionError as error:
                return Reason(error.code, error.clause, sentence=error.sentence)
            if run.over or run.waits_for_bot:
                break
        return None

    def reply(self, choice: Choice) -> None:
        self.run.reply(choice)

    def why(self, about: Choice | str) -> Reason | None:
        return OVER if self.run.over else super().why(about)

    def undo(self, steps: int) -> Reason | None:
        for number in range(steps):
            if not self.run.undo():
                return None if number else NOTHING_TO_UNDO
        return None

    def again(self, whole: bool) -> Reason | None:
        self.run.restart()
        return None

    # -- sending ------------------------------------------------------------------------------------------------------------

    @property
    def mission(self) -> Missioned:
        run = self.run
        return Missioned(self.name, run.status, _aims(run.goal), _aims(run.stars), run.won_stars)


def _aims(found: Iterable[ConditionProgress]) -> list[MissionAim]:
    return [MissionAim(one.condition.kind, one.condition.number, one.condition.token, one.state, one.count) for one in found]
