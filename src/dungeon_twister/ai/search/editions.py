"""The adapter of each game."""

from __future__ import annotations

from typing import Final

from dungeon_twister.ai.search.board.adapter import BoardAdapter
from dungeon_twister.ai.search.board.weights import Weights
from dungeon_twister.ai.search.card.adapter import CardAdapter
from dungeon_twister.ai.search.game_adapter import GameAdapter
from dungeon_twister.rules.engine.board.setting import board_setting_of
from dungeon_twister.rules.engine.by_edition import ByEdition
from dungeon_twister.rules.engine.card.setting import card_setting_of
from dungeon_twister.rules.engine.setting import Setting

WeightChanges = tuple[tuple[str, float], ...]  # weights that differ from the default, by name


def _board(setting: Setting, weights: WeightChanges) -> GameAdapter:
    return BoardAdapter(board_setting_of(setting), Weights.with_changes(dict(weights)))


def _card(setting: Setting, weights: WeightChanges) -> GameAdapter:
    """Ignore the weights: the evaluation of the Card Game has none to set."""
    return CardAdapter(card_setting_of(setting))


EDITIONS: Final = ByEdition(board=_board, card=_card)


def make_adapter(setting: Setting, weights: WeightChanges = ()) -> GameAdapter:
    """Return a new adapter for the game of a setting, with some weights changed."""
    return EDITIONS.of_setting(setting)(setting, weights)
