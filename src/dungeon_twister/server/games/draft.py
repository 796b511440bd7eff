"""A game as a command changes it: a copy of it, or the game itself, which nobody looks at before the change is stored."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Final

import msgspec

from dungeon_twister.game.record.game import UndoError, check
from dungeon_twister.game.record.notation import Choice, read, understand, write
from dungeon_twister.game.session import SETUP
from dungeon_twister.presentation.guide.shapes import Reason
from dungeon_twister.rules.engine import actions
from dungeon_twister.rules.engine.game import is_for_any_time
from dungeon_twister.rules.engine.state import State
from dungeon_twister.rules.geometry.text import AmbiguousActionError, TextError
from dungeon_twister.server.games import clocks
from dungeon_twister.server.games.aside import Aside, packed, with_plan
from dungeon_twister.server.games.first_moves import after_choices
from dungeon_twister.server.games.hosted import BOT, Hosted
from dungeon_twister.server.games.live import CHOICE, DRAW, RESIGN, TIME, TIMEOUT, LiveGame
from dungeon_twister.server.games.refused import RefusedError as RefusedError
from dungeon_twister.server.games.sealing import Envelope
from dungeon_twister.server.games.seats import advanced, beside
from dungeon_twister.server.luck import luck
from dungeon_twister.server.names import cut
from dungeon_twister.server.protocol import (
    Plan,
)
from dungeon_twister.server.store import GameRow, SeatRow

MOST_STEPS: Final = 200  # taken back by one command
MOST_PLANNED: Final = 20  # choices of a plan
LONGEST_PLAN: Final = 8_000  # characters of what is kept beside a game
GAME_OVER: Final = Reason("game-over", sentence="The game is over.")
NOT_YOUR_TURN: Final = Reason("not-your-turn", sentence="Somebody else has to decide now.")
TOO_MANY: Final = Reason("too-many-choices", sentence="That is too much for one command.")
NOTHING_TO_FILL: Final = Reason("nothing-to-fill", sentence="Only a setup that is still going on can be done for you.")
HAS_RESIGNED: Final = Reason("has-resigned", sentence="This seat has been given up already.")
BOTS_DECLINE: Final = Reason("bots-decline", sentence="Bots do not agree to a draw.")
CHOSEN_ALREADY: Final = Reason("chosen-already", sentence="You have chosen already. Take it back to choose again.")
OTHERS_CHOSE: Final = Reason("nothing-to-undo", sentence="Somebody has chosen meanwhile: nothing can be taken back now.")
WAS_LATE: Final = Reason("nothing-to-undo", sentence="Your time was over: nothing can be taken back now.")
NO_OFFER: Final = Reason("no-offer", sentence="Nobody offers a draw.")
NO_VACATION: Final = Reason("no-vacation", sentence="Only a game with a clock of days has vacation.")
VACATION_SPENT: Final = Reason("vacation-spent", sentence="You do not have so many days of vacation left in this game.")
NOT_A_CHOICE: Final = Reason("not-a-choice", sentence="That is not one of your choices now.")

Absent = Callable[[], Collection[str]]


def nobody() -> Collection[str]:
    return ()


class Draft:
    """A game as it will be if what is done to it gets written."""

    def __init__(
        self,
        hosted: Hosted,
        in_place: bool = False,
        now: float = 0.0,
        absent: Absent = nobody,
        deserted: Absent = nobody,
    ) -> None:
        self.game: LiveGame = hosted.game if in_place else hosted.game.clone()
        self.offers = list(hosted.row.offers)
        self.seats = hosted.seats
        self.clock = hosted.row.clock
        self.timing: clocks.Timing | None = hosted.timing
        self.aside: Aside = hosted.aside
        self.now = now
        self.absent = absent
        self.deserted = deserted
        self.expired = ""  # the colour whose time was over
        self._sealed = hosted.game.sealed

    @property
    def changed(self) -> bool:
        return bool(self.game.entries)

    @property
    def resealed(self) -> bool:
        """Has somebody made or taken back a choice that nobody else may see yet?"""
        return self.game.sealed != self._sealed

    @property
    def bots(self) -> list[str]:
        return [seat.colour for seat in self.seats if seat.who == BOT]

    def sit_down(self, new: SeatRow) -> None:
        """Another one sits there from now on."""
        self.seats = [new if seat.colour == new.colour else seat for seat in self.seats]
        self.aside = with_plan(self.aside, new.colour, None)

    def settle(self) -> None:
        """Do the setup of those who wish it done for them, as far as it is their turn, and open sealed choices once all who
        choose together have chosen."""
        game = self.game
        choosing = game.together or [game.decider]
        game.sealed = {colour: texts for colour, texts in game.sealed.items() if colour in choosing}
        rng = luck(game.seated.game.seed, game.version, "fill")
        while not game.over:
            together = game.together
            for colour in together:
                self._fill_sealed(colour, game.seated.filling.get(game.seat(colour), ""))
            if game.open_sealed():
                continue
            if together or not game.seated.filling or (action := game.seated.filled(rng)) is None:
                return
            game.decide(action)

    def _fill_sealed(self, colour: str, stage: str) -> None:
        """Do a stage of the setup for somebody who chooses while others choose, too."""
        envelope = self.game.envelope(colour)
        if stage and envelope.stage == stage:
            filled = Envelope(self.game.state, envelope.seat, envelope.texts)
            filled.fill(stage, luck(self.game.seated.game.seed, self.game.version, f"fill {colour} {len(envelope.steps)}"))
            self.game.seal(colour, filled.texts)

    # -- what can be done ------------------------------------------------------------------------------------------------

    def choose(self, seat: str, choice: Choice | str) -> None:
        """One choice of a player, by the names he may know."""
        game = self.game
        if game.over:
            raise RefusedError(GAME_OVER)
        if seat in game.together:
            envelope = game.envelope(seat)
            if envelope.complete:
                raise RefusedError(CHOSEN_ALREADY)
            self.seal(seat, _meant(envelope.state, choice, game.seat(seat)))
            return
        if game.decider != seat:
            raise RefusedError(NOT_YOUR_TURN)
        self._decide(_meant(game.state, choice, game.seat(seat)))

    def seal(self, seat: str, action: int) -> None:
        """A choice of somebody who chooses while others choose, too: it is checked and kept until all have chosen."""
        envelope = self.game.envelope(seat)
        check(envelope.state, action)
        self.game.seal(seat, [*envelope.texts, write(envelope.state, action)])

    def _decide(self, action: int, kind: str = CHOICE, seat: str = "") -> None:
        """A choice that is checked here, once; IllegalActionError says why not."""
        self.game.seated.check(action)
        self.game.decide(action, kind, seat)

    def can_go_on(self, seat: str) -> bool:
        """May more choices follow the last one in the same command? Only if it could be taken back, or ended a journey:
        otherwise a command that fails in the end, and so does nothing, would tell what the dice or a hidden card were."""
        if seat in self.game.together:
            return not self.game.envelope(seat).complete
        game, number = self.game.seated.game, self.game.seat(seat)
        if not game.log:
            return False
        who, action, _ = game.log[-1]
        stopped = who == number and actions.kind_of(action) == actions.STOP
        return game.decider == seat and (stopped or game.can_undo(number))

    def undo(self, seat: str, steps: int) -> None:
        """Take back as many choices as the rules allow, at least one; while several choose, one's own sealed ones."""
        if seat in self.game.together and (texts := self.game.envelope(seat).texts):
            if not self.game.envelope(seat).undoable:
                raise RefusedError(WAS_LATE)
            self.game.seal(seat, texts[: -min(steps, len(texts))])
            return
        if self.game.somebody_chose:
            raise RefusedError(OTHERS_CHOSE)
        for number in range(min(steps, MOST_STEPS)):
            try:
                self.game.take_back(seat)
            except UndoError as error:
                if number == 0:
                    raise RefusedError(Reason("nothing-to-undo", sentence=str(error))) from None
                return

    def fill(self, seat: str) -> None:
        if seat in self.game.together:
            stage = self.game.envelope(seat).stage
            if stage not in SETUP:
                raise RefusedError(NOTHING_TO_FILL)
            self._fill_sealed(seat, stage)
            return
        stage = self.game.seated.wish(self.game.seat(seat))
        if not stage:
            raise RefusedError(NOTHING_TO_FILL)
        self.game.note_fill(seat, stage)

    def resign(self, seat: str, kind: str = RESIGN) -> None:
        if self.game.resigned(seat):
            raise RefusedError(HAS_RESIGNED)
        self._decide(self.game.resigning(seat), kind, seat)
        self.offers = [colour for colour in self.offers if colour != seat]

    def draw(self, seat: str, answer: str) -> None:
        """All who are still playing must agree (END-5, MP-17)."""
        game = self.game
        playing = [colour for colour in game.colours if not game.resigned(colour)]
        if seat not in playing:
            raise RefusedError(HAS_RESIGNED)
        if answer != "offer" and not self.offers:
            raise RefusedError(NO_OFFER)
        if answer == "decline":
            self.offers = []
            return
        if any(colour in self.bots for colour in playing):
            raise RefusedError(BOTS_DECLINE)
        self.offers = [colour for colour in playing if colour == seat or colour in self.offers]
        if self.offers == playing:
            self._decide(actions.AGREE_DRAW, DRAW, seat)
            self.offers = []

    def take_vacation(self, seat: str, days: int) -> None:
        """The clock of days stands still for a while, or goes on (0)."""
        if self.timing is None or not self.timing.vacation:
            raise RefusedError(NO_VACATION)
        after = clocks.with_vacation(self.timing, seat, min(max(0, days), clocks.VACATION_DAYS + 1), self.now)
        if after.vacation[seat] < 0:
            raise RefusedError(VACATION_SPENT)
        self.timing = after

    def plan(self, seat: str, choices: list[Choice | str]) -> None:
        """What is done for somebody when it is his turn."""
        after = with_plan(self.aside, seat, Plan(choices))
        if len(choices) > MOST_PLANNED or len(packed(after)) > LONGEST_PLAN:
            raise RefusedError(TOO_MANY)
        self.aside = after

    def time_out(self, seat: str, fatal: bool) -> None:
        """The time of somebody who has to decide is over."""
        self.expired = seat
        if fatal:
            self.resign(seat, TIME)
        elif seat in self.game.together:
            self.seal(seat, actions.TIMEOUT)
        else:
            self._decide(actions.TIMEOUT, TIMEOUT, seat)


def written(hosted: Hosted, draft: Draft, now: float) -> GameRow:
    """The row of a game as a draft leaves it."""
    before, game = hosted.row, draft.game
    aside = "" if game.over else packed(msgspec.structs.replace(draft.aside, sealed=game.sealed))
    if not (draft.changed or draft.resealed):
        return beside(before, game, draft.offers, draft.timing, aside, now)
    timing = draft.timing
    if draft.changed or game.waiting != before.deciders:
        timing = clocks.next_timing(draft.timing, game, before.clock, draft.bots, now, draft.expired)
    if draft.changed:
        after = advanced(before, game, draft.offers, timing, aside, now)
    else:
        after = beside(before, game, draft.offers, timing, aside, now)
    return after_choices(before, after, game, now)


def _meant(state: State, choice: Choice | str, seat: int) -> int:
    """The choice that a player means, by the names he may know."""
    try:
        action = read(state, choice, seat) if isinstance(choice, str) else understand(state, choice, seat)
    except AmbiguousActionError as error:
        raise RefusedError(Reason("ambiguous", sentence=cut(f"{error}."))) from None
    except TextError as error:
        raise RefusedError(Reason("unreadable", sentence=cut(f"That cannot be read: {error}."))) from None
    if is_for_any_time(state, action):  # there are commands, or a clock, for these
        raise RefusedError(NOT_A_CHOICE)
    return action
