"""Numbers and names of both games in common tables. The games never use one number for different things.

The games and the kernel use their own tables; these are for layers above that serve both games.
"""

from __future__ import annotations

from typing import Final

from dungeon_twister.rules.engine import decisions, events
from dungeon_twister.rules.engine.board import decisions as board_decisions
from dungeon_twister.rules.engine.board import events as board_events
from dungeon_twister.rules.engine.board import pieces as board_pieces
from dungeon_twister.rules.engine.card import decisions as card_decisions
from dungeon_twister.rules.engine.card import events as card_events
from dungeon_twister.rules.engine.card import pieces as card_pieces

DECISIONS: Final[dict[int, str]] = {**decisions.NAMES, **board_decisions.NAMES, **card_decisions.NAMES}
DECISION_OF: Final[dict[str, int]] = {name: number for number, name in DECISIONS.items()}
EVENTS: Final[dict[int, str]] = {**events.NAMES, **board_events.NAMES, **card_events.NAMES}
CAPABILITIES: Final[dict[str, int]] = {**board_pieces.CAPABILITIES, **card_pieces.CAPABILITIES}
