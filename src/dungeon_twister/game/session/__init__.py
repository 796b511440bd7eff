"""Game sessions: a game with its seats, as the terminal, the server and matches play it."""

from __future__ import annotations

from dungeon_twister.game.session.bot_failure import NOT_OFFERED, AtRandom, BotFailedError, Failure, Instead, give_up
from dungeon_twister.game.session.game_session import SETUP, GameSession, Moment, answered
from dungeon_twister.game.session.seats import BOT, NOBODY, PERSON, Seat
from dungeon_twister.game.session.simultaneous import asked_first, seats_together
from dungeon_twister.game.session.viewer_events import ViewerEvents, apply_and_observe, turn_starts

__all__ = [
    "BOT",
    "NOBODY",
    "NOT_OFFERED",
    "PERSON",
    "SETUP",
    "AtRandom",
    "BotFailedError",
    "Failure",
    "Instead",
    "Moment",
    "Seat",
    "GameSession",
    "ViewerEvents",
    "answered",
    "asked_first",
    "give_up",
    "apply_and_observe",
    "seats_together",
    "turn_starts",
]
