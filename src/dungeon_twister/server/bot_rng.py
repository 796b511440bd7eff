"""Random source of bots and automatic choices. It is independent of the seed of the game, so that
knowing the seed does not reveal what is laid face down.

Only tests make it repeatable, by the environment: games with the same seed then go the same way.
"""

from __future__ import annotations

import os
from random import Random, SystemRandom
from typing import Final

REPEATABLE: Final = "DUNGEON_TWISTER_REPEATABLE"


def bot_rng(seed: str, version: int, what: str) -> Random:
    """Return the random source of a decision. The seed and the version matter in tests only."""
    return Random(f"{seed}/{what}/{version}") if os.environ.get(REPEATABLE) else SystemRandom()
