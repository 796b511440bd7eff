"""Bots made of what a program gives: a class, a factory or an object, or where one of these is to be imported from."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from functools import partial
from importlib import import_module
from typing import Any, NamedTuple, Protocol

from dungeon_twister.ai.bots.specs import written
from dungeon_twister.game.record.notation import Choice
from dungeon_twister.game.session.bot import Bot


class Chooser(Protocol):
    """A bot, perhaps of one game only, perhaps without a name."""

    def choose(self, view: Any) -> Choice: ...


BotLike = str | Chooser | Callable[..., Chooser]


class Entrant(NamedTuple):
    """What a bot is called, how one is made for a game from a seed, how strong it says it is, and what it says of itself."""

    name: str
    make: Callable[[str], Bot]
    strength: int | None = None
    about: str = ""

    def told(self, parameters: Mapping[str, str]) -> Entrant:
        """The same bot with parameters, as `name:key=value` gives them; a ValueError says in a sentence which are wrong.

        A class with `from_parameters(seed, parameters)` reads them itself and raises ValueError for wrong ones. Any other class
        or function that makes a bot gets them as keyword arguments: whole numbers, numbers, yes or no, and texts, by what the
        arguments are declared to be.
        """
        if not parameters:
            return self
        if not isinstance(self.make, _Factory):
            raise ValueError(f"the bot {self.name} takes no parameters")
        return self._replace(name=written(self.name, parameters), make=self.make.told(parameters))


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


def about(given: object) -> str:
    """Return the first line of the docstring of a class or a function."""
    text = given.__doc__ if isinstance(given, type) or inspect.isroutine(given) else None
    return inspect.cleandoc(text).partition("\n")[0] if text else ""


def entrant(given: object, path: str) -> Entrant:
    name, strength = called(given, path), strength_of(given)
    if not isinstance(given, type) and callable(getattr(given, "choose", None)):
        return Entrant(name, _Again(given, name), strength, about(type(given)))
    if not callable(given):
        raise ValueError(
            f"{name} is no bot: neither an object with a method choose(view), nor a class or function that makes one"
        )
    return Entrant(name, _Factory(given, name), strength, about(given))


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

    def told(self, parameters: Mapping[str, str]) -> Callable[[str], Bot]:
        own: Callable[..., object] | None = getattr(self._make, "from_parameters", None)
        if own is None:
            return _Factory(partial(self._make, **_arguments(self._make, self._name, parameters)), self._name)
        made = _Factory(_OwnReading(own, self._name, parameters), self._name)
        made("")  # it says now what is wrong
        return made


class _OwnReading:
    """Makes a bot that reads its parameters itself."""

    def __init__(self, read: Callable[..., object], name: str, parameters: Mapping[str, str]) -> None:
        self._read, self._name, self._parameters = read, name, dict(parameters)

    def __call__(self, seed: str) -> object:
        try:
            return self._read(seed, dict(self._parameters))
        except (ValueError, KeyError, TypeError) as error:
            raise ValueError(f"the bot {written(self._name, self._parameters)} cannot be made: {error}") from error


def _arguments(make: Callable[..., object], name: str, parameters: Mapping[str, str]) -> dict[str, object]:
    """Parameters as the keyword arguments that a factory declares."""
    try:
        declared = list(inspect.signature(make).parameters.values())
    except ValueError:  # built in: nothing is known of it
        declared = []
    known = {one.name: one for one in declared[1:] if one.kind in (one.POSITIONAL_OR_KEYWORD, one.KEYWORD_ONLY)}
    for key in parameters:
        if key not in known:
            there = f"it has {', '.join(known)}" if known else "it has none"
            raise ValueError(f"the bot {name} has no parameter {key!r} ({there})")
    return {key: _value(name, known[key], text) for key, text in parameters.items()}


def _value(name: str, declared: inspect.Parameter, text: str) -> object:
    """A text as what an argument is declared to be, by its default or its annotation."""
    kind = type(declared.default).__name__
    if declared.default is None or declared.default is declared.empty:
        annotation = declared.annotation
        kind = annotation.__name__ if isinstance(annotation, type) else str(annotation).partition("|")[0].strip()
    try:
        if kind == "bool":
            return {"yes": True, "true": True, "1": True, "no": False, "false": False, "0": False}[text.lower()]
        if kind in ("int", "float"):
            return int(text) if kind == "int" else float(text)
    except (ValueError, KeyError):
        meant = {"bool": "yes or no", "int": "a whole number", "float": "a number"}[kind]
        raise ValueError(f"{declared.name} of the bot {name} is {meant}, not {text!r}") from None
    return text


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
