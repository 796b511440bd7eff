"""A slow and plain second implementation of the rules of the two-player game.

It exists only to cross-check a fast engine. Clause numbers in docstrings are those of ``docs/rules/board-game.md``
(SLIT: of ``docs/rules/multiplayer-and-scenarios.md``); the texts of choices are those of ``docs/notation.md``.
"""

from .choices import choices
from .drawing import parse_drawings
from .play import play
from .world import World, decider

__all__ = ["World", "choices", "decider", "parse_drawings", "play"]
