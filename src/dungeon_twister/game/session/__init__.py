"""A game with those who sit around it, as the terminal, the server and matches play it."""

from __future__ import annotations

from dungeon_twister.game.session.failing import NOT_OFFERED, AtRandom, BotFailedError, Failure, Instead, give_up
from dungeon_twister.game.session.game import SETUP, Moment, SeatedGame, answered
from dungeon_twister.game.session.seats import BOT, NOBODY, PERSON, Seat
from dungeon_twister.game.session.telling import Told, happened, turn_starts
from dungeon_twister.game.session.together import asked_first, seats_together

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
    "SeatedGame",
    "Told",
    "answered",
    "asked_first",
    "give_up",
    "happened",
    "seats_together",
    "turn_starts",
]
