"""The display of each game."""

from __future__ import annotations

from typing import Final

from dungeon_twister.cli.board.display import BoardDisplay
from dungeon_twister.cli.card.display import CardDisplay
from dungeon_twister.cli.game_display import GameDisplay
from dungeon_twister.rules.engine.by_edition import ByEdition
from dungeon_twister.rules.engine.state import State

EDITIONS: Final[ByEdition[GameDisplay]] = ByEdition(board=BoardDisplay(), card=CardDisplay())


def display_of(state: State) -> GameDisplay:
    """Return the display of the game that a state belongs to."""
    return EDITIONS.of(state)
