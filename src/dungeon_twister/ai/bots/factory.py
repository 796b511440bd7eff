"""Factories of bots, made from a class, a function or an object, or from a path to import one of these."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from functools import partial
from importlib import import_module
from typing import Any, NamedTuple, Protocol

from dungeon_twister.ai.bots.specs import spec_text
from dungeon_twister.game.record.notation import Choice
from dungeon_twister.game.session.bot import Bot


class Chooser(Protocol):
    """The least interface of a bot. It may support one game only, and has no name."""

    def choose(self, view: Any) -> Choice: ...


BotLike = str | Chooser | Callable[..., Chooser]


class BotFactory(NamedTuple):
    """Makes bots: a name, a function from a seed to a bot, and the strength and description that the bot declares."""

    name: str
    make: Callable[[str], Bot]
    strength: int | None = None
    about: str = ""

    def with_parameters(self, parameters: Mapping[str, str]) -> BotFactory:
        """Return the factory with parameters, as in `name:key=value`. Raise ValueError for wrong parameters.

        A class with `from_parameters(seed, parameters)` parses them itself and raises ValueError for wrong ones. Any other
        class or function gets them as keyword arguments of the declared types: whole numbers, numbers, yes or no, texts.
        """
        if not parameters:
            return self
        if not isinstance(self.make, _Factory):
            raise ValueError(f"the bot {self.name} takes no parameters")
        return self._replace(name=spec_text(self.name, parameters), make=self.make.with_parameters(parameters))

    def check(self, seed: str) -> None:
        """Raise ValueError if the bot cannot be made."""
        try:
            self.make(seed)
        except Exception as error:  # the code of a bot may raise anything
            raise ValueError(f"the bot {self.name} cannot be made: {error}") from error


def import_object(path: str) -> object:
    module_name, _, name = path.partition(":")
    try:
        found: object = import_module(module_name)
    except Exception as error:  # importing a user's module may raise anything
        raise ValueError(f"cannot import {module_name!r} for the bot {path!r}: {error}") from error
    for part in name.split("."):
        if not part or not hasattr(found, part):
            raise ValueError(f"the module {module_name!r} has no {name!r}, so there is no bot {path!r}")
        found = getattr(found, part)
    return found


def name_of(given: object, otherwise: str) -> str:
    """Return the name of a bot: the declared one, or else its name in Python."""
    name = getattr(given, "name", None)
    if isinstance(name, str) and name:
        return name
    return otherwise or str(getattr(given, "__name__", type(given).__name__))


def strength_of(given: object) -> int | None:
    """Return the strength that a bot declares: a whole number, higher for a stronger bot."""
    strength = getattr(given, "strength", None)
    return strength if isinstance(strength, int) else None


def first_line(given: object) -> str:
    """Return the first line of the docstring of a class or a function."""
    text = given.__doc__ if isinstance(given, type) or inspect.isroutine(given) else None
    return inspect.cleandoc(text).partition("\n")[0] if text else ""


def bot_factory(given: object, path: str) -> BotFactory:
    name, strength = name_of(given, path), strength_of(given)
    if not isinstance(given, type) and callable(getattr(given, "choose", None)):
        return BotFactory(name, _Again(given, name), strength, first_line(type(given)))
    if not callable(given):
        raise ValueError(
            f"{name} is no bot: neither an object with a method choose(view), nor a class or function that makes one"
        )
    return BotFactory(name, _Factory(given, name), strength, first_line(given))


class _Again:
    """A factory that returns the same object for all games."""

    def __init__(self, bot: object, name: str) -> None:
        self._bot = _checked(bot, name)

    def __call__(self, seed: str) -> Bot:
        return self._bot


class _Factory:
    """A factory that calls a class or a function, with the seed if it takes one."""

    def __init__(self, make: Callable[..., object], name: str) -> None:
        self._make, self._name = make, name
        self._seeded = _takes_one(make)

    def __call__(self, seed: str) -> Bot:
        return _checked(self._make(seed) if self._seeded else self._make(), self._name)

    def with_parameters(self, parameters: Mapping[str, str]) -> Callable[[str], Bot]:
        own: Callable[..., object] | None = getattr(self._make, "from_parameters", None)
        if own is None:
            return _Factory(partial(self._make, **_arguments(self._make, self._name, parameters)), self._name)
        made = _Factory(_OwnReading(own, self._name, parameters), self._name)
        made("")  # raises now if a parameter is wrong
        return made


class _OwnReading:
    """Makes a bot with `from_parameters`."""

    def __init__(self, read: Callable[..., object], name: str, parameters: Mapping[str, str]) -> None:
        self._read, self._name, self._parameters = read, name, dict(parameters)

    def __call__(self, seed: str) -> object:
        try:
            return self._read(seed, dict(self._parameters))
        except (ValueError, KeyError, TypeError) as error:
            raise ValueError(f"the bot {spec_text(self._name, self._parameters)} cannot be made: {error}") from error


def _arguments(make: Callable[..., object], name: str, parameters: Mapping[str, str]) -> dict[str, object]:
    """Return parameters as the keyword arguments that a factory declares."""
    try:
        declared = list(inspect.signature(make).parameters.values())
    except ValueError:  # a built-in without a signature
        declared = []
    known = {one.name: one for one in declared[1:] if one.kind in (one.POSITIONAL_OR_KEYWORD, one.KEYWORD_ONLY)}
    for key in parameters:
        if key not in known:
            there = f"it has {', '.join(known)}" if known else "it has none"
            raise ValueError(f"the bot {name} has no parameter {key!r} ({there})")
    return {key: _value(name, known[key], text) for key, text in parameters.items()}


def _value(name: str, declared: inspect.Parameter, text: str) -> object:
    """Convert a text to the type of an argument, given by its default or its annotation."""
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
    except ValueError:  # a built-in without a signature
        return True
    return True


def _checked(bot: object, name: str) -> Bot:
    """Return the bot if it has a method `choose`. It needs no name, as the match has one for it."""
    if isinstance(bot, type) or not callable(getattr(bot, "choose", None)):
        raise ValueError(f"{name} makes {bot!r}, which has no method choose(view)")
    return bot  # type: ignore[return-value]
