"""The switch between the games of the family: one thing for each of them, found by which game a state is of.

Every layer has one such table at its door (notation, views, pictures) and asks it instead of asking what class a state has.
"""

from __future__ import annotations

from typing import Generic, TypeVar

from dungeon_twister.rules.engine.scenario import Scenario
from dungeon_twister.rules.engine.setting import Setting
from dungeon_twister.rules.engine.state import State

T = TypeVar("T")


class PerGame(Generic[T]):
    """One thing for each game. What is kept takes a State or a Setting and narrows it itself (`board_of`, `card_of`)."""

    def __init__(self, board: T, card: T) -> None:
        self._things: dict[str, T] = {"board": board, "card": card}

    def __reduce__(self) -> tuple[object, ...]:
        return PerGame, (self._things["board"], self._things["card"])

    def of(self, state: State) -> T:
        """The one for the game that this state is of."""
        return self._things[state.setting.scenario.game]

    def of_setting(self, setting: Setting) -> T:
        """The one for the game that this setting is of."""
        return self._things[setting.scenario.game]

    def of_scenario(self, scenario: Scenario) -> T:
        """The one for the game that this scenario is of."""
        return self._things[scenario.game]

    def named(self, game: str) -> T:
        """The one for the game of this name, `board` or `card`."""
        return self._things[game]
