"""The determinization of each game."""

from __future__ import annotations

from typing import Final

from dungeon_twister.game.determinization.determinize_board import determinize_board
from dungeon_twister.game.determinization.determinize_card import determinize_card
from dungeon_twister.rules.engine.by_edition import ByEdition

EDITIONS: Final = ByEdition(board=determinize_board, card=determinize_card)
