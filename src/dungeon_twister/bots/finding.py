"""Bots as a program or a command line gives them: by name, as a class, a factory or an object, or as `module:Class`."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from importlib import import_module
from importlib.metadata import entry_points
from typing import Any, Final, NamedTuple, Protocol

from dungeon_twister.bots.base import Bot
from dungeon_twister.bots.registry import BOTS
from dungeon_twister.record.notation import Choice

GROUP: Final = "dungeon_twister.bots"  # the entry points by which installed packages offer their bots


class Chooser(Protocol):
    """A bot, perhaps of one game only, perhaps without a name."""

    def choose(self, view: Any) -> Choice: ...


BotLike = str | Chooser | Callable[..., Chooser]


class Entrant(NamedTuple):
    """What a bot is called, and how one is made for a game from a seed."""

    name: str
    make: Callable[[str], Bot]


def find_bot(given: BotLike) -> Entrant:
    """The bot that is meant; a ValueError says in a sentence why it is none.

    A text is a name of the registry, the name of an entry point, or `module:Class`. A class or a factory is called for every
    game, with a seed if it takes one; an object plays all its games itself.
    """
    if not isinstance(given, str):
        return _entrant(given, _called(given, ""))
    if given in BOTS:
        return Entrant(given, BOTS[given])
    offered = {point.name: point for point in entry_points(group=GROUP)}
    if given in offered:
        given = offered[given].value
    if ":" not in given:
        known = ", ".join(sorted({*BOTS, *offered}))
        raise ValueError(f"there is no bot {given!r} (there are {known}; one of your own is written module:Class)")
    return _entrant(_imported(given), given)


def _imported(path: str) -> object:
    module_name, _, name = path.partition(":")
    try:
        found: object = import_module(module_name)
    except Exception as error:  # whatever somebody's module does when it is imported
        raise ValueError(f"cannot import {module_name!r} for the bot {path!r}: {error}") from error
    for part in name.split("."):
        if not part or not hasattr(found, part):
            raise ValueError(f"the module {module_name!r} has no {name!r}, so there is no bot {path!r}")
        found = getattr(found, part)
    return found


def _called(given: object, otherwise: str) -> str:
    """The name of a bot: what it says itself, or else what it is called in Python."""
    name = getattr(given, "name", None)
    if isinstance(name, str) and name:
        return name
    return otherwise or str(getattr(given, "__name__", type(given).__name__))


def _entrant(given: object, path: str) -> Entrant:
    name = _called(given, path)
    if not isinstance(given, type) and callable(getattr(given, "choose", None)):
        return Entrant(name, _Again(given, name))
    if not callable(given):
        raise ValueError(
            f"{name} is no bot: neither an object with a method choose(view), nor a class or function that makes one"
        )
    return Entrant(name, _Factory(given, name))


class _Again:
    """An object that plays all its games itself."""

    def __init__(self, bot: object, name: str) -> None:
        self._bot = _checked(bot, name)

    def __call__(self, seed: str) -> Bot:
        return self._bot


class _Factory:
    """A class or a function that makes a bot, with the seed if it takes one."""

    def __init__(self, make: Callable[..., object], name: str) -> None:
        self._make, self._name = make, name
        self._seeded = _takes_one(make)

    def __call__(self, seed: str) -> Bot:
        return _checked(self._make(seed) if self._seeded else self._make(), self._name)


def _takes_one(make: Callable[..., object]) -> bool:
    try:
        inspect.signature(make).bind("seed")
    except TypeError:
        return False
    except ValueError:  # built in: nothing is known of it
        return True
    return True


def _checked(bot: object, name: str) -> Bot:
    """A bot needs no name of its own here: the match has one for it."""
    if isinstance(bot, type) or not callable(getattr(bot, "choose", None)):
        raise ValueError(f"{name} makes {bot!r}, which has no method choose(view)")
    return bot  # type: ignore[return-value]
