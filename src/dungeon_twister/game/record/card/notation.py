"""The notation of the Card Game: its grammar, made of the table of choices and their parts (docs/notation.md)."""

from __future__ import annotations

from typing import Final

from dungeon_twister.game.record.card.choice_parts import PARTS
from dungeon_twister.game.record.card.token_names import may_name
from dungeon_twister.game.record.grammar import Grammar
from dungeon_twister.rules.engine.card.rules import KINDS

GRAMMAR: Final[Grammar] = Grammar(KINDS, PARTS, "zone", may_name)
