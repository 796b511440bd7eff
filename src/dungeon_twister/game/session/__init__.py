"""Game sessions: a game with its seats, as the terminal, the server and matches play it."""

from __future__ import annotations

from dungeon_twister.game.session.bot_failure import NOT_OFFERED, AtRandom, BotFailedError, BotFailure, Instead, give_up
from dungeon_twister.game.session.game_session import SETUP, GameSession, PlayedChoice, answered
from dungeon_twister.game.session.session_seat import BOT, NOBODY, PERSON, SessionSeat
from dungeon_twister.game.session.simultaneous import seats_together, with_deciders_first
from dungeon_twister.game.session.viewer_events import ViewerEvents, apply_and_observe, turn_starts

__all__ = [
    "BOT",
    "NOBODY",
    "NOT_OFFERED",
    "PERSON",
    "SETUP",
    "AtRandom",
    "BotFailedError",
    "BotFailure",
    "Instead",
    "PlayedChoice",
    "SessionSeat",
    "GameSession",
    "ViewerEvents",
    "answered",
    "with_deciders_first",
    "give_up",
    "apply_and_observe",
    "seats_together",
    "turn_starts",
]
