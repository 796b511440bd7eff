"""Why a choice is refused: a number within the engine, told outside as a code, a clause and a sentence. 0 means it is legal.

Here are the numbers every game knows. Each game has its own besides, from 10, and its own table, which cites its own rules.
"""

from __future__ import annotations

from typing import Final

LEGAL: Final = 0
GAME_IS_OVER: Final = 1
NOT_NOW: Final = 2
NOT_IN_THIS_GAME: Final = 3
NO_CLOCK: Final = 4
COMBAT_CARD_NOT_IN_HAND: Final = 5


class Refusal:
    """A refusal at the boundary."""

    def __init__(self, code: str, clause: str, sentence: str) -> None:
        self.code = code
        self.clause = clause
        self.sentence = sentence
