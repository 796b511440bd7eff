"""Letting a bot play on for somebody who has left: he has resigned or run out of time while others play on, or he has been away
for long in a game without a clock. All other people must agree; it cannot be used against somebody who is there."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from dungeon_twister.ai.bots.registry import bot_names, own_name
from dungeon_twister.presentation.guide.shapes import Reason
from dungeon_twister.server.games import clocks
from dungeon_twister.server.games.hosted import BOT, PERSON, Hosted
from dungeon_twister.server.games.refused import RefusedError
from dungeon_twister.server.protocol import GameInfo, StandIn, Wish
from dungeon_twister.server.store import PLAYING

if TYPE_CHECKING:
    from dungeon_twister.server.games.live import LiveGame
    from dungeon_twister.server.store import SeatRow

STAND_IN: Final = "stand-in"
LONG_AWAY: Final = 600.0  # seconds
MOST_ABSENT: Final = 20_000  # who has gone that are remembered

NOBODY_THERE: Final = Reason("no-such-player", sentence="No other person plays that colour.")
IS_THERE: Final = Reason("is-there", sentence="That player is there, or has not been away for ten minutes.")
HAS_A_CLOCK: Final = Reason(
    "clock-decides", sentence="There is a clock in this game: it decides what becomes of whoever is away."
)
NO_SUCH_BOT: Final = Reason("unknown-bot", sentence="There is no such bot.")


class Absences:
    """Since when people are away, as far as this process knows."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._opened = now()
        self._since: OrderedDict[tuple[str, str], float] = OrderedDict()

    def note(self, hosted: Hosted, online: Collection[str]) -> None:
        """Somebody has come or gone."""
        for seat in hosted.seats:
            if seat.colour in online:
                self._since.pop((hosted.id, seat.colour), None)
            elif seat.who == PERSON:
                self._since.setdefault((hosted.id, seat.colour), self._now())
        while len(self._since) > MOST_ABSENT:
            self._since.popitem(last=False)

    def since(self, hosted: Hosted, colour: str) -> float:
        """Since when a player who is not connected has neither been so nor decided anything."""
        return max(self._since.get((hosted.id, colour), self._opened), hosted.acted.get(colour, 0.0))

    def away(self, hosted: Hosted, online: Collection[str]) -> dict[str, float]:
        """Return for how many seconds each player who is not connected has been away."""
        first, now = max(self._opened, hosted.row.changed), self._now()
        people = [seat.colour for seat in hosted.seats if seat.who == PERSON and seat.colour not in online]
        return {colour: max(0.0, now - self._since.get((hosted.id, colour), first)) for colour in people}

    def long(self, hosted: Hosted, online: Callable[[str], Collection[str]]) -> list[str]:
        """The colours whose players have been away for long."""
        return [colour for colour, seconds in self.away(hosted, online(hosted.id)).items() if seconds >= LONG_AWAY]

    def added(self, hosted: Hosted, info: GameInfo, online: Collection[str]) -> GameInfo:
        """Return the info with how long each person of a running game has been away and when a bot may play on."""
        if hosted.row.stage != PLAYING:
            return info
        away, game, clock = self.away(hosted, online), hosted.game, hosted.row.clock
        seats = [
            seat
            if seat.who != PERSON
            else replace(
                seat,
                away=away.get(seat.colour, 0.0),
                bot_in=_bot_in(game, clock, seat.colour, away.get(seat.colour)),
            )
            for seat in info.seats
        ]
        return replace(info, seats=seats)


def _bot_in(game: LiveGame, clock: str, colour: str, away: float | None) -> float:
    """Return in how many seconds a bot may play on for a person (`away`: None if connected); -1: not as things are."""
    if game.resigned(colour):
        return 0.0
    return -1.0 if clock != clocks.OFF or away is None else max(0.0, LONG_AWAY - away)


def wish_of(game: LiveGame, seats: Collection[SeatRow], clock: str, absent: Collection[str], seat: str, asked: StandIn) -> Wish:
    """What somebody asks for, if it may be asked for."""
    bot = own_name(asked.bot)
    if bot not in bot_names():
        raise RefusedError(NO_SUCH_BOT)
    wish = Wish(STAND_IN, seat, _resigned_at(game, asked.colour), [], asked.colour, bot)
    check(game, seats, clock, absent, wish)
    return wish


def check(game: LiveGame, seats: Collection[SeatRow], clock: str, absent: Collection[str], wish: Wish) -> None:
    """Has whoever is to be replaced left, and is he still away?"""
    mine = next((seat for seat in seats if seat.colour == wish.who), None)
    found = next((seat for seat in seats if seat.colour == wish.colour), None)
    if found is None or mine is None or found.who != PERSON or found.holder == mine.holder:
        raise RefusedError(NOBODY_THERE)
    if game.resigned(wish.colour):
        return
    if clock != clocks.OFF:
        raise RefusedError(HAS_A_CLOCK)
    if wish.colour not in absent:
        raise RefusedError(IS_THERE)


def grant(game: LiveGame, seats: Collection[SeatRow], wish: Wish) -> SeatRow:
    """All have agreed: the seat with the bot on it. If it was given up the game goes on from that moment."""
    if wish.at in game.versions:
        game.go_back(wish.who, game.versions.index(wish.at))
    seat = next(seat for seat in seats if seat.colour == wish.colour)
    return replace(seat, who=BOT, name=wish.bot, bot=wish.bot, token_hash="", holder="")


def _resigned_at(game: LiveGame, colour: str) -> int:
    """The version of the choice that gave a seat up; 0: it was not given up."""
    if colour not in game.colours or not game.resigned(colour):
        return 0
    resigning = game.resigning(colour)
    log = game.seated.game.log
    return next((version for version, (_, action, _) in zip(game.versions, log, strict=True) if action == resigning), 0)
