"""Balance runs in slices: each request plays for about a second, and a game that is not over goes on in the next one."""

from __future__ import annotations

import time
from collections import OrderedDict
from typing import Final

import msgspec

from dungeon_twister.rules.engine.options import OptionError
from dungeon_twister.rules.geometry.text import TextError
from dungeon_twister.server.analysis_protocol import Balance, Balanced, BalanceWish, TriedGame
from dungeon_twister.workshop.balance import BalanceTest
from dungeon_twister.workshop.balance_game import BalanceGame, GameFacts
from dungeon_twister.workshop.balance_report import BalanceReport

SLICE: Final = 1.0  # seconds
UNFINISHED: Final = 8  # games that wait for the next slice


class BalanceSlices:
    """Plays the games of balance runs. A game that was forgotten begins again, and becomes the same."""

    def __init__(self) -> None:
        self._unfinished: OrderedDict[tuple[str, str, int], BalanceGame] = OrderedDict()

    def play(self, wish: BalanceWish, seconds: float = SLICE) -> Balanced:
        """Go on for some seconds. Raise ValueError for what cannot be played."""
        test = BalanceTest(wish.declared, seed=wish.seed)
        try:
            report = test.report(wish.asked)
        except (TextError, OptionError) as error:
            raise ValueError(str(error)) from None
        report.played = [_facts(game, number, report) for number, game in enumerate(wish.played[: wish.asked])]
        known, until = len(report.played), time.monotonic() + seconds
        while len(report.played) < wish.asked and time.monotonic() < until:
            key = wish.declared, wish.seed, len(report.played)
            game = self._unfinished.pop(key, None) or test.game(len(report.played))
            while game.step() and time.monotonic() < until:
                pass
            if not game.over:
                self._keep(key, game)
                break
            report.played.append(game.facts())
        played = [msgspec.convert(game, TriedGame, from_attributes=True) for game in map(_listed, report.played[known:])]
        return Balanced(played, msgspec.convert(report.as_data(), Balance))

    def _keep(self, key: tuple[str, str, int], game: BalanceGame) -> None:
        self._unfinished[key] = game
        while len(self._unfinished) > UNFINISHED:
            self._unfinished.popitem(last=False)


def _listed(facts: GameFacts) -> dict[str, object]:
    """Return facts with lists in place of sets, in a fixed order."""
    return {name: sorted(value) if isinstance(value, set) else value for name, value in vars(facts).items()}


def _facts(game: TriedGame, number: int, report: BalanceReport) -> GameFacts:
    """Return the facts of a game as the client kept them."""
    given = msgspec.structs.asdict(game)
    made = list(report.points.values())
    if game.number != number or set(game.points) != set(report.seats) or not set(game.winners) <= set(report.seats):
        raise ValueError("these are not the games of this scenario")
    if any(set(points) != set(made[0]) for points in game.points.values()):
        raise ValueError("these are not the games of this scenario")
    return GameFacts(**{**given, **{name: set(given[name]) for name in ("revealed", "entered", "places")}})
