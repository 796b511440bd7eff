"""Why a choice is refused: a number within the engine (0 means legal), a code and a clause outside.

This module has the refusals of both games. Each game adds its own, numbered from 10, and a table that cites its own rules.
"""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Final

LEGAL: Final = 0
GAME_IS_OVER: Final = 1
NOT_NOW: Final = 2
NOT_IN_THIS_GAME: Final = 3
NO_CLOCK: Final = 4
COMBAT_CARD_NOT_IN_HAND: Final = 5


class Refusal:
    """A refusal at the boundary: a stable code and the clause. The engine itself has no language; `sentence` is the English
    text of the catalogue that the page and the terminal use."""

    def __init__(self, code: str, clause: str) -> None:
        self.code = code
        self.clause = clause

    @property
    def sentence(self) -> str:
        return _sentences()[self.code]


CODES: Final[dict[int, str]] = {
    GAME_IS_OVER: "game-is-over",
    NOT_NOW: "not-now",
    NOT_IN_THIS_GAME: "not-in-this-game",
    NO_CLOCK: "no-clock",
    COMBAT_CARD_NOT_IN_HAND: "combat-card-not-in-hand",
}


def shared_refusals(clauses: dict[int, str]) -> dict[int, Refusal]:
    """Return the refusals of both games, with the clauses of a game's own rules."""
    return {number: Refusal(code, clauses[number]) for number, code in CODES.items()}


_loaded: dict[str, str] = {}


def _sentences() -> dict[str, str]:
    """Return the English refusals by code, read from the catalogue on first use."""
    if not _loaded:
        text = files("dungeon_twister.content").joinpath("locales", "en", "refusals.json").read_text("utf-8")
        _loaded.update(json.loads(text))
    return _loaded
