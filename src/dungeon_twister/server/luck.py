"""What is decided instead of a player (`fill`, a bot that failed) and the bots' own chance. It has nothing to do with the
chance of the game: whoever knows the seed must not foretell what is laid face down.

Only tests make it repeatable, by the environment: games with the same seed then go the same way.
"""

from __future__ import annotations

import os
from random import Random, SystemRandom
from typing import Final

REPEATABLE: Final = "DUNGEON_TWISTER_REPEATABLE"


def luck(seed: str, version: int, what: str) -> Random:
    """Where such a decision comes from. The seed and the version count for tests alone."""
    return Random(f"{seed}/{what}/{version}") if os.environ.get(REPEATABLE) else SystemRandom()
