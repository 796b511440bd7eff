"""First moves in games of quick pairing: each player has some minutes for the first choice;
otherwise the game is called off without a loser."""

from __future__ import annotations

from typing import Final

import msgspec

from dungeon_twister.server.games.sessions.clocks import DAY, DAYS
from dungeon_twister.server.games.sessions.event_log_game import EventLogGame
from dungeon_twister.server.store import PLAYING, UNHURRIED, GameRow

LIVE_SECONDS: Final = 300.0
DAYS_SECONDS: Final = DAY  # for games with days per turn
NO_FIRST_MOVE: Final = "no-first-move"  # why a game was cancelled


def moved(game: EventLogGame, colour: str) -> bool:
    """Return whether a player has made a choice that still stands."""
    number = game.colours.index(colour)
    logged = any(who == number for who, _, _ in game.game.log)
    return logged or game.has_resigned(colour) or colour in game.sealed


def late(game: EventLogGame) -> list[str]:
    """Return the players who have to decide now and have not made a choice yet."""
    return [colour for colour in game.waiting if not moved(game, colour)]


def first_move_by(row: GameRow, game: EventLogGame, now: float) -> float | None:
    """Return when a first choice is due. UNHURRIED: those who decide now have moved, others have
    not. None: all have."""
    if game.over or all(moved(game, colour) for colour in game.colours):
        return None
    if not late(game):
        return UNHURRIED
    return now + (DAYS_SECONDS if row.clock.partition(":")[0] == DAYS else LIVE_SECONDS)


def after_choices(before: GameRow, after: GameRow, game: EventLogGame, now: float) -> GameRow:
    """Return the row after a decision, with the deadline of the next first move."""
    if before.first_move_by is None:
        return after
    due = first_move_by(before, game, now)
    if due is not None and not set(before.deciders).isdisjoint(late(game)):
        due = min(due, before.first_move_by) if due != UNHURRIED else due
    return msgspec.structs.replace(after, first_move_by=due)


def is_due(row: GameRow, game: EventLogGame, now: float) -> bool:
    """Return whether the first move of a deciding player is overdue."""
    due = row.first_move_by
    return row.stage == PLAYING and due is not None and due <= now and bool(late(game))
