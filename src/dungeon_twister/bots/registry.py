"""The bots by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from dungeon_twister.bots.base import Bot
from dungeon_twister.bots.greedy import GreedyBot
from dungeon_twister.bots.random_bot import RandomBot

BOTS: Final[dict[str, Callable[[str], Bot]]] = {"greedy": GreedyBot, "random": RandomBot}


def make_bot(name: str, seed: str) -> Bot:
    """A new bot for one game, the same for the same seed. An unknown name is a sentence that lists the known ones."""
    if name not in BOTS:
        raise ValueError(f"there is no bot {name!r} (there are {', '.join(sorted(BOTS))})")
    return BOTS[name](seed)
