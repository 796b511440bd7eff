"""Deeds: what was done in an exercise, as lines of text. An exercise in progress follows from its name and its deeds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from dungeon_twister.game.record.recorded_game import RecordedGame
from dungeon_twister.game.session import BOT, PERSON, GameSession, SessionSeat
from dungeon_twister.game.session.bot import Bot
from dungeon_twister.rules.engine.game import IllegalActionError
from dungeon_twister.rules.geometry.text import AmbiguousActionError, TextError

PLAY: Final = "play"
TRY: Final = "try"
TAP: Final = "tap"
REPLY: Final = "bot"


class DeedError(ValueError):
    """A deed that cannot be done again."""


def redo(deeds: Iterable[str], act: Callable[[str, str], object], done: Callable[[], Sequence[str]]) -> None:
    """Do deeds again, each by its kind and the rest of its line. `done` returns the deeds of the run so far.

    Raise DeedError if one cannot be done, or is not noted as it was.
    """
    for deed in deeds:
        kind, _, rest = deed.partition(" ")
        try:
            act(kind, rest)
        except (TextError, AmbiguousActionError, IllegalActionError) as error:
            raise DeedError(f"{deed!r} cannot be done again: {error}") from None
        if not done() or done()[-1] != deed:
            raise DeedError(f"{deed!r} cannot be done again")


def seat_learner(game: RecordedGame, learner: int, bot: str, bots: Mapping[int, Bot] | None = None) -> GameSession:
    """Seat the learner, and bots called `bot` everywhere else. `bots` are those of this process, by seat."""
    here = bots or {}
    seats = [
        SessionSeat(PERSON) if seat == learner else SessionSeat(BOT, bot, here.get(seat))
        for seat in range(len(game.state.setting.colours))
    ]
    return GameSession(game, seats, [learner])
