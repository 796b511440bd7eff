"""Dungeon Twister in Python: the rules, records, bots and the command line.

Start with `Game`; `bot` returns an opponent, `svg` draws a game. Names are loaded on first use, so
importing the package costs almost nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from dungeon_twister import compiled as compiled  # first: it decides from where the modules below are loaded
from dungeon_twister.version import __version__ as __version__

if TYPE_CHECKING:
    from dungeon_twister.api import Game, bot
    from dungeon_twister.game.record.notation import Choice
    from dungeon_twister.game.record.recorded_game import UndoError
    from dungeon_twister.presentation import svg as svg
    from dungeon_twister.rules.engine.game import IllegalActionError
    from dungeon_twister.rules.geometry.text import AmbiguousActionError, TextError

__all__ = ["AmbiguousActionError", "Choice", "Game", "IllegalActionError", "TextError", "UndoError", "bot", "svg"]

_HOMES = {
    "AmbiguousActionError": "rules.geometry.text",
    "Choice": "game.record.notation",
    "Game": "api",
    "IllegalActionError": "rules.engine.game",
    "TextError": "rules.geometry.text",
    "UndoError": "game.record.recorded_game",
    "bot": "api",
}


def __getattr__(name: str) -> object:
    if name == "svg":
        return import_module(f"{__name__}.presentation.svg")
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found: object = getattr(import_module(f"{__name__}.{home}"), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
