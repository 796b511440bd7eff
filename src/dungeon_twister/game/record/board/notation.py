"""The notation of the board game: its grammar, made of the table of choices and their parts (docs/notation.md)."""

from __future__ import annotations

from typing import Final

from dungeon_twister.game.record.board.choice_parts import PARTS
from dungeon_twister.game.record.grammar import Grammar
from dungeon_twister.rules.engine.board.rules import KINDS

GRAMMAR: Final[Grammar] = Grammar(KINDS, PARTS, "square")
