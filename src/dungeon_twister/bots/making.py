"""Bots made of what a program gives: a class, a factory or an object, or where one of these is to be imported from."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from importlib import import_module
from typing import Any, NamedTuple, Protocol

from dungeon_twister.bots.base import Bot
from dungeon_twister.record.notation import Choice


class Chooser(Protocol):
    """A bot, perhaps of one game only, perhaps without a name."""

    def choose(self, view: Any) -> Choice: ...


BotLike = str | Chooser | Callable[..., Chooser]


class Entrant(NamedTuple):
    """What a bot is called, how one is made for a game from a seed, and how strong it says it is."""

    name: str
    make: Callable[[str], Bot]
    strength: int | None = None


def imported(path: str) -> object:
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


def called(given: object, otherwise: str) -> str:
    """The name of a bot: what it says itself, or else what it is called in Python."""
    name = getattr(given, "name", None)
    if isinstance(name, str) and name:
        return name
    return otherwise or str(getattr(given, "__name__", type(given).__name__))


def strength_of(given: object) -> int | None:
    """How strong a bot says it is: a whole number, more for a stronger one."""
    strength = getattr(given, "strength", None)
    return strength if isinstance(strength, int) else None


def entrant(given: object, path: str) -> Entrant:
    name, strength = called(given, path), strength_of(given)
    if not isinstance(given, type) and callable(getattr(given, "choose", None)):
        return Entrant(name, _Again(given, name), strength)
    if not callable(given):
        raise ValueError(
            f"{name} is no bot: neither an object with a method choose(view), nor a class or function that makes one"
        )
    return Entrant(name, _Factory(given, name), strength)


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
