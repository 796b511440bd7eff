"""A game that a command changes: a copy, or the game itself, which nobody reads before the change
is stored."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Final

import msgspec

from dungeon_twister.game.record.notation import Choice, read, understand, write
from dungeon_twister.game.record.recorded_game import UndoError, check
from dungeon_twister.game.session import SETUP
from dungeon_twister.presentation.guide.guide_shapes import Reason
from dungeon_twister.rules.engine import actions
from dungeon_twister.rules.engine.game import is_for_any_time
from dungeon_twister.rules.engine.state import State
from dungeon_twister.rules.geometry.text import AmbiguousActionError, TextError
from dungeon_twister.server.bot_rng import bot_rng
from dungeon_twister.server.games.commands.command_error import RefusedError as RefusedError
from dungeon_twister.server.games.sessions import clocks
from dungeon_twister.server.games.sessions.active_game import BOT, ActiveGame
from dungeon_twister.server.games.sessions.event_log_game import CHOICE, DRAW, RESIGN, TIME, TIMEOUT, EventLogGame
from dungeon_twister.server.games.sessions.first_moves import after_choices
from dungeon_twister.server.games.sessions.pending_requests import PendingRequests, packed, with_plan
from dungeon_twister.server.games.sessions.sealed_choices import SealedChoices
from dungeon_twister.server.games.sessions.seats import advanced, refreshed
from dungeon_twister.server.socket_protocol import MovePlan
from dungeon_twister.server.store import GameRow, SeatRow
from dungeon_twister.server.text_input import cut

MOST_STEPS: Final = 200  # taken back by one command
MOST_PLANNED: Final = 20  # choices of a plan
LONGEST_PLAN: Final = 8_000  # characters of the pending requests of a game
GAME_OVER: Final = Reason("game-over", sentence="The game is over.")
NOT_YOUR_TURN: Final = Reason("not-your-turn", sentence="Somebody else has to decide now.")
TOO_MANY: Final = Reason("too-many-choices", sentence="That is too much for one command.")
NOTHING_TO_FILL: Final = Reason("nothing-to-fill", sentence="Only a setup that is still going on can be done for you.")
HAS_RESIGNED: Final = Reason("has-resigned", sentence="This seat has been given up already.")
BOTS_DECLINE: Final = Reason("bots-decline", sentence="Bots do not accept draws.")
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


class GameDraft:
    """The state of a game if the changes so far are committed."""

    def __init__(
        self,
        active: ActiveGame,
        in_place: bool = False,
        now: float = 0.0,
        absent: Absent = nobody,
        deserted: Absent = nobody,
    ) -> None:
        self.game: EventLogGame = active.game if in_place else active.game.clone()
        self.offers = list(active.row.offers)
        self.seats = active.seats
        self.clock = active.row.clock
        self.timing: clocks.Timing | None = active.timing
        self.pending: PendingRequests = active.pending
        self.now = now
        self.absent = absent
        self.deserted = deserted
        self.expired = ""  # the colour whose time was over
        self._sealed = active.game.sealed

    @property
    def changed(self) -> bool:
        return bool(self.game.entries)

    @property
    def resealed(self) -> bool:
        """Whether a sealed choice was made or taken back."""
        return self.game.sealed != self._sealed

    @property
    def bots(self) -> list[str]:
        return [seat.colour for seat in self.seats if seat.who == BOT]

    def sit_down(self, new: SeatRow) -> None:
        """Replace the player of a seat."""
        self.seats = [new if seat.colour == new.colour else seat for seat in self.seats]
        self.pending = with_plan(self.pending, new.colour, None)

    def settle(self) -> None:
        """Fill the setup for players who asked for it, and open sealed choices when all are made."""
        game = self.game
        choosing = game.together or [game.decider]
        game.sealed = {colour: texts for colour, texts in game.sealed.items() if colour in choosing}
        rng = bot_rng(game.game.seed, game.version, "fill")
        while not game.over:
            together = game.together
            for colour in together:
                self._fill_sealed(colour, game.filling.get(game.seat(colour), ""))
            if game.open_sealed():
                continue
            if together or not game.filling or (action := game.filled(rng)) is None:
                return
            game.decide(action)

    def _fill_sealed(self, colour: str, stage: str) -> None:
        """Fill a stage of the setup for a player who chooses while others do."""
        envelope = self.game.envelope(colour)
        if stage and envelope.stage == stage:
            filled = SealedChoices(self.game.state, envelope.seat, envelope.texts)
            filled.fill(stage, bot_rng(self.game.game.seed, self.game.version, f"fill {colour} {len(envelope.steps)}"))
            self.game.seal(colour, filled.texts)

    # -- actions ---------------------------------------------------------------------------------------------------------

    def choose(self, seat: str, choice: Choice | str) -> None:
        """Make a choice, given in the names that the player may know."""
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
        """Check a simultaneous choice and keep it sealed until all have chosen."""
        envelope = self.game.envelope(seat)
        check(envelope.state, action)
        self.game.seal(seat, [*envelope.texts, write(envelope.state, action)])

    def _decide(self, action: int, kind: str = CHOICE, seat: str = "") -> None:
        """Check a choice once and make it; IllegalActionError says why not."""
        self.game.check(action)
        self.game.decide(action, kind, seat)

    def can_go_on(self, seat: str) -> bool:
        """Return whether more choices may follow in the same command.

        That is allowed only if the last choice can be taken back or ended a journey. Otherwise a
        command that fails later, and so changes nothing, would reveal a die or a hidden card.
        """
        if seat in self.game.together:
            return not self.game.envelope(seat).complete
        game, number = self.game.game, self.game.seat(seat)
        if not game.log:
            return False
        who, action, _ = game.log[-1]
        stopped = who == number and actions.kind_of(action) == actions.STOP
        return game.decider == seat and (stopped or game.can_undo(number))

    def undo(self, seat: str, steps: int) -> None:
        """Undo up to `steps` choices, at least one; of simultaneous choices the player's own sealed
        ones."""
        if seat in self.game.together and (texts := self.game.envelope(seat).texts):
            if not self.game.envelope(seat).undoable:
                raise RefusedError(WAS_LATE)
            self.game.seal(seat, texts[: -min(steps, len(texts))])
            return
        if self.game.somebody_chose:
            raise RefusedError(OTHERS_CHOSE)
        for number in range(min(steps, MOST_STEPS)):
            try:
                self.game.undo(self.game.seat(seat))
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
        stage = self.game.fill_at_random(self.game.seat(seat))
        if not stage:
            raise RefusedError(NOTHING_TO_FILL)
        self.game.note_fill(seat, stage)

    def resign(self, seat: str, kind: str = RESIGN) -> None:
        if self.game.has_resigned(seat):
            raise RefusedError(HAS_RESIGNED)
        self._decide(self.game.resigning(seat), kind, seat)
        self.offers = [colour for colour in self.offers if colour != seat]

    def draw(self, seat: str, answer: str) -> None:
        """Offer, accept or decline a draw. All who still play must agree (END-5, MP-17)."""
        game = self.game
        playing = [colour for colour in game.colours if not game.has_resigned(colour)]
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
        """Stop the player's clock of days for some days, or restart it (0)."""
        if self.timing is None or not self.timing.vacation:
            raise RefusedError(NO_VACATION)
        after = clocks.with_vacation(self.timing, seat, min(max(0, days), clocks.VACATION_DAYS + 1), self.now)
        if after.vacation[seat] < 0:
            raise RefusedError(VACATION_SPENT)
        self.timing = after

    def plan(self, seat: str, choices: list[Choice | str]) -> None:
        """Set the planned moves of a seat."""
        after = with_plan(self.pending, seat, MovePlan(choices))
        if len(choices) > MOST_PLANNED or len(packed(after)) > LONGEST_PLAN:
            raise RefusedError(TOO_MANY)
        self.pending = after

    def time_out(self, seat: str, fatal: bool) -> None:
        """Handle the end of a player's time."""
        self.expired = seat
        if fatal:
            self.resign(seat, TIME)
        elif seat in self.game.together:
            self.seal(seat, actions.TIMEOUT)
        else:
            self._decide(actions.TIMEOUT, TIMEOUT, seat)


def written(active: ActiveGame, draft: GameDraft, now: float) -> GameRow:
    """Return the row of a game after a draft."""
    before, game = active.row, draft.game
    pending = "" if game.over else packed(msgspec.structs.replace(draft.pending, sealed=game.sealed))
    if not (draft.changed or draft.resealed):
        return refreshed(before, game, draft.offers, draft.timing, pending, now)
    timing = draft.timing
    if draft.changed or game.waiting != before.deciders:
        timing = clocks.next_timing(draft.timing, game, before.clock, draft.bots, now, draft.expired)
    if draft.changed:
        after = advanced(before, game, draft.offers, timing, pending, now)
    else:
        after = refreshed(before, game, draft.offers, timing, pending, now)
    return after_choices(before, after, game, now)


def _meant(state: State, choice: Choice | str, seat: int) -> int:
    """Return the choice that a player names in the names that the player may know."""
    try:
        action = read(state, choice, seat) if isinstance(choice, str) else understand(state, choice, seat)
    except AmbiguousActionError as error:
        raise RefusedError(Reason("ambiguous", sentence=cut(f"{error}."))) from None
    except TextError as error:
        raise RefusedError(Reason("unreadable", sentence=cut(f"That cannot be read: {error}."))) from None
    if is_for_any_time(state, action):  # for these there are commands, or a clock
        raise RefusedError(NOT_A_CHOICE)
    return action
