"""A slow and plain second implementation of the rules of the Card Game.

It exists only to cross-check a fast engine. Clause numbers in docstrings are those of ``docs/rules/card-game.md``; nothing
is shared with the package but the room files.
"""

from .choices import choices, decider, facts, play
from .position import read_position
from .setup import new_game
from .world import World

__all__ = ["World", "choices", "decider", "facts", "new_game", "play", "read_position"]
