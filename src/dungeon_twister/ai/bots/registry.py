"""The registry of bots: built-in bots, and those of installed packages."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from functools import cache
from importlib.metadata import entry_points
from typing import Final

from dungeon_twister.ai.bots.factory import BotFactory, bot_factory, import_object
from dungeon_twister.ai.bots.greedy import GREEDY
from dungeon_twister.ai.bots.levels import LEVELS, STRONGEST
from dungeon_twister.ai.bots.random_bot import RandomBot
from dungeon_twister.ai.bots.searcher import SearchBot
from dungeon_twister.game.session.bot import Bot

GROUP: Final = "dungeon_twister.bots"  # the group of entry points for the bots of installed packages
BOTS: Final[dict[str, Callable[[str], Bot]]] = {
    "random": RandomBot,
    GREEDY.name: GREEDY,
    **{level.name: level for level in LEVELS},
}
FOR_PROGRAMS: Final = {"search": SearchBot}  # configured by parameters, so not offered in lists


def known_bots() -> dict[str, BotFactory]:
    """Return every bot by name. Built-in names take precedence, and `strongest` is the last level."""
    own = {name: bot_factory(bot, name)._replace(name=name) for name, bot in {**FOR_PROGRAMS, **BOTS}.items()}
    return {**offered_bots(), **own, STRONGEST: own[LEVELS[-1].name]}


@cache
def offered_bots() -> dict[str, BotFactory]:
    """Return the bots of installed packages by entry point. Warn of those that cannot be loaded, and leave them out."""
    found: dict[str, BotFactory] = {}
    for point in entry_points(group=GROUP):
        try:
            found[point.name] = bot_factory(import_object(point.value), point.value)._replace(name=point.name)
        except ValueError as error:
            warnings.warn(f"The bot {point.name!r} of an installed package is left out: {error}", stacklevel=2)
    return found


def bot_names() -> list[str]:
    """Return the names of the bots to offer in lists, weakest first; bots without a declared strength come last."""

    def rank(bot: BotFactory) -> tuple[bool, int, str]:
        return bot.strength is None, bot.strength or 0, bot.name

    listed = [bot for name, bot in known_bots().items() if name not in (STRONGEST, *FOR_PROGRAMS)]
    return [bot.name for bot in sorted(listed, key=rank)]


def own_name(name: str) -> str:
    """Return the canonical name of a bot: `strongest` is the last level."""
    return LEVELS[-1].name if name == STRONGEST else name


def make_bot(name: str, seed: str) -> Bot:
    """Make a bot for one game; equal seeds make equal bots. Raise ValueError with the known names for an unknown one."""
    if own_name(name) not in bot_names():
        raise ValueError(f"there is no bot {name!r} (there are {', '.join(bot_names())})")
    return known_bots()[name].make(seed)
