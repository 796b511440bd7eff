"""Exercises in progress. Each follows from what it is about and from its deeds: what was done in it, as lines of text."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar, Final

from dungeon_twister.game.record.grammar import Choice
from dungeon_twister.game.record.recorded_game import RecordedGame
from dungeon_twister.game.session import BOT, PERSON, GameSession, PlayedChoice, SessionSeat
from dungeon_twister.game.session.bot import Bot
from dungeon_twister.game.views import CardView, EventView, View
from dungeon_twister.rules.engine.game import IllegalActionError
from dungeon_twister.rules.engine.state import State
from dungeon_twister.rules.geometry.text import AmbiguousActionError, TextError

PLAY: Final = "play"
TRY: Final = "try"
TAP: Final = "tap"
REPLY: Final = "bot"

# statuses of an exercise; some have others
OPEN: Final = "open"
SOLVED: Final = "solved"
FAILED: Final = "failed"

HINTS: Final = 3  # grades of a hint


class ExerciseRun(ABC):
    """The run of one exercise. A host stores its `deeds` and can rebuild it; `error` is raised for deeds that do not fit.

    `history` holds the events of each choice, as the learner may know them. It is a new list when the game is set up anew.
    """

    error: ClassVar[type[ValueError]]
    game_session: GameSession
    learner: int
    deeds: list[str]
    history: list[list[EventView]]

    # -- queries ---------------------------------------------------------------------------------------------------------

    @property
    @abstractmethod
    def status(self) -> str:
        """OPEN while there is something to do, or a result."""

    @property
    def over(self) -> bool:
        return self.status != OPEN

    @property
    def stage(self) -> object:
        """A step or a result: when it changes, the rest of a line of choices is dropped."""
        return self.status

    @property
    def answered(self) -> bool:
        """Return whether the last choice got an answer."""
        return False

    @property
    def waits_for_bot(self) -> bool:
        """Return whether a bot is to decide."""
        return False

    @property
    def state(self) -> State:
        return self.game_session.state

    @property
    def view(self) -> View | CardView:
        return self.game_session.view(self.learner)

    @property
    def undoable(self) -> str:
        """Return the choice that `undo` would take back; empty if there is none."""
        at = self._last_choice()
        return self.deeds[at].partition(" ")[2] if at >= 0 else ""

    def _last_choice(self) -> int:
        """Return the number of the deed that `undo` takes back, with all that followed from it; -1 if there is none."""
        return next((at for at in reversed(range(len(self.deeds))) if self.deeds[at].startswith(f"{PLAY} ")), -1)

    # -- actions ---------------------------------------------------------------------------------------------------------

    @abstractmethod
    def play(self, choice: str | Choice) -> object:
        """Make a choice, given by the names that the learner may know.

        Raise TextError or AmbiguousActionError for a text that is not one choice, and IllegalActionError, unless the exercise
        answers it, for one that is not legal.
        """

    def reply(self, choice: str | Choice) -> object:
        """Hand in the choice of a bot."""
        raise TextError("no bot has to decide")

    def undo(self) -> bool:
        """Take back the last choice. Return False if there is none, or the rules do not allow it."""
        at = self._last_choice()
        if at >= 0:
            self._rebuild(self.deeds[:at])
        return at >= 0

    def restart(self) -> None:
        """Begin the exercise again."""
        self._rebuild([])

    @abstractmethod
    def _rebuild(self, deeds: Sequence[str]) -> None:
        """Replay these deeds from the beginning."""

    def _do_again(self, deeds: Iterable[str]) -> None:
        """Do deeds again. Raise the exercise's error if one cannot be done, or is not noted as it was."""
        for deed in deeds:
            kind, _, rest = deed.partition(" ")
            try:
                self._redo(kind, rest)
            except (TextError, AmbiguousActionError, IllegalActionError) as error:
                raise self.error(f"{deed!r} cannot be done again: {error}") from None
            if not self._is_noted(deed):
                raise self.error(f"{deed!r} cannot be done again")

    @abstractmethod
    def _redo(self, kind: str, rest: str) -> object:
        """Do a deed again, given by its kind and the rest of its line."""

    def _is_noted(self, deed: str) -> bool:
        """Return whether a deed that was done again stands at the end of the list."""
        return self.deeds[-1:] == [deed]

    def _note_events(self, moments: Iterable[PlayedChoice]) -> None:
        self.history += [list(moment.viewer_events[self.learner]) for moment in moments]


def seat_learner(game: RecordedGame, learner: int, bot: str, bots: Mapping[int, Bot] | None = None) -> GameSession:
    """Seat the learner, and bots called `bot` everywhere else. `bots` are those of this process, by seat."""
    here = bots or {}
    seats = [
        SessionSeat(PERSON) if seat == learner else SessionSeat(BOT, bot, here.get(seat))
        for seat in range(len(game.state.setting.colours))
    ]
    return GameSession(game, seats, [learner])
