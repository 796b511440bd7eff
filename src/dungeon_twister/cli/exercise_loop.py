"""Base classes of lessons, puzzles, missions and mistakes at the terminal: a game driven by a run."""

from __future__ import annotations

from contextlib import suppress
from random import SystemRandom

from dungeon_twister.cli.editions import display_of
from dungeon_twister.cli.game_loop import GameLoop
from dungeon_twister.cli.terminal import QuitError, Terminal
from dungeon_twister.cli.terminal_session import TerminalSession
from dungeon_twister.cli.texts import t
from dungeon_twister.learning.exercise_run import FAILED, OPEN, ExerciseRun

NOT_HERE = ("save", "resign", "draw", "fill")


class ExerciseSession(TerminalSession):
    """The game of an exercise as a session. The run plays; this class adapts it for the table."""

    def __init__(self, run: ExerciseRun) -> None:
        self.run = run
        self.display = display_of(run.state)
        self.typed = []
        self.bot_failures = []
        self.rng = SystemRandom()
        self.sync()

    def sync(self) -> None:
        """Take over the run's game, which undo, `again` and a new position replace."""
        self.game_session = self.run.game_session
        self.game = self.game_session.game
        self.history = [{self.run.learner: events} for events in self.run.history]

    def play(self, choice: str) -> None:
        self.run.play(choice)
        self.sync()

    def play_typed(self, choices: list[str]) -> None:
        """Make the choices of one line until the stage changes or the run replies."""
        self.typed.append(len(self.run.deeds))
        for choice in choices:
            stage = self.run.stage
            self.play(choice)
            if self.run.stage != stage or self.run.answered:
                return
        if not self.state.over and self.display.journey_is_done(self.state):
            self.play("stop")

    def take_back(self) -> bool:
        """Take back the choices of the last typed line. False: there is nothing to undo."""
        if not self.run.undo():
            return False
        while self.typed and self.typed[-1] > len(self.run.deeds):
            self.typed.pop()
        target = self.typed.pop() if self.typed else len(self.run.deeds)
        while len(self.run.deeds) > target and self.run.undo():
            pass
        self.sync()
        return True


class ExerciseLoop(GameLoop):
    """A learner and an exercise. `nothing_to_undo`: the catalogue key of the message when nothing can be taken back."""

    nothing_to_undo: str

    def __init__(self, run: ExerciseRun, terminal: Terminal) -> None:
        self.exercise = ExerciseSession(run)
        super().__init__(self.exercise, terminal, None)
        for command in NOT_HERE:
            del self.commands[command]
        self.commands["again"] = self._again

    @property
    def done(self) -> bool:
        """Return whether the exercise is solved."""
        return self.exercise.run.status not in (OPEN, FAILED)

    def run(self) -> None:
        """Run until the exercise is solved or the user leaves."""
        run = self.exercise.run
        with suppress(QuitError):
            while not self.done and not self.quitting:
                self._sync()
                if run.status == FAILED:
                    self._failed()
                else:
                    self._ask_person(run.learner)

    def _failed(self) -> None:
        """Handle a failed attempt."""

    def _sync(self) -> None:
        """Take over the run's current game."""
        self.exercise.sync()
        self.game_session = self.exercise.game_session

    def _again(self, seat: int, typed: list[str]) -> bool:
        self.exercise.run.restart()
        self.exercise.typed.clear()
        return True

    def _undo(self, seat: int, typed: list[str]) -> bool:
        if not self.exercise.take_back():
            self.terminal.say(t(self.nothing_to_undo))
            return False
        self.seen[seat] = min(self.seen.get(seat, 0), len(self.session.history))
        return True

    def _quit(self, seat: int, typed: list[str]) -> bool:
        self.quitting = True
        return True
