"""Bots as a program or a command line gives them: by name, as a class, a factory or an object, or as `module:Class`."""

from __future__ import annotations

from dungeon_twister.ai.bots.making import BotLike, Entrant, called, entrant, imported
from dungeon_twister.ai.bots.registry import bot_names, known_bots
from dungeon_twister.ai.bots.specs import read_spec

__all__ = ["BotLike", "Entrant", "find_bot"]


def find_bot(given: BotLike) -> Entrant:
    """The bot that is meant; a ValueError says in a sentence why it is none.

    A text is a name of the registry, the name of an entry point, or `module:Class`, each perhaps with parameters behind it:
    `name:key=value,...`. A class or a factory is called for every game, with a seed if it takes one; an object plays all its
    games itself.
    """
    if not isinstance(given, str):
        return entrant(given, called(given, ""))
    if given in known_bots():
        return known_bots()[given]
    spec = read_spec(given)
    return _named(spec.bot).told(spec.parameters)


def _named(name: str) -> Entrant:
    if name in known_bots():
        return known_bots()[name]
    if ":" not in name:
        known = ", ".join(bot_names())
        raise ValueError(f"there is no bot {name!r} (there are {known}; one of your own is written module:Class)")
    return entrant(imported(name), name)
