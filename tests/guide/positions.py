"""Moments of recorded and random games, for tests of the guide."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from dungeon_twister.game.record.files import Record, load, states
from dungeon_twister.rules.engine.state import State

GAMES = Path(__file__).parent.parent / "games"


def record_named(name: str) -> Record:
    """A recorded game, as `board/base-0-greedy-greedy-0`."""
    return load((GAMES / f"{name}.dt").read_text("utf-8"), name)[0]


def moments(pattern: str, every: int, files: int = 2) -> Iterator[State]:
    """Every so many moments of some recorded games at which a player decides."""
    for path in sorted(GAMES.glob(pattern))[:files]:
        for number, (state, _) in enumerate(states(load(path.read_text("utf-8"), path.name)[0])):
            if number % every == 0 and not state.over and state.decider() >= 0:
                yield state


PATTERNS = [
    "board/base-0-greedy-greedy-*.dt",
    "board/base-*-random-random-*.dt",
    "scenarios/pyramid-*-greedy-*.dt",
    "scenarios/elevator-*-greedy-*.dt",
    "scenarios/alliances-*-random-*.dt",
    "scenarios/wrong-door-*-greedy-*.dt",
    "scenarios/teams-*-greedy-*.dt",
    "card/standard-*-greedy-*.dt",
    "card/standard-*-random-*.dt",
    "card/advanced-*-random-*.dt",
    "card/tutorial-*-greedy-*.dt",
]
