"""Taking back by agreement: whoever wants a choice back that the rules do not give back asks the others. What has been seen
cannot be unseen, and what chance decided stays decided (docs/fairness.md); whoever agrees knows that."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING, Final

from dungeon_twister.presentation.guide.shapes import Reason
from dungeon_twister.rules.engine.decisions import TRAVEL
from dungeon_twister.server.games.refused import RefusedError
from dungeon_twister.server.protocol import TakeBack, Wish

if TYPE_CHECKING:
    from dungeon_twister.server.games.live import LiveGame

TAKE_BACK: Final = "take-back"
NOTHING: Final = Reason("nothing-to-undo", sentence="There is nothing to take back.")


def wish_of(game: LiveGame, seat: str, command: TakeBack) -> Wish:
    """What somebody asks for: his last choice, or his whole last turn, with everything after it."""
    first = _first_choice(game, seat, command.turn)
    if first < 0:
        raise RefusedError(NOTHING)
    return Wish(TAKE_BACK, seat, game.versions[first], turn=command.turn)


def grant(game: LiveGame, wish: Wish) -> None:
    """All have agreed."""
    if wish.at not in game.versions:
        raise RefusedError(NOTHING)
    game.go_back(wish.who, game.versions.index(wish.at))


def _first_choice(game: LiveGame, seat: str, whole_turn: bool) -> int:
    """The number of the first choice to be taken back; a journey is taken back from its beginning. -1: there is none."""
    played, number = game.seated.game, game.seat(seat)
    own = [count for count, (who, _, _) in enumerate(played.log) if who == number]
    while own and played.state_at(own[-1]).decision() == TRAVEL:
        own.pop()
    if own and whole_turn:
        return own[bisect_left(own, played.state_at(own[-1]).turn, key=lambda count: played.state_at(count).turn)]
    return own[-1] if own else -1
