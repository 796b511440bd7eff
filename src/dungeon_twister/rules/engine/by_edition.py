"""A lookup table with one value for each game (*edition*).

Each layer has one such table, in a module `editions.py`: it names the implementation of the layer for each game.
Code above asks `edition_of` (in the engine: `rules_of`), never the class of a state.
"""

from __future__ import annotations

from typing import Final, Generic, TypeVar

from dungeon_twister.rules.engine.scenario import Scenario
from dungeon_twister.rules.engine.setting import Setting
from dungeon_twister.rules.engine.state import State

GAMES: Final = ["board", "card"]  # the games, by the name that scenario files use

T = TypeVar("T")


class ByEdition(Generic[T]):
    """One value for each game: `ByEdition(board=..., card=...)`. Raise TypeError, at import, if a game has none."""

    def __init__(self, **values: T) -> None:
        if sorted(values) != sorted(GAMES):
            raise TypeError(f"a table of editions has one value for each of {', '.join(GAMES)}, not for {', '.join(values)}")
        self._values: dict[str, T] = dict(values)

    def of(self, state: State) -> T:
        """Return the value for the game of a state."""
        return self._values[state.setting.scenario.game]

    def of_setting(self, setting: Setting) -> T:
        """Return the value for the game of a setting."""
        return self._values[setting.scenario.game]

    def of_scenario(self, scenario: Scenario) -> T:
        """Return the value for the game of a scenario."""
        return self._values[scenario.game]

    def all(self) -> list[T]:
        """Return the values of all games."""
        return list(self._values.values())

    def named(self, game: str) -> T:
        """Return the value for a game by its name, `board` or `card`."""
        return self._values[game]
