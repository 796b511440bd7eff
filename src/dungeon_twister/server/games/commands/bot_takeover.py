"""Lets a bot play on for a player who has left: by resigning, by running out of time while others
play on, or by being away for long in a game without a clock.

All other people must agree, and it cannot be used against a player who is present.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from dungeon_twister.ai.bots.registry import bot_names, own_name
from dungeon_twister.presentation.guide.guide_shapes import Reason
from dungeon_twister.server.games.commands.command_error import RefusedError
from dungeon_twister.server.games.sessions import clocks
from dungeon_twister.server.games.sessions.active_game import BOT, PERSON, ActiveGame
from dungeon_twister.server.protocol import GameInfo, PlayerRequest
from dungeon_twister.server.socket_protocol import StandIn
from dungeon_twister.server.store import PLAYING

if TYPE_CHECKING:
    from dungeon_twister.server.games.sessions.event_log_game import EventLogGame
    from dungeon_twister.server.store import SeatRow

STAND_IN: Final = "stand-in"
LONG_AWAY: Final = 600.0  # seconds
MOST_ABSENT: Final = 20_000  # players remembered as absent

NOBODY_THERE: Final = Reason("no-such-player", sentence="No other person plays that colour.")
IS_THERE: Final = Reason("is-there", sentence="That player is there, or has not been away for ten minutes.")
HAS_A_CLOCK: Final = Reason("clock-decides", sentence="This game has a clock, which decides when a player is away.")
NO_SUCH_BOT: Final = Reason("unknown-bot", sentence="There is no such bot.")


class Absences:
    """Since when players are away, as far as this process knows."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._opened = now()
        self._since: OrderedDict[tuple[str, str], float] = OrderedDict()

    def note(self, active: ActiveGame, online: Collection[str]) -> None:
        """Note who is online in a game."""
        for seat in active.seats:
            if seat.colour in online:
                self._since.pop((active.id, seat.colour), None)
            elif seat.who == PERSON:
                self._since.setdefault((active.id, seat.colour), self._now())
        while len(self._since) > MOST_ABSENT:
            self._since.popitem(last=False)

    def since(self, active: ActiveGame, colour: str) -> float:
        """Return since when an offline player has neither been online nor decided anything."""
        return max(self._since.get((active.id, colour), self._opened), active.acted.get(colour, 0.0))

    def away(self, active: ActiveGame, online: Collection[str]) -> dict[str, float]:
        """Return for how many seconds each offline player has been away."""
        first, now = max(self._opened, active.row.changed), self._now()
        people = [seat.colour for seat in active.seats if seat.who == PERSON and seat.colour not in online]
        return {colour: max(0.0, now - self._since.get((active.id, colour), first)) for colour in people}

    def long(self, active: ActiveGame, online: Callable[[str], Collection[str]]) -> list[str]:
        """Return the colours whose players have been away for long."""
        return [colour for colour, seconds in self.away(active, online(active.id)).items() if seconds >= LONG_AWAY]

    def added(self, active: ActiveGame, info: GameInfo, online: Collection[str]) -> GameInfo:
        """Return the info with how long each person of a running game has been away and when a bot may take over."""
        if active.row.stage != PLAYING:
            return info
        away, game, clock = self.away(active, online), active.game, active.row.clock
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


def _bot_in(game: EventLogGame, clock: str, colour: str, away: float | None) -> float:
    """Return in how many seconds a bot may take over (`away`: None if connected); -1: not in the current state."""
    if game.has_resigned(colour):
        return 0.0
    return -1.0 if clock != clocks.OFF or away is None else max(0.0, LONG_AWAY - away)


def wish_of(
    game: EventLogGame, seats: Collection[SeatRow], clock: str, absent: Collection[str], seat: str, asked: StandIn
) -> PlayerRequest:
    """Return the request for a takeover, if it is allowed."""
    bot = own_name(asked.bot)
    if bot not in bot_names():
        raise RefusedError(NO_SUCH_BOT)
    wish = PlayerRequest(STAND_IN, seat, _resigned_at(game, asked.colour), [], asked.colour, bot)
    check(game, seats, clock, absent, wish)
    return wish


def check(game: EventLogGame, seats: Collection[SeatRow], clock: str, absent: Collection[str], wish: PlayerRequest) -> None:
    """Refuse a takeover unless the player has left and is still away."""
    mine = next((seat for seat in seats if seat.colour == wish.who), None)
    found = next((seat for seat in seats if seat.colour == wish.colour), None)
    if found is None or mine is None or found.who != PERSON or found.holder == mine.holder:
        raise RefusedError(NOBODY_THERE)
    if game.has_resigned(wish.colour):
        return
    if clock != clocks.OFF:
        raise RefusedError(HAS_A_CLOCK)
    if wish.colour not in absent:
        raise RefusedError(IS_THERE)


def grant(game: EventLogGame, seats: Collection[SeatRow], wish: PlayerRequest) -> SeatRow:
    """Put the bot on the seat. If it was resigned, the game goes back to that moment."""
    if wish.at in game.versions:
        game.go_back(game.versions.index(wish.at), wish.who)
    seat = next(seat for seat in seats if seat.colour == wish.colour)
    return replace(seat, who=BOT, name=wish.bot, bot=wish.bot, token_hash="", holder="")


def _resigned_at(game: EventLogGame, colour: str) -> int:
    """Return the version of the resignation; 0: there is none."""
    if colour not in game.colours or not game.has_resigned(colour):
        return 0
    resigning = game.resigning(colour)
    log = game.game.log
    return next((version for version, (_, action, _) in zip(game.versions, log, strict=True) if action == resigning), 0)
