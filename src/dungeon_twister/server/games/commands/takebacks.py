"""Take-backs by agreement: a player asks the others to undo a choice that the rules do not give
back. What was seen and what chance decided stay known (docs/fairness.md)."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING, Final

from dungeon_twister.presentation.guide.guide_shapes import Reason
from dungeon_twister.rules.engine.decisions import TRAVEL
from dungeon_twister.server.games.commands.command_error import RefusedError
from dungeon_twister.server.protocol import PlayerRequest
from dungeon_twister.server.socket_protocol import TakeBack

if TYPE_CHECKING:
    from dungeon_twister.server.games.sessions.event_log_game import EventLogGame

TAKE_BACK: Final = "take-back"
NOTHING: Final = Reason("nothing-to-undo", sentence="There is nothing to take back.")


def wish_of(game: EventLogGame, seat: str, command: TakeBack) -> PlayerRequest:
    """Return the request to take back the player's last choice or whole last turn, with everything
    after it."""
    first = _first_choice(game, seat, command.turn)
    if first < 0:
        raise RefusedError(NOTHING)
    return PlayerRequest(TAKE_BACK, seat, game.versions[first], turn=command.turn)


def grant(game: EventLogGame, wish: PlayerRequest) -> None:
    """Take the choices back."""
    if wish.at not in game.versions:
        raise RefusedError(NOTHING)
    game.go_back(game.versions.index(wish.at), wish.who)


def _first_choice(game: EventLogGame, seat: str, whole_turn: bool) -> int:
    """Return the number of the first choice to take back; a journey is taken back from its
    beginning. -1: there is none."""
    played, number = game.game, game.seat(seat)
    own = [count for count, (who, _, _) in enumerate(played.log) if who == number]
    while own and played.state_at(own[-1]).decision() == TRAVEL:
        own.pop()
    if own and whole_turn:
        return own[bisect_left(own, played.state_at(own[-1]).turn, key=lambda count: played.state_at(count).turn)]
    return own[-1] if own else -1
