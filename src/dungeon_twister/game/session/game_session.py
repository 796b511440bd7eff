"""A game session: a game, its seats, the events for its viewers, and setup stages that are filled in at random."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import copy
from dataclasses import dataclass
from random import Random
from typing import Final

from dungeon_twister.game.record.notation import Choice, from_choice, read, understand
from dungeon_twister.game.record.recorded_game import RecordedGame, check
from dungeon_twister.game.session.bot_failure import MEANINGLESS, NO_CHOICE, NOT_OFFERED, RAISED, REFUSED, BotFailure, Instead
from dungeon_twister.game.session.session_seat import BOT, PERSON, SessionSeat
from dungeon_twister.game.session.viewer_events import Event, ViewerEvents, apply_and_observe, events_for_viewers
from dungeon_twister.game.views import CardView, View, ViewCache, observe
from dungeon_twister.rules.engine.all_editions import DECISIONS
from dungeon_twister.rules.engine.game import legal, why_not
from dungeon_twister.rules.engine.state import State
from dungeon_twister.rules.visibility import ALL_KNOWING, SPECTATOR, sees_choices

SETUP: Final = ("select", "leave-out", "starters", "lay", "face")  # decisions that can be made at random for a player


@dataclass(frozen=True)
class PlayedChoice:
    """One choice, of a player or of chance, with its events."""

    who: int
    action: int
    text: str
    events: Sequence[Event]
    viewer_events: ViewerEvents


class GameSession:
    """A game with seats and viewers.

    The viewers get the events; by default they are the spectators and all players but bots. The game is played by `play`, or
    step by step by `make` and `draw`. Players are numbers of seats, not colours.
    """

    def __init__(self, game: RecordedGame, seats: Iterable[SessionSeat], viewers: Sequence[int] | None = None) -> None:
        self.game = game
        self.colours = game.state.setting.colours
        self.seats: list[SessionSeat]
        self.viewers: list[int]
        self.filling: dict[int, str] = {}  # seat -> the stage of the setup that is filled in at random for it
        self._cache = ViewCache()
        self.sit_down(seats)
        if viewers is not None:
            self.viewers = list(viewers)

    def sit_down(self, seats: Iterable[SessionSeat]) -> None:
        """Set the seats."""
        self.seats = list(seats)
        self.viewers = [SPECTATOR, *(number for number, seat in enumerate(self.seats) if seat.who != BOT)]

    def clone(self) -> GameSession:
        """Return an independent copy with the same seats."""
        other = copy(self)
        other.game, other.filling = self.game.clone(), dict(self.filling)
        return other

    # -- asking ----------------------------------------------------------------------------------------------------------

    @property
    def state(self) -> State:
        return self.game.state

    @property
    def over(self) -> bool:
        return self.game.state.over

    @property
    def stage(self) -> str:
        """The kind of the current decision; empty when the game is over."""
        return "" if self.over else DECISIONS[self.game.state.decision()]

    def resigned(self, seat: int) -> bool:
        return bool(self.game.state.resigned >> seat & 1)

    @property
    def playing(self) -> list[int]:
        """The seats that have not resigned."""
        return [seat for seat in range(len(self.colours)) if not self.resigned(seat)]

    @property
    def people(self) -> list[int]:
        """The seats of people who have not resigned."""
        return [seat for seat in self.playing if self.seats[seat].who == PERSON]

    @property
    def players(self) -> dict[str, str]:
        """Colour -> name, for the record."""
        return {colour: seat.name for colour, seat in zip(self.colours, self.seats, strict=True) if seat.name}

    def choices(self) -> list[int]:
        """Return the choices of the player to decide."""
        return legal(self.game.state)

    def view(self, viewer: int) -> View | CardView:
        """Return the view of a viewer, with the choices if the viewer is to decide."""
        return observe(self.game.state, viewer, self.choices() if sees_choices(self.game.state, viewer) else [], self._cache)

    def view_of(self, state: State, viewer: int) -> View | CardView:
        """Return the view of another state of this game."""
        return observe(state, viewer, None, self._cache)

    # -- deciding --------------------------------------------------------------------------------------------------------

    def play(self, choice: str | Choice | int, viewer: int = ALL_KNOWING) -> list[PlayedChoice]:
        """Make a choice, read with the names that a viewer may know, then let chance decide.

        Raise TextError, AmbiguousActionError or IllegalActionError for a wrong choice. Then nothing has changed.
        """
        action = self.resolve_choice(choice, viewer)
        self.check(action)
        return self.decide(action)

    def resolve_choice(self, choice: str | Choice | int, viewer: int = ALL_KNOWING) -> int:
        """Return the action for a choice, legal or not."""
        if isinstance(choice, int):
            return choice
        return read(self.game.state, choice, viewer) if isinstance(choice, str) else understand(self.game.state, choice, viewer)

    def check(self, action: int) -> None:
        """Raise IllegalActionError if a choice is illegal."""
        check(self.game.state, action)

    def decide(self, action: int) -> list[PlayedChoice]:
        """Make a legal choice, then let chance decide."""
        return [self.make(action), *self.draws()]

    def make(self, action: int, text: str = "") -> PlayedChoice:
        """Make a legal choice and return it with its events. Pass its text if it is known. Chance may be next (`draw`)."""
        self._listen()
        self.game.make(action, text)
        return self._moment()

    def draw(self) -> PlayedChoice | None:
        """Let chance decide once, if chance is next and the seed is known; otherwise return None."""
        self._listen()
        if self.game.draw():
            return self._moment()
        self.game.state.events = None
        return None

    def draws(self) -> list[PlayedChoice]:
        """Let chance decide until a player is next."""
        found: list[PlayedChoice] = []
        while (moment := self.draw()) is not None:
            found.append(moment)
        return found

    def _listen(self) -> None:
        self.game.state.events = [] if self.viewers else None

    def _moment(self) -> PlayedChoice:
        """Return the choice that has just been made, with its events."""
        state, (who, action, text) = self.game.state, self.game.log[-1]
        events, state.events = state.events or [], None
        return PlayedChoice(who, action, text, events, events_for_viewers(state, events, self.viewers))

    def replay_events(self) -> list[ViewerEvents]:
        """Return the events of every choice so far, by replaying the game."""
        state = self.game.state_at(0)
        return [apply_and_observe(state, action, self.viewers) for _, action, _ in self.game.log]

    # -- bots ------------------------------------------------------------------------------------------------------------

    def ask(self, seat: int, instead: Instead) -> int:
        """Return the choice of the bot of a seat, or of `instead` if the bot fails."""
        bot = self.seats[seat].bot
        assert bot is not None, "only a bot that is here can be asked"
        view = self.view(seat)
        try:
            answer: object = bot.choose(view)
        except Exception as error:  # the bot may be custom code
            answer = error
        return self.answered(answer, instead)

    def answered(self, answer: object, instead: Instead) -> int:
        """Return the action for a bot's answer, or the choice of `instead` for an exception or an illegal answer."""
        return answered(self.game.state, self.choices(), answer, instead)

    # -- at random -------------------------------------------------------------------------------------------------------

    def fill_at_random(self, seat: int) -> str:
        """Let the rest of this stage of the setup be filled in at random for a player.

        Return the stage, or an empty text if this is no such stage.
        """
        if self.stage not in SETUP:
            return ""
        self.filling[seat] = self.stage
        return self.stage

    def filled(self, rng: Random) -> int | None:
        """Return a random choice for the player to decide, if the player has asked for it."""
        if not self.filling or self.filling.get(self.game.state.decider()) != self.stage:
            return None
        return rng.choice(self.choices())

    # -- taking back -----------------------------------------------------------------------------------------------------

    def undo(self, seat: int) -> str:
        """Undo the last choice of a player, and the request to fill in. Return its text, or raise UndoError."""
        text = self.game.undo(seat)
        self.filling.pop(seat, None)
        return text

    def go_back(self, count: int) -> None:
        """Undo all choices but the first `count`, without asking the rules, and all requests to fill in."""
        self.game.go_back(count)
        self.filling.clear()


def answered(state: State, choices: list[int], answer: object, instead: Instead) -> int:
    """Return the choice among `choices` that a bot's answer means, or else the choice of `instead`."""
    if isinstance(answer, Exception):
        return instead(BotFailure(RAISED, error=answer), choices)
    if not isinstance(answer, Choice):
        return instead(BotFailure(NO_CHOICE, answer), choices)
    try:
        action = from_choice(state, answer)
    except (ValueError, TypeError) as error:
        return instead(BotFailure(MEANINGLESS, answer, error), choices)
    if action in choices:
        return action
    refusal = why_not(state, action)
    return instead(BotFailure(REFUSED if refusal else NOT_OFFERED, answer, refusal=refusal), choices)
