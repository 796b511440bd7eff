"""A mission in progress."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import ClassVar, Final

from dungeon_twister.ai.bots.resolve import resolve_bot
from dungeon_twister.game.record.notation import Choice, choice_text, to_choice
from dungeon_twister.game.record.recorded_game import RecordedGame
from dungeon_twister.game.session import PlayedChoice, give_up
from dungeon_twister.game.session.bot import Bot
from dungeon_twister.learning.exercise_run import PLAY, REPLY, ExerciseRun, seat_learner
from dungeon_twister.learning.missions.conditions import DONE, FAILED, OPEN, ConditionProgress, MissionCondition, MissionTally
from dungeon_twister.learning.missions.mission import Mission, MissionError
from dungeon_twister.rules.engine.game import is_for_any_time
from dungeon_twister.rules.geometry.text import TextError

WON: Final = "won"  # the other states of a mission are OPEN and FAILED


class MissionRun(ExerciseRun):
    """The run of one mission.

    `bots` says that the bots answer by themselves. A host that asks them elsewhere passes False and hands in their answers
    (`waits_for_bot`, `reply`).
    """

    error: ClassVar[type[ValueError]] = MissionError
    status: str = OPEN

    def __init__(self, mission: Mission, deeds: Iterable[str] = (), bots: bool = True) -> None:
        self.mission = mission
        self._tally: MissionTally
        self._answers = bots
        self._bots: dict[int, Bot] = {}
        self._rebuild(list(deeds))

    # -- queries ---------------------------------------------------------------------------------------------------------

    @property
    def waits_for_bot(self) -> bool:
        return not self.over and self.state.decider() != self.learner

    @property
    def goal(self) -> list[ConditionProgress]:
        """Return how far the conditions of the goal are."""
        return [self._progress(one) for one in self.mission.goal]

    @property
    def stars(self) -> list[ConditionProgress]:
        """Return how far the conditions of the further stars are."""
        return [self._progress(one) for one in self.mission.stars]

    @property
    def won_stars(self) -> int:
        """Return the number of stars won: none before the goal is reached."""
        return 1 + sum(one.state == DONE for one in self.stars) if self.status == WON else 0

    @property
    def undoable(self) -> str:
        """Return the choice that can be taken back by the rules of the game."""
        return "" if self.over else self.game_session.game.undoable(self.learner)

    def _progress(self, condition: MissionCondition) -> ConditionProgress:
        """Return how far a condition is. When the mission is won, each holds or does not."""
        found = self._tally.progress(condition, self.state)
        if found.state != OPEN or not self.over:
            return found
        if self.status == WON:
            return replace(found, state=FAILED if condition.aim else DONE)
        return replace(found, state=FAILED) if self._tally.time_is_up(condition) else found

    # -- actions ---------------------------------------------------------------------------------------------------------

    def play(self, choice: str | Choice) -> list[PlayedChoice]:
        """Make a choice and let the bots answer."""
        if self.over:
            return []
        action = self.game_session.resolve_choice(choice, self.learner)
        if self.state.decider() != self.learner or is_for_any_time(self.state, action):
            raise TextError("nobody can do that now")
        return self._decide(PLAY, action) + self._let_bots_decide()

    def reply(self, choice: str | Choice) -> list[PlayedChoice]:
        if not self.waits_for_bot:
            raise TextError("no bot has to decide")
        return self._decide(REPLY, self.game_session.resolve_choice(choice))

    def _decide(self, kind: str, action: int) -> list[PlayedChoice]:
        self.game_session.check(action)
        self.deeds.append(f"{kind} {choice_text(to_choice(self.state, action))}")
        moments = self.game_session.decide(action)
        self._note_events(moments)
        self._tally.note(moments, self.state)
        self._judge()
        return moments

    def _let_bots_decide(self) -> list[PlayedChoice]:
        moments: list[PlayedChoice] = []
        while self._bots and self.waits_for_bot:
            moments += self._decide(REPLY, self.game_session.ask(self.state.decider(), give_up))
        return moments

    def _judge(self) -> None:
        """Decide whether the mission is won or lost."""
        goal = self.goal
        if all(one.state != FAILED and (one.state == DONE or not one.condition.aim) for one in goal):
            self.status = WON
        elif any(one.state == FAILED or self._tally.time_is_up(one.condition) for one in goal):
            self.status = FAILED

    # -- undo ------------------------------------------------------------------------------------------------------------

    def _last_choice(self) -> int:
        return len(self.deeds) - 1 if self.undoable else -1

    def _rebuild(self, deeds: Sequence[str]) -> None:
        game = RecordedGame.from_position(self.mission.start, self.mission.seed)
        colours = game.state.setting.colours
        self.learner = colours.index(self.mission.player)
        self.game_session = seat_learner(game, self.learner, self.mission.bot)
        self.deeds, self.history, self.status = [], [], OPEN
        self._tally = MissionTally(self.state, self.learner)
        self._bots = {}  # nobody answers what is only done again
        self._do_again(deeds)
        if self._answers:
            self._sit_down()
            self._let_bots_decide()

    def _redo(self, kind: str, rest: str) -> None:
        if kind == PLAY:
            self.play(rest)
        elif kind == REPLY:
            self.reply(rest)

    def _sit_down(self) -> None:
        """Let bots of this process take the other seats."""
        mission, colours = self.mission, self.game_session.colours
        make = resolve_bot(mission.bot).make
        others = [seat for seat in range(len(colours)) if seat != self.learner]
        self._bots = {seat: make(f"{mission.seed} {colours[seat]}") for seat in others}
        self.game_session = seat_learner(self.game_session.game, self.learner, mission.bot, self._bots)
