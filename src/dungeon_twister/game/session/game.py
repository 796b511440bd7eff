"""A game with those who sit around it: who decides for each seat, what each is told, what is done at random for somebody."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import copy
from dataclasses import dataclass
from random import Random
from typing import Final

from dungeon_twister.game.record.game import Game, check
from dungeon_twister.game.record.notation import Choice, from_choice, read, understand
from dungeon_twister.game.session.failing import MEANINGLESS, NO_CHOICE, NOT_OFFERED, RAISED, REFUSED, Failure, Instead
from dungeon_twister.game.session.seats import BOT, PERSON, Seat
from dungeon_twister.game.session.telling import Event, Told, happened, told
from dungeon_twister.game.views import CardView, Lens, View, observe
from dungeon_twister.rules.engine.editions import DECISIONS
from dungeon_twister.rules.engine.game import legal, why_not
from dungeon_twister.rules.engine.state import State
from dungeon_twister.rules.visibility import ALL_KNOWING, SPECTATOR, sees_choices

SETUP: Final = ("select", "leave-out", "starters", "lay", "face")  # the decisions that can be made at random for a player


@dataclass(frozen=True)
class Moment:
    """One choice, of a player or of chance, and what it led to."""

    who: int
    action: int
    text: str
    events: Sequence[Event]
    told: Told


class SeatedGame:
    """A game, its seats, and those who are told what happens: `viewers`, by default those who look on and all players but bots.
    It is played by `play`, or step by step by `make` and `draw`. Players are seats, not colours."""

    def __init__(self, game: Game, seats: Iterable[Seat], viewers: Sequence[int] | None = None) -> None:
        self.game = game
        self.colours = game.state.setting.colours
        self.seats: list[Seat] = []
        self.viewers: list[int] = []
        self.filling: dict[int, str] = {}  # seat -> the stage of the setup that is done at random for it
        self._choices: list[int] | None = None  # of whoever decides, once they have been asked for
        self._lens = Lens()
        self.sit_down(seats)
        if viewers is not None:
            self.viewers = list(viewers)

    def sit_down(self, seats: Iterable[Seat]) -> None:
        """Who sits where from now on."""
        self.seats = list(seats)
        self.viewers = [SPECTATOR, *(number for number, seat in enumerate(self.seats) if seat.who != BOT)]

    def clone(self) -> SeatedGame:
        """An independent copy; those who sit there are the same."""
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
        """The kind of the decision to be made; empty when the game is over."""
        return "" if self.over else DECISIONS[self.game.state.decision()]

    def resigned(self, seat: int) -> bool:
        return bool(self.game.state.resigned >> seat & 1)

    @property
    def playing(self) -> list[int]:
        """The seats that have not been given up."""
        return [seat for seat in range(len(self.colours)) if not self.resigned(seat)]

    @property
    def people(self) -> list[int]:
        """The seats on which people still play."""
        return [seat for seat in self.playing if self.seats[seat].who == PERSON]

    @property
    def players(self) -> dict[str, str]:
        """Colour -> name, for the record."""
        return {colour: seat.name for colour, seat in zip(self.colours, self.seats, strict=True) if seat.name}

    def choices(self) -> list[int]:
        """The choices of whoever decides, worked out once for each position."""
        if self._choices is None:
            self._choices = legal(self.game.state)
        return self._choices

    def view(self, viewer: int) -> View | CardView:
        """What a viewer may know, with the choices if he decides."""
        return observe(self.game.state, viewer, self.choices() if sees_choices(self.game.state, viewer) else [], self._lens)

    def view_of(self, state: State, viewer: int) -> View | CardView:
        """The same of another state of this game."""
        return observe(state, viewer, None, self._lens)

    # -- deciding --------------------------------------------------------------------------------------------------------

    def play(self, choice: str | Choice | int, viewer: int = ALL_KNOWING) -> list[Moment]:
        """Make a choice, by the names that a viewer may know, then let chance decide. TextError, AmbiguousActionError or
        IllegalActionError say what is wrong with it, and then nothing has changed."""
        action = self.meant(choice, viewer)
        self.check(action)
        return self.decide(action)

    def meant(self, choice: str | Choice | int, viewer: int = ALL_KNOWING) -> int:
        """The choice that is meant, legal or not."""
        if isinstance(choice, int):
            return choice
        return read(self.game.state, choice, viewer) if isinstance(choice, str) else understand(self.game.state, choice, viewer)

    def check(self, action: int) -> None:
        """Raise IllegalActionError if a choice is refused now. What has been listed need not be asked for again."""
        if self._choices is None or action not in self._choices:
            check(self.game.state, action)

    def decide(self, action: int) -> list[Moment]:
        """Make a choice that is known to be legal, then let chance decide."""
        return [self.make(action), *self.draws()]

    def make(self, action: int, text: str = "") -> Moment:
        """Make one choice that is known to be legal, and its text if it is known, and tell what it led to. The next one may be
        chance's (`draw`)."""
        self._listen()
        self.game.make(action, text)
        return self._moment()

    def draw(self) -> Moment | None:
        """Let chance decide once, if it is to decide and may."""
        self._listen()
        if self.game.draw():
            return self._moment()
        self.game.state.events = None
        return None

    def draws(self) -> list[Moment]:
        """Let chance decide as long as it is to decide."""
        found: list[Moment] = []
        while (moment := self.draw()) is not None:
            found.append(moment)
        return found

    def _listen(self) -> None:
        self.game.state.events = [] if self.viewers else None

    def _moment(self) -> Moment:
        """The last choice, which has just been made."""
        state, (who, action, text) = self.game.state, self.game.log[-1]
        events, state.events, self._choices = state.events or [], None, None
        return Moment(who, action, text, events, told(state, events, self.viewers))

    def retold(self) -> list[Told]:
        """What each choice so far has led to, from the beginning on."""
        state = self.game.state_at(0)
        return [happened(state, action, self.viewers) for _, action, _ in self.game.log]

    # -- bots ------------------------------------------------------------------------------------------------------------

    def ask(self, seat: int, instead: Instead) -> int:
        """What the bot of a seat chooses; where it fails, what is done instead."""
        bot = self.seats[seat].bot
        assert bot is not None, "only a bot that is here can be asked"
        view = self.view(seat)
        try:
            answer: object = bot.choose(view)
        except Exception as error:  # a bot may be anybody's code
            answer = error
        return self.answered(answer, instead)

    def answered(self, answer: object, instead: Instead) -> int:
        """What a bot's answer means; where it is none of its choices, or what it raised, what is done instead."""
        return answered(self.game.state, self.choices(), answer, instead)

    # -- at random -------------------------------------------------------------------------------------------------------

    def wish(self, seat: int) -> str:
        """A player wants the rest of this stage of the setup done for him; empty if there is nothing to be done for him."""
        if self.stage not in SETUP:
            return ""
        self.filling[seat] = self.stage
        return self.stage

    def filled(self, rng: Random) -> int | None:
        """What is chosen for whoever decides, if he wishes that."""
        if not self.filling or self.filling.get(self.game.state.decider()) != self.stage:
            return None
        return rng.choice(self.choices())

    # -- taking back -----------------------------------------------------------------------------------------------------

    def undo(self, seat: int) -> str:
        """Take a player's last choice back, and with it his wish; returns its text. UndoError says why not."""
        text = self.game.undo(seat)
        self._choices = None
        self.filling.pop(seat, None)
        return text

    def go_back(self, count: int) -> None:
        """Let only so many choices stand, whatever the rules say; nobody wishes anything done for him any more."""
        self.game.go_back(count)
        self._choices = None
        self.filling.clear()


def answered(state: State, choices: list[int], answer: object, instead: Instead) -> int:
    """Return the choice that a bot's answer means among these; where it is none of them, what is done instead."""
    if isinstance(answer, Exception):
        return instead(Failure(RAISED, error=answer), choices)
    if not isinstance(answer, Choice):
        return instead(Failure(NO_CHOICE, answer), choices)
    try:
        action = from_choice(state, answer)
    except (ValueError, TypeError) as error:
        return instead(Failure(MEANINGLESS, answer, error), choices)
    if action in choices:
        return action
    refusal = why_not(state, action)
    return instead(Failure(REFUSED if refusal else NOT_OFFERED, answer, refusal=refusal), choices)
