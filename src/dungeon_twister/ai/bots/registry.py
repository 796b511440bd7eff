"""The bots by name: ours, and those that installed packages offer."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from functools import cache
from importlib.metadata import entry_points
from typing import Final

from dungeon_twister.ai.bots.greedy import GreedyBot
from dungeon_twister.ai.bots.levels import LEVELS, STRONGEST
from dungeon_twister.ai.bots.making import Entrant, entrant, imported
from dungeon_twister.ai.bots.random_bot import RandomBot
from dungeon_twister.ai.bots.searcher import SearchBot
from dungeon_twister.game.session.bot import Bot

GROUP: Final = "dungeon_twister.bots"  # the entry points by which installed packages offer their bots
BOTS: Final[dict[str, Callable[[str], Bot]]] = {
    "random": RandomBot,
    "greedy": GreedyBot,
    **{level.name: level for level in LEVELS},
}
FOR_PROGRAMS: Final = {"search": SearchBot}  # told by its parameters how far it looks: nothing to choose from a list


def known_bots() -> dict[str, Entrant]:
    """Every bot that can be named; no package can take the name of one of ours, and `strongest` is the last level."""
    own = {name: entrant(bot, name)._replace(name=name) for name, bot in {**FOR_PROGRAMS, **BOTS}.items()}
    return {**offered_bots(), **own, STRONGEST: own[LEVELS[-1].name]}


@cache
def offered_bots() -> dict[str, Entrant]:
    """What installed packages offer, by the names of their entry points; what cannot be loaded is left out, with a warning."""
    found: dict[str, Entrant] = {}
    for point in entry_points(group=GROUP):
        try:
            found[point.name] = entrant(imported(point.value), point.value)._replace(name=point.name)
        except ValueError as error:
            warnings.warn(f"The bot {point.name!r} of an installed package is left out: {error}", stacklevel=2)
    return found


def bot_names() -> list[str]:
    """The names of the bots that people choose from, the weakest first; those that do not say how strong they are come last."""

    def rank(bot: Entrant) -> tuple[bool, int, str]:
        return bot.strength is None, bot.strength or 0, bot.name

    listed = [bot for name, bot in known_bots().items() if name not in (STRONGEST, *FOR_PROGRAMS)]
    return [bot.name for bot in sorted(listed, key=rank)]


def own_name(name: str) -> str:
    """What a bot is called that may have been given by another name: `strongest` is the last level."""
    return LEVELS[-1].name if name == STRONGEST else name


def make_bot(name: str, seed: str) -> Bot:
    """A new bot for one game, the same for the same seed. An unknown name is a sentence that lists the known ones."""
    if own_name(name) not in bot_names():
        raise ValueError(f"there is no bot {name!r} (there are {', '.join(bot_names())})")
    return known_bots()[name].make(seed)
