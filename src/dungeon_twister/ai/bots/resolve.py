"""Resolves a bot given by a program or a command line: by name, as a class, function or object, or as `module:Class`."""

from __future__ import annotations

from dungeon_twister.ai.bots.factory import BotFactory, BotLike, bot_factory, import_object, name_of
from dungeon_twister.ai.bots.registry import bot_names, known_bots
from dungeon_twister.ai.bots.specs import read_spec

__all__ = ["BotLike", "BotFactory", "resolve_bot"]


def resolve_bot(given: BotLike) -> BotFactory:
    """Return the factory of a bot. Raise ValueError if there is no such bot.

    A text is a name of the registry, the name of an entry point, or `module:Class`, with optional parameters:
    `name:key=value,...`. A class or a function is called for every game, with a seed if it takes one. An object plays all
    games itself.
    """
    if not isinstance(given, str):
        return bot_factory(given, name_of(given, ""))
    if given in known_bots():
        return known_bots()[given]
    spec = read_spec(given)
    return _named(spec.bot).with_parameters(spec.parameters)


def _named(name: str) -> BotFactory:
    if name in known_bots():
        return known_bots()[name]
    if ":" not in name:
        known = ", ".join(bot_names())
        raise ValueError(f"there is no bot {name!r} (there are {known}; one of your own is written module:Class)")
    return bot_factory(import_object(name), name)
