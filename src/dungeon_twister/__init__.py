"""Dungeon Twister in Python: the rules, records, bots and the command line."""

from dungeon_twister import compiled as compiled  # first: it decides where the modules below come from
from dungeon_twister.engine.game import IllegalActionError
from dungeon_twister.geometry.text import AmbiguousActionError, TextError
from dungeon_twister.record.game import Game

__all__ = ["AmbiguousActionError", "Game", "IllegalActionError", "TextError"]
