"""The rules of each game."""

from __future__ import annotations

from typing import Any, Final

from dungeon_twister.rules.engine.board.rules import RULES as BOARD_RULES
from dungeon_twister.rules.engine.by_edition import ByEdition
from dungeon_twister.rules.engine.card.rules import RULES as CARD_RULES
from dungeon_twister.rules.engine.rules import Rules

RULES: Final[ByEdition[Rules[Any]]] = ByEdition(board=BOARD_RULES, card=CARD_RULES)
