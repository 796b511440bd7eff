"""A game at the terminal: the game with its seats, and the sentences for each viewer."""

from __future__ import annotations

from pathlib import Path
from random import SystemRandom

from dungeon_twister.cli.editions import display_of
from dungeon_twister.cli.texts import chronicle, refusal_text, t
from dungeon_twister.game.record.files import save
from dungeon_twister.game.session import NOT_OFFERED, AtRandom, BotFailure, GameSession, PlayedChoice, turn_starts
from dungeon_twister.rules.engine.actions import TIMEOUT
from dungeon_twister.rules.engine.state import State
from dungeon_twister.rules.visibility import turns_visible, visible_from

SPECTATOR_NAME = "spectator"


class TerminalSession:
    """The game, the events of each choice, and the typed input."""

    def __init__(self, game_session: GameSession) -> None:
        self.game_session = game_session
        self.game = game_session.game
        self.display = display_of(game_session.state)
        self.history = game_session.replay_events()  # of each choice that stands
        self.typed: list[int] = []  # length of the log before each thing a person typed
        self.bot_failures: list[str] = []  # what bots did wrong
        self.rng = SystemRandom()  # independent of the game's chance: knowing the seed must not reveal what is laid face down

    @property
    def state(self) -> State:
        return self.game.state

    # -- playing -------------------------------------------------------------------------------------------------------

    def play(self, choice: str) -> None:
        """Make one choice and note what happened."""
        self._note(self.game_session.play(choice))

    def _note(self, moments: list[PlayedChoice]) -> None:
        self.history += [moment.viewer_events for moment in moments]

    def play_typed(self, choices: list[str]) -> None:
        """Make the choices of one typed line; `undo` takes all of them back."""
        self.typed.append(len(self.game.log))
        for choice in choices:
            self.play(choice)
        if not self.state.over and self.display.journey_is_done(self.state):
            self.play("stop")

    def time_out(self) -> None:
        """End the turn of a player whose time is over (OPT-1)."""
        self.typed.append(len(self.game.log))
        self._note(self.game_session.decide(TIMEOUT))

    def undo(self, seat: int) -> list[str]:
        """Take back what the player typed last and return it; UndoError names the reason if that is impossible."""
        taken = [self.game_session.undo(seat)]
        target = self.typed.pop() if self.typed else len(self.game.log)
        while len(self.game.log) > target and self.game.can_undo(seat):
            taken.append(self.game_session.undo(seat))
        del self.history[len(self.game.log) :]
        return taken[::-1]

    def play_bot(self, seat: int) -> None:
        """Let a bot decide. A failing bot is replaced by a random choice, which is reported."""
        self._note(self.game_session.decide(self.game_session.ask(seat, AtRandom(self.rng, self._note_bot_failure))))

    def _note_bot_failure(self, failure: BotFailure) -> None:
        problem = refusal_text(failure.refusal) if failure.refusal else failure.problem
        if failure.kind == NOT_OFFERED:
            problem = t("terminal.not-among-choices")
        self.bot_failures.append(
            t("terminal.bot-failed", bot=self.game_session.seats[self.state.decider()].name, problem=problem)
        )

    def fill(self) -> bool:
        """Make one random setup choice if the deciding player wants that."""
        action = self.game_session.filled(self.rng)
        if action is None:
            return False
        self._note(self.game_session.decide(action))
        return True

    # -- telling -------------------------------------------------------------------------------------------------------

    def sentences(self, viewer: int, since: int = 0) -> list[str]:
        """Return the sentences for a viewer, from an entry of the history on."""
        colour = self.game_session.colours[viewer] if viewer >= 0 else SPECTATOR_NAME
        telling = chronicle(self.state.setting, colour)
        telling.learn(event for views in self.history[:since] for event in views[viewer])
        telling.add([event for views in self.history[since:] for event in views[viewer]])
        return [line.text for line in telling.lines]

    def log(self, viewer: int, choices: int = 0) -> list[str]:
        """Return the events of the last choices, or of all; with strict memory (SETUP-8, COMBAT-9) of the visible turns
        only."""
        setting = self.state.setting
        if not turns_visible(setting):
            return self.sentences(viewer, max(0, len(self.history) - choices) if choices else 0)
        return self.sentences(viewer, visible_from(setting, turn_starts(views[viewer] for views in self.history)))

    def reason(self) -> str:
        """Return why the game is over."""
        return self.display.reason_for_end(self.state)

    def save(self, path: Path) -> None:
        """Write the game: sealed while it is unfinished, open when it is over."""
        save(self.game, path, self.game_session.players)
