"""A lookup table with one value for each game (`board`, `card`).

A layer (notation, views, pictures) selects its implementation by such a table, not by the class of a state.
"""

from __future__ import annotations

from typing import Generic, TypeVar

from dungeon_twister.rules.engine.scenario import Scenario
from dungeon_twister.rules.engine.setting import Setting
from dungeon_twister.rules.engine.state import State

T = TypeVar("T")


class ByEdition(Generic[T]):
    """One value for each game. A function in the table takes a State or a Setting and narrows it (`board_of`, `card_of`)."""

    def __init__(self, board: T, card: T) -> None:
        self._things: dict[str, T] = {"board": board, "card": card}

    def __reduce__(self) -> tuple[object, ...]:
        return ByEdition, (self._things["board"], self._things["card"])

    def of(self, state: State) -> T:
        """Return the value for the game of a state."""
        return self._things[state.setting.scenario.game]

    def of_setting(self, setting: Setting) -> T:
        """Return the value for the game of a setting."""
        return self._things[setting.scenario.game]

    def of_scenario(self, scenario: Scenario) -> T:
        """Return the value for the game of a scenario."""
        return self._things[scenario.game]

    def named(self, game: str) -> T:
        """Return the value for a game by its name, `board` or `card`."""
        return self._things[game]
